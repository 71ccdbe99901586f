-- The bytes that each user has stored, and their limit. A row counts for the user who created it or made it longer last
-- (`stored_by`), so that nobody can use up the budget of another. A change that makes no row longer passes beyond the limit:
-- the revocation of a key, a change of members, a shorter text. The transaction names its user and the limit
-- (src/writes/transaction.ts); one of the operator names none.

-- Adds to the bytes of a user, if there is one. It fails when the transaction's own user has more than the limit after an increase.
-- Concurrent transactions do not see what each other adds, so they can exceed the limit by that.
-- The UPDATE adds to the newest version of the row, which its own subquery has locked, and not to that of its snapshot.
-- A write changes several tables, so it calls this several times. `storage.row` keeps, until the end of the transaction or
-- a rollback to a savepoint, the row that the transaction has locked, and what the user has in others.
CREATE OR REPLACE FUNCTION add_to_stored_bytes(owner uuid, more bigint) RETURNS void
LANGUAGE plpgsql STRICT SET search_path FROM CURRENT AS $$
DECLARE
  held text[] := string_to_array(current_setting('storage.row', true), ' ');
  locked integer;
  own bigint;
  others bigint;
BEGIN
  IF more = 0 THEN
    RETURN;
  END IF;
  IF held[1] = owner::text THEN
    UPDATE stored_bytes SET bytes = bytes + more WHERE no = held[2]::integer RETURNING bytes INTO own;
  ELSE
    -- By `no` itself, PostgreSQL could read the rows of all users in the order of the key.
    UPDATE stored_bytes AS mine SET bytes = bytes + more WHERE no = (
      SELECT no FROM stored_bytes WHERE user_id = owner ORDER BY no + 0 LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING no, bytes, (
      SELECT coalesce(sum(bytes), 0) FROM stored_bytes WHERE user_id = owner AND no <> mine.no)
    INTO locked, own, others;
    IF NOT FOUND THEN
      INSERT INTO stored_bytes (user_id, bytes) VALUES (owner, more) RETURNING no, bytes, (
        SELECT coalesce(sum(bytes), 0) FROM stored_bytes WHERE user_id = owner)
      INTO locked, own, others;
    END IF;
    held := string_to_array(set_config('storage.row', concat_ws(' ', owner, locked, others), true), ' ');
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

-- The size of a row, by which `on_change` (1-changes.sql) and 7-artworks.sql count: `fixed` bytes for the row without its
-- texts, its entries in indexes and what else is stored with it (prices, the fixed part of a prepared document), and twice
-- its texts, because an index or a prepared document repeats them.
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
    SELECT concat_ws(' + ', charged.fixed, string_agg(format('2 * coalesce(octet_length($1.%I), 0)', column_name), ' + ')),
      -- Without generated columns, which a condition of a BEFORE trigger cannot read.
      string_agg(format(
        'coalesce(octet_length(NEW.%1$I), 0) - coalesce(octet_length(OLD.%1$I), 0)', column_name), ' + ')
        FILTER (WHERE column_name !~ '_sort_key$')
    INTO size, grows FROM unnest(charged.texts) AS column_name;
    EXECUTE format('CREATE OR REPLACE FUNCTION stored_size(%I) RETURNS integer LANGUAGE sql IMMUTABLE RETURN %s',
      charged.name, size);
    IF charged.texts <> '{}' THEN
      EXECUTE format('CREATE OR REPLACE TRIGGER set_stored_by BEFORE UPDATE ON %I
        FOR EACH ROW WHEN (%s > 0) EXECUTE FUNCTION set_stored_by()', charged.name, grows);
    END IF;
  END LOOP;
END $do$;
