-- The bytes that each user has stored, and their limit. A row counts for the user who created it or made it longer last
-- (`stored_by`), so that nobody can use up the budget of another. A change that makes no row longer passes beyond the limit:
-- the revocation of a key, a change of members, a shorter text. The transaction names its user and the limit
-- (src/writes/transaction.ts); one of the operator names none.

-- Adds to the bytes of a user. It fails when the transaction's own user has more than the limit after an increase.
-- Concurrent transactions do not see what each other adds, so they can exceed the limit by that.
-- The UPDATE adds to the newest version of the row, which its own subquery has locked, and not to that of its snapshot.
-- A write changes several tables, so it calls this several times. `storage.row` keeps, until the end of the transaction or
-- a rollback to a savepoint, the row that the transaction has locked, and what the user has in others.
CREATE OR REPLACE FUNCTION add_to_stored_bytes(owner uuid, more bigint) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  held text[] := string_to_array(current_setting('storage.row', true), ' ');
  locked integer;
  own bigint;
BEGIN
  IF held[1] = owner::text THEN
    UPDATE stored_bytes SET bytes = bytes + more WHERE no = held[2]::integer RETURNING bytes INTO own;
  ELSE
    UPDATE stored_bytes SET bytes = bytes + more WHERE no = (
      SELECT no FROM stored_bytes WHERE user_id = owner ORDER BY no LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING no, bytes INTO locked, own;
    IF NOT FOUND THEN
      INSERT INTO stored_bytes (user_id, bytes) VALUES (owner, more) RETURNING no, bytes INTO locked, own;
    END IF;
    held := ARRAY[owner::text, locked::text, (
      SELECT coalesce(sum(bytes), 0) FROM stored_bytes WHERE user_id = owner AND no <> locked)::text];
    PERFORM set_config('storage.row', array_to_string(held, ' '), true);
  END IF;
  IF more > 0 AND owner::text = current_setting('storage.user_id', true)
    AND own + held[3]::bigint > nullif(current_setting('storage.limit', true), '')::bigint THEN
    -- src/database/errors.ts handles this SQLSTATE.
    RAISE EXCEPTION 'The user has stored more than the limit' USING ERRCODE = 'SB001';
  END IF;
END $$;

CREATE OR REPLACE FUNCTION set_stored_by() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  NEW.stored_by := coalesce(nullif(current_setting('storage.user_id', true), '')::uuid, OLD.stored_by);
  RETURN NEW;
END $$;

-- The size of a row: `fixed` bytes for the row without its texts, its entries in indexes and what else is stored with it
-- (prices, the fixed part of a prepared document), and twice its texts, because an index or a prepared document repeats them.
-- A row has the same size when it is stored and when it is removed: `octet_length` knows it without reading the text.
-- A change of these numbers needs a migration that counts all rows again.
DO $do$
DECLARE
  charged record;
  size text;
  grows text;
BEGIN
  FOR charged IN SELECT * FROM (VALUES
    ('api_keys', 1024, '{}'::text[]),
    ('artists', 1024, '{name,name_sort_key,summary}'),
    ('artwork_artists', 256, '{}'),
    ('artwork_images', 1024, '{caption,alt_text,description,thumbnail_small,thumbnail,full_size,thumbnail_webp,full_size_webp,thumbnail_small_webp}'),
    ('artwork_tags', 256, '{}'),
    ('artworks', 4096, '{title,title_sort_key,external_id,medium,street_address,city,zip_code,state}'),
    ('event_images', 1024, '{caption,alt_text,description,crop_small_webp,crop_smallest_webp,full_size,crop_small,crop_big,full_size_webp,crop_medium,crop_medium_webp,crop_big_webp,crop_smallest}'),
    ('events', 4096, '{title,external_id,content,address,city,buy_tickets_url,contact_name,email,external_url,phone,additional_info,press_release,banner_logo}'),
    ('galleries', 1024, '{name,name_sort_key,city,summary,phone_number,address}'),
    ('images', 1024, '{caption,alt_text,description,image}'),
    ('tags', 1024, '{name,name_sort_key,description}'),
    ('venue_images', 1024, '{caption,alt_text,description,crop_medium_webp,crop_medium,crop_small,full_size,crop_small_webp,crop_big,crop_big_webp,full_size_webp}'),
    ('venues', 1024, '{name,name_sort_key,city,response_time}')
  ) AS tables (name, fixed, texts) LOOP
    SELECT concat_ws(' + ', charged.fixed, string_agg(format('2 * coalesce(octet_length(%I), 0)', column_name), ' + ')),
      -- Without generated columns, which a condition of a BEFORE trigger cannot read.
      concat_ws(' + ', 0, string_agg(format(
        'coalesce(octet_length(NEW.%1$I), 0) - coalesce(octet_length(OLD.%1$I), 0)', column_name), ' + ')
        FILTER (WHERE column_name !~ '_sort_key$'))
    INTO size, grows FROM unnest(charged.texts) AS column_name;
    EXECUTE format($sql$
      CREATE OR REPLACE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN
          PERFORM add_to_stored_bytes(stored_by, sum(%3$s))
          FROM new_rows WHERE stored_by IS NOT NULL GROUP BY stored_by;
        ELSIF TG_OP = 'DELETE' THEN
          PERFORM add_to_stored_bytes(stored_by, -sum(%3$s))
          FROM old_rows WHERE stored_by IS NOT NULL GROUP BY stored_by;
        ELSE
          PERFORM add_to_stored_bytes(stored_by, sum(size)) FROM (
            SELECT stored_by, %3$s AS size FROM new_rows
            UNION ALL SELECT stored_by, -(%3$s) FROM old_rows
          ) AS changed WHERE stored_by IS NOT NULL GROUP BY stored_by HAVING sum(size) <> 0;
        END IF;
        RETURN NULL;
      END $$;
      CREATE OR REPLACE TRIGGER set_stored_by BEFORE UPDATE ON %2$I FOR EACH ROW
        WHEN (%4$s > 0)
        EXECUTE FUNCTION set_stored_by();
      CREATE OR REPLACE TRIGGER storage_insert AFTER INSERT ON %2$I REFERENCING NEW TABLE AS new_rows
        FOR EACH STATEMENT EXECUTE FUNCTION %1$I();
      CREATE OR REPLACE TRIGGER storage_update AFTER UPDATE ON %2$I
        REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION %1$I();
      CREATE OR REPLACE TRIGGER storage_delete AFTER DELETE ON %2$I REFERENCING OLD TABLE AS old_rows
        FOR EACH STATEMENT EXECUTE FUNCTION %1$I();
    $sql$, charged.name || '_stored', charged.name, size, grows);
  END LOOP;
END $do$;
