-- Made from src/database/ by `npm run generate`. Do not edit.

CREATE DOMAIN amount AS numeric(14,2) CONSTRAINT amount_check CHECK (((VALUE >= (0)::numeric) AND (VALUE <> 'NaN'::numeric)));

CREATE DOMAIN country_code AS text CONSTRAINT country_code_check CHECK ((VALUE ~ '^[A-Z]{2}$'::text));

CREATE DOMAIN currency_code AS text CONSTRAINT currency_code_check CHECK ((VALUE ~ '^[A-Z]{3}$'::text));

CREATE DOMAIN external_id AS text CONSTRAINT external_id_check CHECK (((length(VALUE) >= 1) AND (length(VALUE) <= 255)));

CREATE DOMAIN instant AS timestamp(6) with time zone CONSTRAINT instant_check CHECK (((VALUE >= '1000-01-01 00:00:00+00'::timestamp with time zone) AND (VALUE < '10000-01-01 00:00:00+00'::timestamp with time zone)));

CREATE DOMAIN latitude AS numeric(8,6) CONSTRAINT latitude_check CHECK (((VALUE >= ('-90'::integer)::numeric) AND (VALUE <= (90)::numeric)));

CREATE DOMAIN longitude AS numeric(9,6) CONSTRAINT longitude_check CHECK (((VALUE >= ('-180'::integer)::numeric) AND (VALUE <= (180)::numeric)));

CREATE DOMAIN measure AS double precision CONSTRAINT measure_check CHECK (((VALUE > (0)::double precision) AND (VALUE <= ('1000000'::numeric)::double precision)));

CREATE DOMAIN media_url AS text CONSTRAINT media_url_check CHECK ((((VALUE ~ '^https?://[A-Za-z0-9.-]+(:[0-9]+)?([/?#][A-Za-z0-9._~:/?#@!$&''()*+,;=%-]*)?$'::text) OR (VALUE ~ '^/[A-Za-z0-9._~-][A-Za-z0-9._~:/?#@!$&''()*+,;=%-]*$'::text)) AND (length(VALUE) <= 2000)));

CREATE DOMAIN publish_status AS text CONSTRAINT publish_status_check CHECK ((VALUE = ANY (ARRAY['draft'::text, 'published'::text, 'archived'::text])));

CREATE DOMAIN slug AS text CONSTRAINT slug_check CHECK (((VALUE ~ '^[A-Za-z0-9_-]+$'::text) AND (length(VALUE) <= 200)));

CREATE DOMAIN web_url AS text CONSTRAINT web_url_check CHECK (((VALUE ~ '^https?://[A-Za-z0-9.-]+(:[0-9]+)?([/?#][A-Za-z0-9._~:/?#@!$&''()*+,;=%-]*)?$'::text) AND (length(VALUE) <= 2000)));

CREATE OR REPLACE FUNCTION add_to_artwork_counts(gallery integer, more_total bigint, more_available bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  UPDATE artwork_counts SET total = total + more_total, available = available + more_available WHERE no = (
    SELECT no FROM artwork_counts WHERE gallery_id = gallery LIMIT 1 FOR UPDATE SKIP LOCKED);
  IF NOT FOUND THEN
    INSERT INTO artwork_counts (gallery_id, total, available) VALUES (gallery, more_total, more_available);
  END IF;
END $function$;

CREATE OR REPLACE FUNCTION add_to_stored_bytes(owner uuid, more bigint)
 RETURNS void
 LANGUAGE plpgsql
 STRICT
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION api_keys_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
    BEGIN
      IF TG_OP = 'INSERT' THEN
        PERFORM add_to_stored_bytes(stored_by, sum(size)) FROM (SELECT stored_by, stored_size(new_rows::api_keys) AS size FROM new_rows) AS sizes GROUP BY stored_by;
        IF FOUND THEN
          
        END IF;
      END IF;
      IF TG_OP = 'DELETE' THEN
        PERFORM add_to_stored_bytes(stored_by, sum(size)) FROM (SELECT stored_by, -stored_size(old_rows::api_keys) AS size FROM old_rows) AS sizes GROUP BY stored_by;
        IF FOUND THEN
          
        END IF;
      END IF;
      RETURN NULL;
    END $function$;

CREATE OR REPLACE FUNCTION artists_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
    BEGIN
      IF TG_OP = 'INSERT' THEN
        PERFORM add_to_stored_bytes(stored_by, sum(size)) FROM (SELECT stored_by, stored_size(new_rows::artists) AS size FROM new_rows) AS sizes GROUP BY stored_by;
        IF FOUND THEN
          
    IF TG_OP <> 'DELETE' THEN
      PERFORM FROM images WHERE id = ANY (ARRAY(SELECT featured_image_id FROM new_rows))
        AND xmin <> pg_current_xact_id()::xid ORDER BY id FOR SHARE;
    END IF;
    PERFORM record_change('artist', ARRAY(SELECT id::text FROM new_rows AS written LIMIT 1001));

        END IF;
      END IF;
      IF TG_OP = 'UPDATE' THEN
        PERFORM add_to_stored_bytes(stored_by, sum(size)) FROM (SELECT stored_by, stored_size(new_rows::artists) AS size FROM new_rows
        UNION ALL SELECT stored_by, -stored_size(old_rows::artists) FROM old_rows) AS sizes GROUP BY stored_by;
        IF FOUND THEN
          
    IF TG_OP <> 'DELETE' THEN
      PERFORM FROM images WHERE id = ANY (ARRAY(SELECT featured_image_id FROM new_rows))
        AND xmin <> pg_current_xact_id()::xid ORDER BY id FOR SHARE;
    END IF;
    PERFORM record_change('artist', ARRAY(SELECT id::text FROM new_rows AS written LIMIT 1001));

        END IF;
      END IF;
      IF TG_OP = 'DELETE' THEN
        PERFORM add_to_stored_bytes(stored_by, sum(size)) FROM (SELECT stored_by, -stored_size(old_rows::artists) AS size FROM old_rows) AS sizes GROUP BY stored_by;
        IF FOUND THEN
          
    IF TG_OP <> 'DELETE' THEN
      PERFORM FROM images WHERE id = ANY (ARRAY(SELECT featured_image_id FROM new_rows))
        AND xmin <> pg_current_xact_id()::xid ORDER BY id FOR SHARE;
    END IF;
    PERFORM record_change('artist', ARRAY(SELECT id::text FROM old_rows AS written LIMIT 1001));

        END IF;
      END IF;
      RETURN NULL;
    END $function$;

CREATE OR REPLACE FUNCTION artwork_artists_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
    BEGIN
      IF TG_OP = 'INSERT' THEN
        PERFORM add_to_stored_bytes(stored_by, sum(size)) FROM (SELECT stored_by, stored_size(new_rows::artwork_artists) AS size FROM new_rows) AS sizes GROUP BY stored_by;
        IF FOUND THEN
          
    PERFORM FROM artworks WHERE id = ANY (ARRAY(SELECT artwork_id FROM new_rows AS changed))
      AND xmin <> pg_current_xact_id()::xid ORDER BY id FOR SHARE;
    IF FOUND THEN
      PERFORM remove_artwork_documents(ARRAY(SELECT artwork_id FROM new_rows AS changed));
    END IF;
    -- As record_change does, without the cost of a call.
    INSERT INTO change_log (subject, ids, is_derived)
    SELECT 'artist', CASE WHEN count(*) <= 1000 THEN array_agg(artist_id::text) END, true
    FROM (SELECT DISTINCT artist_id FROM new_rows AS changed LIMIT 1001) AS credited;

        END IF;
      END IF;
      IF TG_OP = 'UPDATE' THEN
        PERFORM add_to_stored_bytes(stored_by, sum(size)) FROM (SELECT stored_by, stored_size(new_rows::artwork_artists) AS size FROM new_rows
        UNION ALL SELECT stored_by, -stored_size(old_rows::artwork_artists) FROM old_rows) AS sizes GROUP BY stored_by;
        IF FOUND THEN
          
    PERFORM FROM artworks WHERE id = ANY (ARRAY(SELECT artwork_id FROM (SELECT * FROM old_rows UNION ALL SELECT * FROM new_rows) AS changed))
      AND xmin <> pg_current_xact_id()::xid ORDER BY id FOR SHARE;
    IF FOUND THEN
      PERFORM remove_artwork_documents(ARRAY(SELECT artwork_id FROM (SELECT * FROM old_rows UNION ALL SELECT * FROM new_rows) AS changed));
    END IF;
    -- As record_change does, without the cost of a call.
    INSERT INTO change_log (subject, ids, is_derived)
    SELECT 'artist', CASE WHEN count(*) <= 1000 THEN array_agg(artist_id::text) END, true
    FROM (SELECT DISTINCT artist_id FROM (SELECT * FROM old_rows UNION ALL SELECT * FROM new_rows) AS changed LIMIT 1001) AS credited;

        END IF;
      END IF;
      IF TG_OP = 'DELETE' THEN
        PERFORM add_to_stored_bytes(stored_by, sum(size)) FROM (SELECT stored_by, -stored_size(old_rows::artwork_artists) AS size FROM old_rows) AS sizes GROUP BY stored_by;
        IF FOUND THEN
          
    PERFORM FROM artworks WHERE id = ANY (ARRAY(SELECT artwork_id FROM old_rows AS changed))
      AND xmin <> pg_current_xact_id()::xid ORDER BY id FOR SHARE;
    IF FOUND THEN
      PERFORM remove_artwork_documents(ARRAY(SELECT artwork_id FROM old_rows AS changed));
    END IF;
    -- As record_change does, without the cost of a call.
    INSERT INTO change_log (subject, ids, is_derived)
    SELECT 'artist', CASE WHEN count(*) <= 1000 THEN array_agg(artist_id::text) END, true
    FROM (SELECT DISTINCT artist_id FROM old_rows AS changed LIMIT 1001) AS credited;

        END IF;
      END IF;
      RETURN NULL;
    END $function$;

CREATE OR REPLACE FUNCTION artwork_categories_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
    BEGIN
      IF TG_OP = 'INSERT' THEN
        PERFORM FROM new_rows AS written LIMIT 1;
        IF FOUND THEN
          
    PERFORM record_change('artwork_category', ARRAY(SELECT id::text FROM new_rows AS written LIMIT 1001));

        END IF;
      END IF;
      IF TG_OP = 'UPDATE' THEN
        PERFORM FROM new_rows AS written LIMIT 1;
        IF FOUND THEN
          
    PERFORM record_change('artwork_category', ARRAY(SELECT id::text FROM new_rows AS written LIMIT 1001));

        END IF;
      END IF;
      IF TG_OP = 'DELETE' THEN
        PERFORM FROM old_rows AS written LIMIT 1;
        IF FOUND THEN
          
    PERFORM record_change('artwork_category', ARRAY(SELECT id::text FROM old_rows AS written LIMIT 1001));

        END IF;
      END IF;
      RETURN NULL;
    END $function$;

CREATE OR REPLACE FUNCTION artwork_category_collectors_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
    BEGIN
      IF TG_OP = 'INSERT' THEN
        PERFORM FROM new_rows AS written LIMIT 1;
        IF FOUND THEN
          
    PERFORM record_change('artwork_category', ARRAY(SELECT DISTINCT category_id::text FROM new_rows AS changed LIMIT 1001));

        END IF;
      END IF;
      IF TG_OP = 'UPDATE' THEN
        PERFORM FROM new_rows AS written LIMIT 1;
        IF FOUND THEN
          
    PERFORM record_change('artwork_category', ARRAY(SELECT DISTINCT category_id::text FROM (SELECT * FROM old_rows UNION ALL SELECT * FROM new_rows) AS changed LIMIT 1001));

        END IF;
      END IF;
      IF TG_OP = 'DELETE' THEN
        PERFORM FROM old_rows AS written LIMIT 1;
        IF FOUND THEN
          
    PERFORM record_change('artwork_category', ARRAY(SELECT DISTINCT category_id::text FROM old_rows AS changed LIMIT 1001));

        END IF;
      END IF;
      RETURN NULL;
    END $function$;

CREATE OR REPLACE FUNCTION artwork_image_colors_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
    BEGIN
      IF TG_OP = 'INSERT' THEN
        PERFORM FROM new_rows AS written LIMIT 1;
        IF FOUND THEN
          
    PERFORM FROM artwork_images WHERE id = ANY (ARRAY(SELECT artwork_image_id FROM new_rows AS changed))
      AND xmin <> pg_current_xact_id()::xid ORDER BY id FOR NO KEY UPDATE;
    IF FOUND THEN
      PERFORM record_change('artworks', '{}');
      PERFORM remove_artwork_documents(ARRAY(
        SELECT id FROM artworks WHERE featured_image_id = ANY (ARRAY(SELECT artwork_image_id FROM new_rows AS changed))));
    END IF;

        END IF;
      END IF;
      IF TG_OP = 'UPDATE' THEN
        PERFORM FROM new_rows AS written LIMIT 1;
        IF FOUND THEN
          
    PERFORM FROM artwork_images WHERE id = ANY (ARRAY(SELECT artwork_image_id FROM (SELECT * FROM old_rows UNION ALL SELECT * FROM new_rows) AS changed))
      AND xmin <> pg_current_xact_id()::xid ORDER BY id FOR NO KEY UPDATE;
    IF FOUND THEN
      PERFORM record_change('artworks', '{}');
      PERFORM remove_artwork_documents(ARRAY(
        SELECT id FROM artworks WHERE featured_image_id = ANY (ARRAY(SELECT artwork_image_id FROM (SELECT * FROM old_rows UNION ALL SELECT * FROM new_rows) AS changed))));
    END IF;

        END IF;
      END IF;
      IF TG_OP = 'DELETE' THEN
        PERFORM FROM old_rows AS written LIMIT 1;
        IF FOUND THEN
          
    PERFORM FROM artwork_images WHERE id = ANY (ARRAY(SELECT artwork_image_id FROM old_rows AS changed))
      AND xmin <> pg_current_xact_id()::xid ORDER BY id FOR NO KEY UPDATE;
    IF FOUND THEN
      PERFORM record_change('artworks', '{}');
      PERFORM remove_artwork_documents(ARRAY(
        SELECT id FROM artworks WHERE featured_image_id = ANY (ARRAY(SELECT artwork_image_id FROM old_rows AS changed))));
    END IF;

        END IF;
      END IF;
      RETURN NULL;
    END $function$;

CREATE OR REPLACE FUNCTION artwork_images_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
    BEGIN
      IF TG_OP = 'INSERT' THEN
        PERFORM add_to_stored_bytes(stored_by, sum(size)) FROM (SELECT stored_by, stored_size(new_rows::artwork_images) AS size FROM new_rows) AS sizes GROUP BY stored_by;
        IF FOUND THEN
          
    IF TG_OP = 'UPDATE' THEN
      PERFORM record_change('artworks', '{}');
      PERFORM remove_artwork_documents(ARRAY(
        SELECT artworks.id FROM artworks JOIN new_rows ON new_rows.id = featured_image_id));
    END IF;

        END IF;
      END IF;
      IF TG_OP = 'UPDATE' THEN
        PERFORM add_to_stored_bytes(stored_by, sum(size)) FROM (SELECT stored_by, stored_size(new_rows::artwork_images) AS size FROM new_rows
        UNION ALL SELECT stored_by, -stored_size(old_rows::artwork_images) FROM old_rows) AS sizes GROUP BY stored_by;
        IF FOUND THEN
          
    IF TG_OP = 'UPDATE' THEN
      PERFORM record_change('artworks', '{}');
      PERFORM remove_artwork_documents(ARRAY(
        SELECT artworks.id FROM artworks JOIN new_rows ON new_rows.id = featured_image_id));
    END IF;

        END IF;
      END IF;
      IF TG_OP = 'DELETE' THEN
        PERFORM add_to_stored_bytes(stored_by, sum(size)) FROM (SELECT stored_by, -stored_size(old_rows::artwork_images) AS size FROM old_rows) AS sizes GROUP BY stored_by;
        IF FOUND THEN
          
    IF TG_OP = 'UPDATE' THEN
      PERFORM record_change('artworks', '{}');
      PERFORM remove_artwork_documents(ARRAY(
        SELECT artworks.id FROM artworks JOIN new_rows ON new_rows.id = featured_image_id));
    END IF;

        END IF;
      END IF;
      RETURN NULL;
    END $function$;

CREATE OR REPLACE FUNCTION artwork_links_truncated()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  DELETE FROM artwork_documents;
  PERFORM record_change(subject, NULL) FROM unnest(ARRAY['artworks', 'artist', 'tag']) AS subject;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION artwork_prices_written()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  entered integer[];
  departed integer[];
BEGIN
  PERFORM lock_offset_index('artworks');
  IF TG_OP <> 'DELETE' THEN
    entered := ARRAY(
      SELECT segment.no FROM new_rows CROSS JOIN LATERAL segments_of(new_rows::artwork_prices) AS segment
      WHERE is_public);
  END IF;
  IF TG_OP <> 'INSERT' THEN
    departed := ARRAY(
      SELECT segment.no FROM old_rows CROSS JOIN LATERAL segments_of(old_rows::artwork_prices) AS segment
      WHERE is_public);
  END IF;
  IF TG_OP = 'UPDATE' OR entered <> '{}' OR departed <> '{}' THEN
    PERFORM record_change('artworks', '{}', segments, deltas) FROM moved_rows(entered, departed);
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION artwork_tags_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
    BEGIN
      IF TG_OP = 'INSERT' THEN
        PERFORM add_to_stored_bytes(stored_by, sum(size)) FROM (SELECT stored_by, stored_size(new_rows::artwork_tags) AS size FROM new_rows) AS sizes GROUP BY stored_by;
        IF FOUND THEN
          
    PERFORM remove_artwork_documents(ARRAY(SELECT artwork_id FROM new_rows AS changed));

        END IF;
      END IF;
      IF TG_OP = 'UPDATE' THEN
        PERFORM add_to_stored_bytes(stored_by, sum(size)) FROM (SELECT stored_by, stored_size(new_rows::artwork_tags) AS size FROM new_rows
        UNION ALL SELECT stored_by, -stored_size(old_rows::artwork_tags) FROM old_rows) AS sizes GROUP BY stored_by;
        IF FOUND THEN
          
    PERFORM remove_artwork_documents(ARRAY(SELECT artwork_id FROM (SELECT * FROM old_rows UNION ALL SELECT * FROM new_rows) AS changed));

        END IF;
      END IF;
      IF TG_OP = 'DELETE' THEN
        PERFORM add_to_stored_bytes(stored_by, sum(size)) FROM (SELECT stored_by, -stored_size(old_rows::artwork_tags) AS size FROM old_rows) AS sizes GROUP BY stored_by;
        IF FOUND THEN
          
    PERFORM remove_artwork_documents(ARRAY(SELECT artwork_id FROM old_rows AS changed));

        END IF;
      END IF;
      RETURN NULL;
    END $function$;

CREATE OR REPLACE FUNCTION artworks_beside(all_words tsquery, is_phrase boolean)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'on'
AS $function$
      DECLARE
        one bigint;
        total bigint := 0;
      BEGIN
        FOR one IN 
    SELECT 1 + splitting(title) + splitting(medium) AS records
    FROM artworks WHERE is_phrase AND words_of_artwork(title, medium) @@ all_words AND is_public
    UNION ALL
    SELECT 1 + CASE WHEN is_phrase THEN splitting(name) ELSE 0 END FROM artists WHERE word_positions('t', name) @@ all_words
    UNION ALL
    SELECT 1 + CASE WHEN is_phrase THEN splitting(name) ELSE 0 END FROM galleries WHERE word_positions('t', name) @@ all_words
    UNION ALL
    SELECT 1 + CASE WHEN is_phrase THEN splitting(name) ELSE 0 END FROM tags WHERE word_positions('t', name) @@ all_words LOOP
          total := total + one;
          EXIT WHEN is_phrase AND total > most_compared();
        END LOOP;
        RETURN total;
      END $function$;

CREATE OR REPLACE FUNCTION artworks_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  ids integer[] := ARRAY(SELECT id FROM old_rows);
  gallery_ids integer[] := ARRAY(SELECT DISTINCT gallery_id FROM old_rows WHERE is_public);
  departed integer[];
BEGIN
  IF ids = '{}' THEN
    RETURN NULL;
  END IF;
  -- Documents.
  DELETE FROM artwork_documents WHERE id = ANY (ids);
  -- Prices, whose trigger records their segments.
  DELETE FROM artwork_prices WHERE artwork_id = ANY (ids);
  -- Segments.
  PERFORM lock_offset_index('artworks');
  departed := ARRAY(
    SELECT segment.no FROM old_rows CROSS JOIN LATERAL segments_of(old_rows::artworks) AS segment WHERE is_public);
  -- Counts.
  PERFORM add_to_artwork_counts(gallery_id, -count(*), -count(*) FILTER (WHERE available_for_sale = 'available'))
  FROM old_rows WHERE is_public GROUP BY gallery_id ORDER BY gallery_id;
  PERFORM FROM galleries WHERE id = ANY (gallery_ids) AND xmin <> pg_current_xact_id()::xid
    ORDER BY id FOR KEY SHARE;
  -- Bytes.
  PERFORM add_to_stored_bytes(stored_by, -sum(stored_size(old_rows::artworks)))
  FROM old_rows WHERE stored_by IS NOT NULL GROUP BY stored_by;
  -- Log. The foreign key of artwork_artists has already deleted the links to artists, which recorded the artists.
  PERFORM record_artworks(ids[:1001]::text[], NULL, departed, gallery_ids);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION artworks_inserted()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  ids text[] := ARRAY(SELECT id::text FROM new_rows LIMIT 1001);
  gallery_ids integer[] := ARRAY(SELECT DISTINCT gallery_id FROM new_rows WHERE is_public);
  segments integer[];
  deltas integer[];
BEGIN
  IF ids = '{}' THEN
    RETURN NULL;
  END IF;
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    PERFORM reject_isolation_level();
  END IF;
  -- Prices and segments, in one statement: for a single row, the start of a statement costs more than its work.
  PERFORM lock_offset_index('artworks');
  WITH priced AS (
    INSERT INTO artwork_prices (artwork_id, is_public, rates, price_usd, price_eur)
    SELECT id, is_public, converted.rates, converted.price_usd, converted.price_eur
    FROM new_rows CROSS JOIN LATERAL converted_prices(price, price_currency) AS converted
    RETURNING *
  ), entered AS (
    SELECT segment.no FROM new_rows CROSS JOIN LATERAL segments_of(new_rows::artworks) AS segment WHERE is_public
    UNION ALL
    SELECT segment.no FROM priced CROSS JOIN LATERAL segments_of(priced::artwork_prices) AS segment WHERE is_public
  )
  SELECT array_agg(no), array_agg(rows) INTO segments, deltas FROM (
    SELECT no, count(*)::integer AS rows FROM entered GROUP BY no
  ) AS counted;
  -- Counts.
  PERFORM add_to_artwork_counts(gallery_id, count(*), count(*) FILTER (WHERE available_for_sale = 'available'))
  FROM new_rows WHERE is_public GROUP BY gallery_id ORDER BY gallery_id;
  -- Bytes.
  PERFORM add_to_stored_bytes(stored_by, sum(stored_size(new_rows::artworks)))
  FROM new_rows WHERE stored_by IS NOT NULL GROUP BY stored_by;
  -- Log: the artworks, their galleries, and the venues of these. The links to artists are inserted later, and record them.
  INSERT INTO change_log (subject, ids, segments, deltas, is_derived)
  SELECT changed.subject, CASE WHEN cardinality(changed.ids) <= 1000 THEN changed.ids END, changed.segments, changed.deltas,
    changed.subject <> 'artworks'
  FROM (VALUES
    ('artworks', ids, segments, deltas),
    ('gallery', gallery_ids::text[], NULL, NULL),
    ('venue', ARRAY(SELECT id::text FROM venues WHERE gallery_id = ANY (gallery_ids) LIMIT 1001), NULL, NULL)
  ) AS changed (subject, ids, segments, deltas)
  WHERE changed.ids <> '{}';
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION artworks_truncated()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  DELETE FROM artwork_documents;
  DELETE FROM artwork_prices;
  DELETE FROM artwork_counts;
  PERFORM empty_offset_index('artworks');
  PERFORM record_change(subject, NULL) FROM unnest(ARRAY['gallery', 'venue', 'artist', 'user']) AS subject;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION artworks_updated()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  is_renumbered boolean;
  is_repriced boolean;
  is_moved boolean;
  changes_counts boolean;
  entered integer[];
  departed integer[];
  gallery_ids integer[] := '{}';
  new_ids integer[];
BEGIN
  SELECT bool_or(was.id IS NULL OR becomes.id IS NULL),
    bool_or((was.price, was.price_currency, was.is_public)
      IS DISTINCT FROM (becomes.price, becomes.price_currency, becomes.is_public)),
    bool_or(has_moved(was::artworks, becomes::artworks)),
    bool_or((was.id, was.gallery_id, was.available_for_sale, was.is_public)
      IS DISTINCT FROM (becomes.id, becomes.gallery_id, becomes.available_for_sale, becomes.is_public))
  INTO is_renumbered, is_repriced, is_moved, changes_counts
  FROM old_rows AS was FULL JOIN new_rows AS becomes ON becomes.id = was.id;
  IF is_renumbered IS NULL THEN
    RETURN NULL;
  END IF;
  -- Documents.
  DELETE FROM artwork_documents WHERE id = ANY (ARRAY(SELECT id FROM old_rows));
  -- Prices.
  IF is_renumbered THEN
    new_ids := ARRAY(SELECT id FROM new_rows EXCEPT SELECT id FROM old_rows);
    DELETE FROM artwork_prices WHERE artwork_id = ANY (ARRAY(SELECT id FROM old_rows EXCEPT SELECT id FROM new_rows));
    INSERT INTO artwork_prices (artwork_id, is_public, rates, price_usd, price_eur)
    SELECT id, is_public, converted.rates, converted.price_usd, converted.price_eur
    FROM new_rows CROSS JOIN LATERAL converted_prices(price, price_currency) AS converted
    WHERE id = ANY (new_ids);
  END IF;
  IF is_repriced THEN
    UPDATE artwork_prices SET is_public = changed.is_public, rates = converted.rates,
      price_usd = converted.price_usd, price_eur = converted.price_eur
    FROM new_rows AS changed
    CROSS JOIN LATERAL converted_prices(changed.price, changed.price_currency) AS converted
    WHERE artwork_id = changed.id;
  END IF;
  -- Segments: every update moves the row in the order by `updated_at`, and most updates in no other. The triggers of
  -- `artwork_prices` record those by the price in dollars, except for an insertion.
  PERFORM lock_offset_index('artworks');
  IF is_moved THEN
    entered := ARRAY(
      SELECT segment.no FROM new_rows CROSS JOIN LATERAL segments_of(new_rows::artworks) AS segment WHERE is_public
      UNION ALL
      SELECT segment.no FROM artwork_prices CROSS JOIN LATERAL segments_of(artwork_prices) AS segment
      WHERE is_public AND artwork_id = ANY (new_ids));
    departed := ARRAY(
      SELECT segment.no FROM old_rows CROSS JOIN LATERAL segments_of(old_rows::artworks) AS segment WHERE is_public);
  ELSE
    entered := ARRAY(SELECT segment_by_update(new_rows::artworks) FROM new_rows WHERE is_public);
    departed := ARRAY(SELECT segment_by_update(old_rows::artworks) FROM old_rows WHERE is_public);
  END IF;
  -- Counts.
  IF changes_counts THEN
    PERFORM add_to_artwork_counts(gallery_id, sum(one),
      coalesce(sum(one) FILTER (WHERE available_for_sale = 'available'), 0))
    FROM (
      SELECT gallery_id, available_for_sale, 1 AS one FROM new_rows WHERE is_public
      UNION ALL SELECT gallery_id, available_for_sale, -1 FROM old_rows WHERE is_public
    ) AS moved GROUP BY gallery_id
    HAVING sum(one) <> 0 OR sum(one) FILTER (WHERE available_for_sale = 'available') <> 0
    ORDER BY gallery_id;
    gallery_ids := ARRAY(
      SELECT gallery_id FROM old_rows WHERE is_public UNION SELECT gallery_id FROM new_rows WHERE is_public);
    PERFORM FROM galleries WHERE id = ANY (gallery_ids) AND xmin <> pg_current_xact_id()::xid
      ORDER BY id FOR KEY SHARE;
  END IF;
  -- Bytes.
  PERFORM add_to_stored_bytes(stored_by, sum(size)) FROM (
    SELECT stored_by, stored_size(new_rows::artworks) AS size FROM new_rows
    UNION ALL SELECT stored_by, -stored_size(old_rows::artworks) FROM old_rows
  ) AS sizes WHERE stored_by IS NOT NULL GROUP BY stored_by HAVING sum(size) <> 0;
  -- Log.
  PERFORM record_artworks(
    CASE WHEN is_renumbered THEN ARRAY(SELECT id::text FROM new_rows UNION SELECT id::text FROM old_rows LIMIT 1001)
    ELSE ARRAY(SELECT id::text FROM new_rows LIMIT 1001) END, entered, departed, gallery_ids,
    CASE WHEN gallery_ids <> '{}' THEN ARRAY(SELECT id FROM new_rows) ELSE '{}' END);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION claim_idempotency_key(owner uuid, key text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF pg_try_advisory_xact_lock(hashtextextended(owner || ' ' || key, 5432021)) THEN
    -- A statement of its own, so that its snapshot is newer than the lock.
    PERFORM FROM idempotency_keys
      WHERE owner_id = owner AND idempotency_key = key AND created_at > now() - interval '24 hours';
    IF NOT FOUND THEN
      RETURN;
    END IF;
  END IF;
  -- src/writes/idempotency-queries.ts handles this SQLSTATE.
  RAISE EXCEPTION 'The idempotency key is claimed' USING ERRCODE = 'IK001';
END $function$;

CREATE OR REPLACE FUNCTION colors_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
    BEGIN
      IF TG_OP = 'UPDATE' THEN
        PERFORM FROM new_rows AS written LIMIT 1;
        IF FOUND THEN
          
    PERFORM record_change('artworks', '{}');
    PERFORM remove_artwork_documents(ARRAY(
      SELECT artworks.id FROM artworks
      JOIN artwork_image_colors ON artwork_image_id = featured_image_id
      JOIN new_rows ON new_rows.id = color_id));

        END IF;
      END IF;
      RETURN NULL;
    END $function$;

CREATE OR REPLACE FUNCTION empty_offset_index(emptied text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM lock_offset_index(emptied);
  PERFORM record_change(emptied, NULL, array_agg(no), array_agg(-(rows + pending))) FROM (
    SELECT no, rows, coalesce(sum(delta) FILTER (WHERE NOT pg_visible_in_snapshot(xid, folded_through)), 0)::integer AS pending
    FROM offset_anchors
    JOIN offset_index_state ON list = emptied
    LEFT JOIN (change_log CROSS JOIN LATERAL unnest(change_log.segments, change_log.deltas) AS entry (segment, delta))
      ON segment = no
    WHERE sort_order LIKE emptied || '.%'
    GROUP BY no, rows
  ) AS segments;
END $function$;

CREATE OR REPLACE FUNCTION event_categories_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
    BEGIN
      IF TG_OP = 'INSERT' THEN
        PERFORM FROM new_rows AS written LIMIT 1;
        IF FOUND THEN
          
    PERFORM record_change('event_category', ARRAY(SELECT id::text FROM new_rows AS written LIMIT 1001));
    IF TG_OP = 'UPDATE' THEN
      PERFORM remove_event_documents(ARRAY(
        SELECT events.id FROM events JOIN new_rows ON new_rows.id = category_id
        JOIN old_rows ON old_rows.id = new_rows.id WHERE old_rows.name <> new_rows.name));
    END IF;

        END IF;
      END IF;
      IF TG_OP = 'UPDATE' THEN
        PERFORM FROM new_rows AS written LIMIT 1;
        IF FOUND THEN
          
    PERFORM record_change('event_category', ARRAY(SELECT id::text FROM new_rows AS written LIMIT 1001));
    IF TG_OP = 'UPDATE' THEN
      PERFORM remove_event_documents(ARRAY(
        SELECT events.id FROM events JOIN new_rows ON new_rows.id = category_id
        JOIN old_rows ON old_rows.id = new_rows.id WHERE old_rows.name <> new_rows.name));
    END IF;

        END IF;
      END IF;
      IF TG_OP = 'DELETE' THEN
        PERFORM FROM old_rows AS written LIMIT 1;
        IF FOUND THEN
          
    PERFORM record_change('event_category', ARRAY(SELECT id::text FROM old_rows AS written LIMIT 1001));
    IF TG_OP = 'UPDATE' THEN
      PERFORM remove_event_documents(ARRAY(
        SELECT events.id FROM events JOIN new_rows ON new_rows.id = category_id
        JOIN old_rows ON old_rows.id = new_rows.id WHERE old_rows.name <> new_rows.name));
    END IF;

        END IF;
      END IF;
      RETURN NULL;
    END $function$;

CREATE OR REPLACE FUNCTION event_images_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
    BEGIN
      IF TG_OP = 'INSERT' THEN
        PERFORM add_to_stored_bytes(stored_by, sum(size)) FROM (SELECT stored_by, stored_size(new_rows::event_images) AS size FROM new_rows) AS sizes GROUP BY stored_by;
        IF FOUND THEN
          
    IF TG_OP = 'UPDATE' THEN
      PERFORM record_change('events', '{}');
      PERFORM remove_event_documents(ARRAY(
        SELECT events.id FROM events JOIN new_rows ON new_rows.id = featured_image_id));
    END IF;

        END IF;
      END IF;
      IF TG_OP = 'UPDATE' THEN
        PERFORM add_to_stored_bytes(stored_by, sum(size)) FROM (SELECT stored_by, stored_size(new_rows::event_images) AS size FROM new_rows
        UNION ALL SELECT stored_by, -stored_size(old_rows::event_images) FROM old_rows) AS sizes GROUP BY stored_by;
        IF FOUND THEN
          
    IF TG_OP = 'UPDATE' THEN
      PERFORM record_change('events', '{}');
      PERFORM remove_event_documents(ARRAY(
        SELECT events.id FROM events JOIN new_rows ON new_rows.id = featured_image_id));
    END IF;

        END IF;
      END IF;
      IF TG_OP = 'DELETE' THEN
        PERFORM add_to_stored_bytes(stored_by, sum(size)) FROM (SELECT stored_by, -stored_size(old_rows::event_images) AS size FROM old_rows) AS sizes GROUP BY stored_by;
        IF FOUND THEN
          
    IF TG_OP = 'UPDATE' THEN
      PERFORM record_change('events', '{}');
      PERFORM remove_event_documents(ARRAY(
        SELECT events.id FROM events JOIN new_rows ON new_rows.id = featured_image_id));
    END IF;

        END IF;
      END IF;
      RETURN NULL;
    END $function$;

CREATE OR REPLACE FUNCTION events_beside(all_words tsquery, is_phrase boolean)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'on'
AS $function$
      DECLARE
        one bigint;
        total bigint := 0;
      BEGIN
        FOR one IN 
    SELECT 1 + splitting(title) + splitting(city) + splitting(left(content, 10000)) AS records
    FROM events WHERE is_phrase AND words_of_event(title, city, content) @@ all_words AND is_public
    UNION ALL
    SELECT 1 + CASE WHEN is_phrase THEN splitting(name) + splitting(city) ELSE 0 END
    FROM venues WHERE words_of_venue(name, city) @@ all_words LOOP
          total := total + one;
          EXIT WHEN is_phrase AND total > most_compared();
        END LOOP;
        RETURN total;
      END $function$;

CREATE OR REPLACE FUNCTION events_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
    BEGIN
      IF TG_OP = 'INSERT' THEN
        PERFORM add_to_stored_bytes(stored_by, sum(size)) FROM (SELECT stored_by, stored_size(new_rows::events) AS size FROM new_rows) AS sizes GROUP BY stored_by;
        IF FOUND THEN
          
    DECLARE
      entered integer[];
      departed integer[];
    BEGIN
      PERFORM lock_offset_index('events');
      IF TG_OP <> 'DELETE' THEN
        entered := ARRAY(
          SELECT segment.no FROM new_rows CROSS JOIN LATERAL segments_of(new_rows::events) AS segment WHERE is_public);
      END IF;
      IF TG_OP <> 'INSERT' THEN
        departed := ARRAY(
          SELECT segment.no FROM old_rows CROSS JOIN LATERAL segments_of(old_rows::events) AS segment WHERE is_public);
      END IF;
      PERFORM record_changed_events(ARRAY(SELECT DISTINCT id FROM new_rows AS changed), entered, departed);
    END;

        END IF;
      END IF;
      IF TG_OP = 'UPDATE' THEN
        PERFORM add_to_stored_bytes(stored_by, sum(size)) FROM (SELECT stored_by, stored_size(new_rows::events) AS size FROM new_rows
        UNION ALL SELECT stored_by, -stored_size(old_rows::events) FROM old_rows) AS sizes GROUP BY stored_by;
        IF FOUND THEN
          
    DECLARE
      entered integer[];
      departed integer[];
    BEGIN
      PERFORM lock_offset_index('events');
      IF TG_OP <> 'DELETE' THEN
        entered := ARRAY(
          SELECT segment.no FROM new_rows CROSS JOIN LATERAL segments_of(new_rows::events) AS segment WHERE is_public);
      END IF;
      IF TG_OP <> 'INSERT' THEN
        departed := ARRAY(
          SELECT segment.no FROM old_rows CROSS JOIN LATERAL segments_of(old_rows::events) AS segment WHERE is_public);
      END IF;
      PERFORM record_changed_events(ARRAY(SELECT DISTINCT id FROM (SELECT * FROM old_rows UNION ALL SELECT * FROM new_rows) AS changed), entered, departed);
    END;

        END IF;
      END IF;
      IF TG_OP = 'DELETE' THEN
        PERFORM add_to_stored_bytes(stored_by, sum(size)) FROM (SELECT stored_by, -stored_size(old_rows::events) AS size FROM old_rows) AS sizes GROUP BY stored_by;
        IF FOUND THEN
          
    DECLARE
      entered integer[];
      departed integer[];
    BEGIN
      PERFORM lock_offset_index('events');
      IF TG_OP <> 'DELETE' THEN
        entered := ARRAY(
          SELECT segment.no FROM new_rows CROSS JOIN LATERAL segments_of(new_rows::events) AS segment WHERE is_public);
      END IF;
      IF TG_OP <> 'INSERT' THEN
        departed := ARRAY(
          SELECT segment.no FROM old_rows CROSS JOIN LATERAL segments_of(old_rows::events) AS segment WHERE is_public);
      END IF;
      PERFORM record_changed_events(ARRAY(SELECT DISTINCT id FROM old_rows AS changed), entered, departed);
    END;

        END IF;
      END IF;
      RETURN NULL;
    END $function$;

CREATE OR REPLACE FUNCTION events_truncated()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  DELETE FROM event_documents;
  PERFORM empty_offset_index('events');
  PERFORM record_change(subject, NULL) FROM unnest(ARRAY['venue', 'event_category']) AS subject;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION exchange_rates_written()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  UPDATE exchange_rate_version SET version = version + 1;
  PERFORM record_change('exchange_rate', NULL);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION found_artworks(search text)
 RETURNS TABLE(ids integer[], relevances integer[], records bigint, similar_of jsonb)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
    DECLARE
      unknown text[];
      forgiven text[];
      similar_words text[];
      looked_up bigint;
      once bigint;
    BEGIN
      similar_of := '{}';
      SELECT found.ids, found.relevances, found.records, found.unknown INTO ids, relevances, records, unknown
      FROM artworks_with(search, similar_of) AS found;
      once := records;
      IF ids = '{}' AND EXISTS (SELECT * FROM search_terms(search) EXCEPT SELECT * FROM search_terms_apart(search)) THEN
        similar_of := '{"-": true}';
        SELECT found.ids, found.relevances, found.records, found.unknown INTO ids, relevances, records, unknown
        FROM artworks_with(search, similar_of) AS found;
        once := once + records;
      END IF;
      forgiven := unknown;
      IF ids = '{}' AND unknown = '{}' THEN
        forgiven := ARRAY(SELECT word FROM search_conditions(search, similar_of) WHERE length(word) BETWEEN 2 AND 16);
      END IF;
      IF ids = '{}' AND array_position(forgiven, NULL) IS NULL AND forgiven <> '{}'
        AND (SELECT count(*) FROM unnest(forgiven) AS word WHERE length(word) > 3) <= 3 THEN
        FOR at IN 1..cardinality(forgiven) LOOP
          SELECT similar_in.words, similar_in.looked_up INTO similar_words, looked_up FROM similar_in_artworks(forgiven[at]) AS similar_in;
          once := once + 2 * looked_up;
          EXIT WHEN similar_words IS NULL AND unknown <> '{}';
          similar_of := similar_of || jsonb_strip_nulls(jsonb_build_object(forgiven[at], similar_words));
          IF at = cardinality(forgiven) AND similar_of - '-' <> '{}' THEN
            SELECT found.ids, found.relevances, found.records INTO ids, relevances, records FROM artworks_with(search, similar_of) AS found;
            once := once + records;
          END IF;
        END LOOP;
      END IF;
      records := once;
      RETURN NEXT;
    END $function$;

CREATE OR REPLACE FUNCTION found_events(search text)
 RETURNS TABLE(ids integer[], relevances integer[], records bigint, similar_of jsonb)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
    DECLARE
      unknown text[];
      forgiven text[];
      similar_words text[];
      looked_up bigint;
      once bigint;
    BEGIN
      similar_of := '{}';
      SELECT found.ids, found.relevances, found.records, found.unknown INTO ids, relevances, records, unknown
      FROM events_with(search, similar_of) AS found;
      once := records;
      IF ids = '{}' AND EXISTS (SELECT * FROM search_terms(search) EXCEPT SELECT * FROM search_terms_apart(search)) THEN
        similar_of := '{"-": true}';
        SELECT found.ids, found.relevances, found.records, found.unknown INTO ids, relevances, records, unknown
        FROM events_with(search, similar_of) AS found;
        once := once + records;
      END IF;
      forgiven := unknown;
      IF ids = '{}' AND unknown = '{}' THEN
        forgiven := ARRAY(SELECT word FROM search_conditions(search, similar_of) WHERE length(word) BETWEEN 2 AND 16);
      END IF;
      IF ids = '{}' AND array_position(forgiven, NULL) IS NULL AND forgiven <> '{}'
        AND (SELECT count(*) FROM unnest(forgiven) AS word WHERE length(word) > 3) <= 3 THEN
        FOR at IN 1..cardinality(forgiven) LOOP
          SELECT similar_in.words, similar_in.looked_up INTO similar_words, looked_up FROM similar_in_events(forgiven[at]) AS similar_in;
          once := once + 2 * looked_up;
          EXIT WHEN similar_words IS NULL AND unknown <> '{}';
          similar_of := similar_of || jsonb_strip_nulls(jsonb_build_object(forgiven[at], similar_words));
          IF at = cardinality(forgiven) AND similar_of - '-' <> '{}' THEN
            SELECT found.ids, found.relevances, found.records INTO ids, relevances, records FROM events_with(search, similar_of) AS found;
            once := once + records;
          END IF;
        END LOOP;
      END IF;
      records := once;
      RETURN NEXT;
    END $function$;

CREATE OR REPLACE FUNCTION galleries_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
    BEGIN
      IF TG_OP = 'INSERT' THEN
        PERFORM add_to_stored_bytes(stored_by, sum(size)) FROM (SELECT stored_by, stored_size(new_rows::galleries) AS size FROM new_rows) AS sizes GROUP BY stored_by;
        IF FOUND THEN
          
    IF TG_OP <> 'DELETE' THEN
      PERFORM FROM users WHERE id = ANY (ARRAY(SELECT owner_id FROM new_rows))
        AND xmin <> pg_current_xact_id()::xid ORDER BY id FOR SHARE;
      PERFORM FROM images WHERE id = ANY (ARRAY(SELECT featured_image_id FROM new_rows))
        AND xmin <> pg_current_xact_id()::xid ORDER BY id FOR SHARE;
    END IF;
    PERFORM record_change('gallery', ARRAY(SELECT id::text FROM new_rows AS written LIMIT 1001));

        END IF;
      END IF;
      IF TG_OP = 'UPDATE' THEN
        PERFORM add_to_stored_bytes(stored_by, sum(size)) FROM (SELECT stored_by, stored_size(new_rows::galleries) AS size FROM new_rows
        UNION ALL SELECT stored_by, -stored_size(old_rows::galleries) FROM old_rows) AS sizes GROUP BY stored_by;
        IF FOUND THEN
          
    IF TG_OP <> 'DELETE' THEN
      PERFORM FROM users WHERE id = ANY (ARRAY(SELECT owner_id FROM new_rows))
        AND xmin <> pg_current_xact_id()::xid ORDER BY id FOR SHARE;
      PERFORM FROM images WHERE id = ANY (ARRAY(SELECT featured_image_id FROM new_rows))
        AND xmin <> pg_current_xact_id()::xid ORDER BY id FOR SHARE;
    END IF;
    PERFORM record_change('gallery', ARRAY(SELECT id::text FROM new_rows AS written LIMIT 1001));

        END IF;
      END IF;
      IF TG_OP = 'DELETE' THEN
        PERFORM add_to_stored_bytes(stored_by, sum(size)) FROM (SELECT stored_by, -stored_size(old_rows::galleries) AS size FROM old_rows) AS sizes GROUP BY stored_by;
        IF FOUND THEN
          
    IF TG_OP <> 'DELETE' THEN
      PERFORM FROM users WHERE id = ANY (ARRAY(SELECT owner_id FROM new_rows))
        AND xmin <> pg_current_xact_id()::xid ORDER BY id FOR SHARE;
      PERFORM FROM images WHERE id = ANY (ARRAY(SELECT featured_image_id FROM new_rows))
        AND xmin <> pg_current_xact_id()::xid ORDER BY id FOR SHARE;
    END IF;
    PERFORM record_change('gallery', ARRAY(SELECT id::text FROM old_rows AS written LIMIT 1001));

        END IF;
      END IF;
      RETURN NULL;
    END $function$;

CREATE OR REPLACE FUNCTION images_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
    BEGIN
      IF TG_OP = 'INSERT' THEN
        PERFORM add_to_stored_bytes(stored_by, sum(size)) FROM (SELECT stored_by, stored_size(new_rows::images) AS size FROM new_rows) AS sizes GROUP BY stored_by;
        IF FOUND THEN
          
    IF TG_OP = 'UPDATE' THEN
      PERFORM record_change('gallery', ARRAY(
        SELECT galleries.id::text FROM galleries JOIN new_rows ON new_rows.id = featured_image_id LIMIT 1001));
      PERFORM record_change('artist', ARRAY(
        SELECT artists.id::text FROM artists JOIN new_rows ON new_rows.id = featured_image_id LIMIT 1001));
    END IF;

        END IF;
      END IF;
      IF TG_OP = 'UPDATE' THEN
        PERFORM add_to_stored_bytes(stored_by, sum(size)) FROM (SELECT stored_by, stored_size(new_rows::images) AS size FROM new_rows
        UNION ALL SELECT stored_by, -stored_size(old_rows::images) FROM old_rows) AS sizes GROUP BY stored_by;
        IF FOUND THEN
          
    IF TG_OP = 'UPDATE' THEN
      PERFORM record_change('gallery', ARRAY(
        SELECT galleries.id::text FROM galleries JOIN new_rows ON new_rows.id = featured_image_id LIMIT 1001));
      PERFORM record_change('artist', ARRAY(
        SELECT artists.id::text FROM artists JOIN new_rows ON new_rows.id = featured_image_id LIMIT 1001));
    END IF;

        END IF;
      END IF;
      IF TG_OP = 'DELETE' THEN
        PERFORM add_to_stored_bytes(stored_by, sum(size)) FROM (SELECT stored_by, -stored_size(old_rows::images) AS size FROM old_rows) AS sizes GROUP BY stored_by;
        IF FOUND THEN
          
    IF TG_OP = 'UPDATE' THEN
      PERFORM record_change('gallery', ARRAY(
        SELECT galleries.id::text FROM galleries JOIN new_rows ON new_rows.id = featured_image_id LIMIT 1001));
      PERFORM record_change('artist', ARRAY(
        SELECT artists.id::text FROM artists JOIN new_rows ON new_rows.id = featured_image_id LIMIT 1001));
    END IF;

        END IF;
      END IF;
      RETURN NULL;
    END $function$;

CREATE OR REPLACE FUNCTION import_exchange_rates(dates date[], currencies text[], units numeric[], publisher text, jump_factor numeric, OUT added integer, OUT changed integer, OUT days integer, OUT jump json)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  -- Two files at once: without the lock, the second would count what the first has stored.
  LOCK TABLE exchange_rates IN SHARE ROW EXCLUSIVE MODE;
  WITH published AS (
    SELECT unnest(dates) AS rate_date, unnest(currencies) AS currency, unnest(units)::numeric(16, 6) AS units_per_euro
  )
  SELECT array_agg(published.rate_date), array_agg(currency), array_agg(published.units_per_euro),
    count(*) FILTER (WHERE stored IS NULL), count(stored), count(DISTINCT rate_date)
  INTO dates, currencies, units, added, changed, days
  FROM published LEFT JOIN exchange_rates AS stored USING (currency, rate_date)
  WHERE published.units_per_euro IS DISTINCT FROM stored.units_per_euro;
  IF days = 0 THEN
    RETURN;
  END IF;
  INSERT INTO exchange_rates (rate_date, currency, units_per_euro, source)
  SELECT unnest(dates), unnest(currencies), unnest(units), publisher
  ON CONFLICT (currency, rate_date) DO UPDATE
    SET units_per_euro = excluded.units_per_euro, source = excluded.source;
  SELECT json_build_object('currency', own.currency, 'date', own.rate_date, 'units', own.units::text,
    'other_date', other.rate_date, 'other_units', other.units_per_euro::text)
  INTO jump
  FROM unnest(dates, currencies, units) AS own (rate_date, currency, units) CROSS JOIN LATERAL (
    (SELECT rate_date, units_per_euro FROM exchange_rates AS earlier
    WHERE earlier.currency = own.currency AND earlier.rate_date < own.rate_date
    ORDER BY rate_date DESC LIMIT 1)
    UNION ALL
    (SELECT rate_date, units_per_euro FROM exchange_rates AS later
    WHERE later.currency = own.currency AND later.rate_date > own.rate_date
    ORDER BY rate_date LIMIT 1)
  ) AS other
  WHERE greatest(own.units, other.units_per_euro) >= jump_factor * least(own.units, other.units_per_euro)
  ORDER BY own.rate_date, own.currency LIMIT 1;
END $function$;

CREATE OR REPLACE FUNCTION keep_publish_status()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW.publish_status <> OLD.publish_status
      AND (OLD.publish_status || ' ' || NEW.publish_status) NOT IN
        ('draft published', 'published archived', 'archived published') THEN
      RAISE EXCEPTION 'A record that is % cannot become %', OLD.publish_status, NEW.publish_status
        USING ERRCODE = 'check_violation', CONSTRAINT = 'publish_status_transition';
    END IF;
    NEW.published_at := coalesce(OLD.published_at, NEW.published_at);
  END IF;
  IF NEW.publish_status = 'draft' THEN
    NEW.published_at := NULL;
  ELSIF NEW.published_at IS NULL THEN
    NEW.published_at := now();
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION lab(red integer, green integer, blue integer)
 RETURNS double precision[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  light float8[] := ARRAY[red, green, blue]::float8[];
  root float8[];
BEGIN
  FOR channel IN 1..3 LOOP
    light[channel] := light[channel] / 255;
    light[channel] := CASE WHEN light[channel] <= 0.04045 THEN light[channel] / 12.92
      ELSE ((light[channel] + 0.055) / 1.055) ^ 2.4 END;
  END LOOP;
  root := ARRAY[
    (0.4124564 * light[1] + 0.3575761 * light[2] + 0.1804375 * light[3]) / 0.95047,
    0.2126729 * light[1] + 0.7151522 * light[2] + 0.0721749 * light[3],
    (0.0193339 * light[1] + 0.1191920 * light[2] + 0.9503041 * light[3]) / 1.08883];
  FOR axis IN 1..3 LOOP
    root[axis] := CASE WHEN root[axis] > 216 / 24389.0 THEN cbrt(root[axis]) ELSE (24389 / 27.0 * root[axis] + 16) / 116 END;
  END LOOP;
  RETURN ARRAY[116 * root[2] - 16, 500 * (root[1] - root[2]), 200 * (root[2] - root[3])];
END $function$;

CREATE OR REPLACE FUNCTION lock_gallery_of_venue()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM FROM galleries WHERE id = NEW.gallery_id AND xmin <> pg_current_xact_id()::xid FOR UPDATE;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION make_search(list text, hits text, has text, beside text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  kind record;
BEGIN
  -- The functions of public records, and those of unpublished records with these ids.
  --
  -- The hits of a term are a statement of their own, because PostgreSQL would not read a partial index for the condition of a join: it
  -- leaves out what the condition costs without an index. The plan for the public does not depend on the term, and the other one
  -- depends on the number of ids. `enable_seqscan` is off, because statistics that are older than a load may say that no record is
  --  `enable_bitmapscan` is on, because an index of words allows no other scan, and some connections have it off.
  --
  -- The scan of an index compares the phrase with the texts of all unpublished records, before it looks at ids. So it looks for the
  -- words, and the phrase is compared with the texts of these ids alone, by a condition that no index has.
  FOR kind IN
    SELECT list AS name, '' AS parameter, '' AS argument, 'is_public' AS passes, 'true' AS linked, true AS counts_names,
      'SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_bitmapscan = on' AS settings, hits AS sql
    UNION ALL
    SELECT 'unpublished_' || list, ', among integer[]', ', among', format('NOT is_public AND %s.id = ANY (among)', list), 'artwork_id = ANY (among)', false,
      'SET plan_cache_mode = force_custom_plan SET enable_bitmapscan = on',
      regexp_replace(hits, '(\w+\([^()]*\)) @@ (\w+)', '\1 @@ in_any_order(\2) AND CASE WHEN \2::text LIKE ''%<->%'' THEN \1 @@ \2 ELSE true END', 'g')
  LOOP
    EXECUTE format($$
      CREATE OR REPLACE FUNCTION %1$s_hits(in_title tsquery, whole_in_title tsquery, in_city tsquery, in_text tsquery%2$s)
      RETURNS TABLE (id integer, weight integer, records integer) LANGUAGE sql STABLE SET search_path FROM CURRENT %3$s
      AS %4$L $$, kind.name, kind.parameter, kind.settings, replace(replace(kind.sql, '{passes}', kind.passes), '{linked}', kind.linked));
    -- What a term costs besides the records that it finds, as a number of these. All names with its words are read, also those of
    -- no record. An index does not have the places of words, so each text with all words of a phrase is split again. What is more
    -- than a search may split is not counted: it would read all these texts for their lengths.
    EXECUTE format($$
      CREATE OR REPLACE FUNCTION %1$s_beside(all_words tsquery, is_phrase boolean%2$s)
      RETURNS bigint LANGUAGE plpgsql STABLE SET search_path FROM CURRENT %3$s
      AS %4$L $$, kind.name, kind.parameter, kind.settings, format($$
      DECLARE
        one bigint;
        total bigint := 0;
      BEGIN
        FOR one IN %s LOOP
          total := total + one;
          EXIT WHEN is_phrase AND total > most_compared();
        END LOOP;
        RETURN total;
      END $$, replace(beside, '{passes}', kind.passes)));
    -- The conditions of a search, with what each costs besides records. A phrase beyond what a search may split, with those that
    -- cost less, counts as its words in any order: no text is split for it.
    EXECUTE format($$
      CREATE OR REPLACE FUNCTION %1$s_conditions(search text, similar_of jsonb%2$s)
      RETURNS TABLE (term bigint, word text, in_title tsquery, whole_in_title tsquery, in_city tsquery, in_text tsquery, beside bigint)
      LANGUAGE sql STABLE SET search_path FROM CURRENT
      AS %3$L $$, kind.name, kind.parameter, format($$
      WITH exact AS MATERIALIZED (
        SELECT conditions.*, is_phrase, (
          SELECT coalesce(sum(%1$s_beside(in_any_order(words), is_phrase%2$s)), 0)::bigint FROM unnest(fields) AS words
        ) AS beside
        FROM search_conditions(search, similar_of) AS conditions,
          LATERAL (SELECT in_title || in_city || in_text AS in_any) AS of_fields,
          LATERAL (SELECT in_any::text LIKE '%%<->%%' AS is_phrase) AS kinds,
          LATERAL (SELECT CASE
            WHEN is_phrase AND in_title::text = whole_in_title::text THEN ARRAY[in_title, in_city, in_text]
            WHEN is_phrase THEN ARRAY[in_title, whole_in_title, in_city, in_text]
            WHEN %3$L THEN ARRAY[in_any] END AS fields) AS reads
      ), limited AS MATERIALIZED (
        SELECT *, is_phrase AND sum(beside) FILTER (WHERE is_phrase) OVER (ORDER BY beside, term) > most_compared() AS is_apart FROM exact
      )
      SELECT term, word, in_title, whole_in_title, in_city, in_text, beside FROM limited WHERE NOT is_apart
      UNION ALL
      SELECT term, word, in_any_order(in_title), in_any_order(whole_in_title), in_any_order(in_city), in_any_order(in_text),
        CASE WHEN %3$L THEN %1$s_beside(in_any_order(in_title || in_city || in_text), false%2$s) ELSE 0 END
      FROM limited WHERE is_apart$$, kind.name, kind.argument, kind.counts_names));
    -- The records with all terms. `unknown` has the words that none of them has; null stands for a phrase.
    EXECUTE format($$
      CREATE OR REPLACE FUNCTION %1$s_with(search text, similar_of jsonb%2$s)
      RETURNS TABLE (ids integer[], relevances integer[], records bigint, unknown text[]) LANGUAGE sql STABLE SET search_path FROM CURRENT
      AS %3$L $$, kind.name, kind.parameter, format($$
      WITH conditions AS MATERIALIZED (
        SELECT * FROM %1$s_conditions(search, similar_of%2$s)
      ), hits AS MATERIALIZED (
        SELECT term, id, weight, hits.records
        FROM conditions, LATERAL %1$s_hits(in_title, whole_in_title, in_city, in_text%2$s) AS hits
      ), of_terms AS (
        SELECT term, id, max(weight) AS weight FROM hits GROUP BY term, id
      ), found AS MATERIALIZED (
        SELECT id, sum(weight)::integer AS relevance FROM of_terms GROUP BY id HAVING count(*) = (SELECT count(*) FROM conditions)
      )
      SELECT ARRAY(SELECT id FROM found ORDER BY id), ARRAY(SELECT relevance FROM found ORDER BY id),
        (SELECT coalesce(sum(hits.records), 0)::bigint FROM hits) + (SELECT coalesce(sum(beside), 0)::bigint FROM conditions),
        ARRAY(SELECT word FROM conditions WHERE term NOT IN (SELECT term FROM hits))$$, kind.name, kind.argument));
  END LOOP;
  -- Those of the words that differ by a letter, that there are.
  EXECUTE format($$
    CREATE OR REPLACE FUNCTION similar_in_%1$s(word text, OUT words text[], OUT looked_up bigint) LANGUAGE sql STABLE SET search_path FROM CURRENT
    SET enable_seqscan = off SET enable_bitmapscan = on
    AS %2$L $$, list, format($$SELECT array_agg(other) FILTER (WHERE %s), count(*) FROM similar_words(word) AS other$$, replace(has, '{word}', 'other')));
  -- What a search of the public finds. If no public record has all terms, those of search_terms_apart are searched for. If none has
  -- all of these, a misspelt letter is forgiven in words that no public record has, or in each if there are none of these, so that
  -- nothing tells of a draft. It is not forgiven in more than three words of four letters, which bounds what is looked up. Without
  -- similar words, nothing is searched for again. `records` is the number of records that it reads: a word that differs by a letter
  -- takes the time of two.
  EXECUTE format($$
    CREATE OR REPLACE FUNCTION found_%1$s(search text)
    RETURNS TABLE (ids integer[], relevances integer[], records bigint, similar_of jsonb) LANGUAGE plpgsql STABLE SET search_path FROM CURRENT
    AS %2$L $$, list, format($$
    DECLARE
      unknown text[];
      forgiven text[];
      similar_words text[];
      looked_up bigint;
      once bigint;
    BEGIN
      similar_of := '{}';
      SELECT found.ids, found.relevances, found.records, found.unknown INTO ids, relevances, records, unknown
      FROM %1$s_with(search, similar_of) AS found;
      once := records;
      IF ids = '{}' AND EXISTS (SELECT * FROM search_terms(search) EXCEPT SELECT * FROM search_terms_apart(search)) THEN
        similar_of := '{"-": true}';
        SELECT found.ids, found.relevances, found.records, found.unknown INTO ids, relevances, records, unknown
        FROM %1$s_with(search, similar_of) AS found;
        once := once + records;
      END IF;
      forgiven := unknown;
      IF ids = '{}' AND unknown = '{}' THEN
        forgiven := ARRAY(SELECT word FROM search_conditions(search, similar_of) WHERE length(word) BETWEEN 2 AND 16);
      END IF;
      IF ids = '{}' AND array_position(forgiven, NULL) IS NULL AND forgiven <> '{}'
        AND (SELECT count(*) FROM unnest(forgiven) AS word WHERE length(word) > 3) <= 3 THEN
        FOR at IN 1..cardinality(forgiven) LOOP
          SELECT similar_in.words, similar_in.looked_up INTO similar_words, looked_up FROM similar_in_%1$s(forgiven[at]) AS similar_in;
          once := once + 2 * looked_up;
          EXIT WHEN similar_words IS NULL AND unknown <> '{}';
          similar_of := similar_of || jsonb_strip_nulls(jsonb_build_object(forgiven[at], similar_words));
          IF at = cardinality(forgiven) AND similar_of - '-' <> '{}' THEN
            SELECT found.ids, found.relevances, found.records INTO ids, relevances, records FROM %1$s_with(search, similar_of) AS found;
            once := once + records;
          END IF;
        END LOOP;
      END IF;
      records := once;
      RETURN NEXT;
    END $$, list));
  -- What a search finds among records with these ids, of any state: the most relevant first. It forgives what the public search
  -- forgives.
  EXECUTE format($$
    CREATE OR REPLACE FUNCTION found_among_%1$s(search text, among integer[])
    RETURNS TABLE (ids integer[], records bigint) LANGUAGE sql STABLE SET search_path FROM CURRENT
    AS %2$L $$, list, format($$
    WITH of_public AS MATERIALIZED (
      SELECT * FROM found_%1$s(search)
    ), of_others AS MATERIALIZED (
      SELECT others.* FROM of_public, unpublished_%1$s_with(search, similar_of, among) AS others
    ), found AS (
      SELECT found.* FROM of_public, unnest(ids, relevances) AS found (id, relevance) WHERE id = ANY (among)
      UNION ALL
      SELECT found.* FROM of_others, unnest(ids, relevances) AS found (id, relevance)
    )
    SELECT ARRAY(SELECT id FROM found ORDER BY relevance DESC, id DESC), of_public.records + of_others.records
    FROM of_public, of_others$$, list));
END $function$;

CREATE OR REPLACE FUNCTION move_updated_at()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF NEW.updated_at <= OLD.updated_at THEN
    NEW.updated_at := greatest(clock_timestamp(), OLD.updated_at + interval '1 microsecond');
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION next_pending(feed text, first_id integer, most integer)
 RETURNS SETOF integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_sort TO 'off'
AS $function$
BEGIN
  RETURN QUERY SELECT id FROM feed_pending WHERE list = feed AND id >= first_id ORDER BY id LIMIT most;
END $function$;

CREATE OR REPLACE FUNCTION on_change(changed_table text, statements text, commands text[] DEFAULT '{INSERT,UPDATE,DELETE}'::text[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  handler text := changed_table || '_changed';
  has_bytes boolean := EXISTS (
    SELECT FROM pg_attribute WHERE attrelid = to_regclass(quote_ident(changed_table)) AND attname = 'stored_by');
  command record;
  body text := '';
  triggers text := '';
BEGIN
  FOR command IN
    SELECT * FROM (VALUES
      ('INSERT', 'NEW TABLE AS new_rows', 'new_rows', 'new_rows',
        'SELECT stored_by, stored_size(new_rows::%1$I) AS size FROM new_rows'),
      ('UPDATE', 'OLD TABLE AS old_rows NEW TABLE AS new_rows',
        'new_rows', '(SELECT * FROM old_rows UNION ALL SELECT * FROM new_rows)',
        'SELECT stored_by, stored_size(new_rows::%1$I) AS size FROM new_rows
        UNION ALL SELECT stored_by, -stored_size(old_rows::%1$I) FROM old_rows'),
      ('DELETE', 'OLD TABLE AS old_rows', 'old_rows', 'old_rows',
        'SELECT stored_by, -stored_size(old_rows::%1$I) AS size FROM old_rows')
    ) AS command (name, transition, written, changed, sizes) WHERE name = ANY (commands)
  LOOP
    body := body || format('
      IF TG_OP = %L THEN
        PERFORM %s;
        IF FOUND THEN
          %s
        END IF;
      END IF;', command.name, CASE WHEN has_bytes
        THEN format('add_to_stored_bytes(stored_by, sum(size)) FROM (' || command.sizes || ') AS sizes GROUP BY stored_by',
          changed_table)
        ELSE 'FROM written LIMIT 1' END, statements);
    body := regexp_replace(body, '\m(FROM|JOIN) written\M', format('\1 %s AS written', command.written), 'g');
    body := regexp_replace(body, '\m(FROM|JOIN) changed\M', format('\1 %s AS changed', command.changed), 'g');
    triggers := triggers || format('
      CREATE OR REPLACE TRIGGER %I AFTER %s ON %I REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION %I();',
      'after_' || lower(command.name), command.name, changed_table, command.transition, handler);
  END LOOP;
  EXECUTE format('
    CREATE OR REPLACE FUNCTION %I() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
    BEGIN%s
      RETURN NULL;
    END $$;', handler, body);
  EXECUTE triggers;
END $function$;

CREATE OR REPLACE FUNCTION record_all()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM record_change(TG_ARGV[0], NULL);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION record_artworks(ids text[], entered integer[], departed integer[], gallery_ids integer[], credited_in integer[] DEFAULT '{}'::integer[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    PERFORM reject_isolation_level();
  END IF;
  INSERT INTO change_log (subject, ids, segments, deltas, is_derived)
  SELECT changed.subject, CASE WHEN cardinality(changed.ids) <= 1000 THEN changed.ids END, changed.segments, changed.deltas,
    changed.subject <> 'artworks'
  FROM moved_rows(entered, departed) AS moved CROSS JOIN LATERAL (VALUES
    ('artworks', $1, moved.segments, moved.deltas),
    ('gallery', gallery_ids::text[], NULL, NULL),
    ('venue', ARRAY(SELECT id::text FROM venues WHERE gallery_id = ANY (gallery_ids) LIMIT 1001), NULL, NULL),
    ('artist', ARRAY(
      SELECT DISTINCT artist_id::text FROM artwork_artists WHERE artwork_id = ANY (credited_in) LIMIT 1001), NULL, NULL)
  ) AS changed (subject, ids, segments, deltas)
  WHERE changed.subject = 'artworks' OR changed.ids <> '{}';
END $function$;

CREATE OR REPLACE FUNCTION record_change(subject text, ids text[], segments integer[] DEFAULT NULL::integer[], deltas integer[] DEFAULT NULL::integer[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    PERFORM reject_isolation_level();
  END IF;
  INSERT INTO change_log (subject, ids, segments, deltas)
  VALUES ($1, CASE WHEN cardinality($2) <= 1000 THEN $2 END, $3, $4);
END $function$;

CREATE OR REPLACE FUNCTION record_changed_events(changed integer[], entered integer[] DEFAULT '{}'::integer[], departed integer[] DEFAULT '{}'::integer[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF cardinality(changed) > 1000 THEN
    DELETE FROM event_documents WHERE id = ANY (changed);
  END IF;
  PERFORM record_change('events', changed::text[], segments, deltas) FROM moved_rows(entered, departed);
END $function$;

CREATE OR REPLACE FUNCTION record_other_formats()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  UPDATE format_of_documents AS stored SET revision = revision + 1, is_complete = false
  WHERE list = TG_ARGV[0] AND EXISTS (
    SELECT FROM new_rows WHERE (new_rows.format, new_rows.media_url) IS DISTINCT FROM (stored.format, stored.media_url)
      OR new_rows.public_url <> stored.public_url);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION reject_early_rate()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  RAISE EXCEPTION 'A rate of % lies before the euro', NEW.rate_date
    USING ERRCODE = 'check_violation', CONSTRAINT = 'exchange_rates_not_before_euro';
END $function$;

CREATE OR REPLACE FUNCTION reject_future_rate()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  RAISE EXCEPTION 'A rate of % lies in the future: prices would not be converted on that day',
    NEW.rate_date
    USING ERRCODE = 'check_violation', CONSTRAINT = 'exchange_rates_not_in_future',
      HINT = 'Store it on its day, in UTC, or later.';
END $function$;

CREATE OR REPLACE FUNCTION reject_isolation_level()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  RAISE EXCEPTION 'The catalogue cannot be changed in a transaction that is %', current_setting('transaction_isolation')
    USING ERRCODE = 'feature_not_supported', HINT = 'Let the transaction be READ COMMITTED.';
END $function$;

CREATE OR REPLACE FUNCTION remove_artwork_documents(ids integer[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  affected integer[] := ARRAY(
    SELECT id FROM artworks WHERE id = ANY (ids) AND xmin <> pg_current_xact_id()::xid
    ORDER BY id FOR KEY SHARE);
BEGIN
  IF affected <> '{}' THEN
    DELETE FROM artwork_documents WHERE id = ANY (affected);
    PERFORM record_change('artworks', affected::text[]);
  END IF;
END $function$;

CREATE OR REPLACE FUNCTION remove_documents_of_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  DELETE FROM event_documents WHERE id = ANY (ARRAY(
    SELECT id FROM event_documents WHERE id = ANY (NEW.ids::integer[]) ORDER BY id FOR UPDATE));
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION remove_event_documents(ids integer[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  affected integer[] := ARRAY(
    SELECT id FROM events WHERE id = ANY (ids) AND xmin <> pg_current_xact_id()::xid);
BEGIN
  IF affected <> '{}' THEN
    PERFORM record_changed_events(affected);
  END IF;
END $function$;

CREATE OR REPLACE FUNCTION require_unrevoked_key(key_id integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(5432024, key_id);
  PERFORM FROM api_keys WHERE id = key_id AND (revoked_at IS NULL OR revoked_at = now());
  IF NOT FOUND THEN
    -- src/auth/api-key-queries.ts handles this SQLSTATE.
    RAISE EXCEPTION 'The API key has been revoked' USING ERRCODE = 'AK001';
  END IF;
END $function$;

CREATE OR REPLACE FUNCTION revoke_key(key_id integer)
 RETURNS SETOF api_keys
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM FROM api_keys WHERE id = key_id FOR UPDATE;
  PERFORM pg_advisory_xact_lock(5432024, key_id);
  RETURN QUERY UPDATE api_keys SET revoked_at = coalesce(revoked_at, now()) WHERE id = key_id RETURNING *;
END $function$;

CREATE OR REPLACE FUNCTION set_stored_by()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  NEW.stored_by := coalesce(nullif(current_setting('storage.user_id', true), '')::uuid, OLD.stored_by);
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION sort_key(label text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  key text COLLATE "C" := left(label, 2000);
BEGIN
  -- Most texts are ASCII, and most others become ASCII without their accents.
  IF octet_length(key) > length(key) THEN
    key := regexp_replace(normalize(key, NFKD), '[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]+', '', 'g');
    IF octet_length(key) > length(key) THEN
      DECLARE
        given CONSTANT text := 'ÆÞŊŒŦƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǤǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎẞỺỼỾℲↃⱠⱢⱣⱤⱧⱩⱫⱭⱮⱯⱰⱲⱵⱾⱿꜢꜤꜦꜨꜪꜬꜮꜲꜴꜶꜸꜺꜼꜾꝀꝂꝄꝆꝈꝊꝌꝎꝐꝒꝔꝖꝘꝚꝜꝞꝠꝢꝤꝦꝨꝪꝬꝮꝹꝻꝽꝾꞀꞂꞄꞆꞋꞍꞐꞒꞖꞘꞚꞜꞞꞠꞢꞤꞦꞨꞪꞫꞬꞭꞮꞰꞱꞲꞳꞴꞶꞸꞺꞼꞾꟀꟂꟄꟅꟆꟇꟉꟋꟌ꟎Ꟑ꟒꟔ꟖꟘꟚꟜꟵͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩϏϘϚϜϞϠϷϺϽϾϿЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮᲉꙀꙂꙄꙆꙈꙊꙌꙎꙐꙒꙔꙖꙘꙚꙜꙞꙠꙢꙤꙦꙨꙪꙬꚀꚂꚄꚆꚈꚊꚌꚎꚐꚒꚔꚖꚘꚚԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖØøĐđÐðĦħıŁłς';
        folded CONSTANT text := 'æþŋœŧɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǥƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏßỻỽỿⅎↄⱡɫᵽɽⱨⱪⱬɑɱɐɒⱳⱶȿɀꜣꜥꜧꜩꜫꜭꜯꜳꜵꜷꜹꜻꜽꜿꝁꝃꝅꝇꝉꝋꝍꝏꝑꝓꝕꝗꝙꝛꝝꝟꝡꝣꝥꝧꝩꝫꝭꝯꝺꝼᵹꝿꞁꞃꞅꞇꞌɥꞑꞓꞗꞙꞛꞝꞟꞡꞣꞥꞧꞩɦɜɡɬɪʞʇʝꭓꞵꞷꞹꞻꞽꞿꟁꟃꞔʂᶎꟈꟊɤꟍ꟏ꟑꟓꟕꟗꟙꟛƛꟶͱͳͷϳαβγδεζηθικλμνξοπρστυφχψωϗϙϛϝϟϡϸϻͻͼͽђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯᲊꙁꙃꙅꙇꙉꙋꙍꙏꙑꙓꙕꙗꙙꙛꙝꙟꙡꙣꙥꙧꙩꙫꙭꚁꚃꚅꚇꚉꚋꚍꚏꚑꚓꚕꚗꚙꚛաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆooddddhhillσ';
      BEGIN
        IF key ~ ('[' || given || ']') THEN
          key := (
            SELECT string_agg(coalesce(translate(run[1], given, folded), run[2]), '' ORDER BY place)
            FROM regexp_matches(key, '([' || given || ']+)|([^' || given || ']+)', 'g') WITH ORDINALITY AS runs (run, place));
        END IF;
      END;
      key := replace(replace(replace(replace(key, 'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'þ', 'th');
    END IF;
  END IF;
  key := btrim(lower(key), E' \t\n\x0B\f\r\u1680\u2028\u2029\uFEFF');
  -- No character has more than four bytes.
  IF octet_length(key) > 2000 THEN
    key := rtrim(left(key, 500), E' \t\n\x0B\f\r\u1680\u2028\u2029\uFEFF');
  END IF;
  RETURN key;
END $function$;

CREATE OR REPLACE FUNCTION tags_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
    BEGIN
      IF TG_OP = 'INSERT' THEN
        PERFORM add_to_stored_bytes(stored_by, sum(size)) FROM (SELECT stored_by, stored_size(new_rows::tags) AS size FROM new_rows) AS sizes GROUP BY stored_by;
        IF FOUND THEN
          
    PERFORM record_change('tag', ARRAY(SELECT id::text FROM new_rows AS written LIMIT 1001));

        END IF;
      END IF;
      IF TG_OP = 'UPDATE' THEN
        PERFORM add_to_stored_bytes(stored_by, sum(size)) FROM (SELECT stored_by, stored_size(new_rows::tags) AS size FROM new_rows
        UNION ALL SELECT stored_by, -stored_size(old_rows::tags) FROM old_rows) AS sizes GROUP BY stored_by;
        IF FOUND THEN
          
    PERFORM record_change('tag', ARRAY(SELECT id::text FROM new_rows AS written LIMIT 1001));

        END IF;
      END IF;
      IF TG_OP = 'DELETE' THEN
        PERFORM add_to_stored_bytes(stored_by, sum(size)) FROM (SELECT stored_by, -stored_size(old_rows::tags) AS size FROM old_rows) AS sizes GROUP BY stored_by;
        IF FOUND THEN
          
    PERFORM record_change('tag', ARRAY(SELECT id::text FROM old_rows AS written LIMIT 1001));

        END IF;
      END IF;
      RETURN NULL;
    END $function$;

CREATE OR REPLACE FUNCTION unpublished_artworks_beside(all_words tsquery, is_phrase boolean, among integer[])
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_bitmapscan TO 'on'
AS $function$
      DECLARE
        one bigint;
        total bigint := 0;
      BEGIN
        FOR one IN 
    SELECT 1 + splitting(title) + splitting(medium) AS records
    FROM artworks WHERE is_phrase AND words_of_artwork(title, medium) @@ all_words AND NOT is_public AND artworks.id = ANY (among)
    UNION ALL
    SELECT 1 + CASE WHEN is_phrase THEN splitting(name) ELSE 0 END FROM artists WHERE word_positions('t', name) @@ all_words
    UNION ALL
    SELECT 1 + CASE WHEN is_phrase THEN splitting(name) ELSE 0 END FROM galleries WHERE word_positions('t', name) @@ all_words
    UNION ALL
    SELECT 1 + CASE WHEN is_phrase THEN splitting(name) ELSE 0 END FROM tags WHERE word_positions('t', name) @@ all_words LOOP
          total := total + one;
          EXIT WHEN is_phrase AND total > most_compared();
        END LOOP;
        RETURN total;
      END $function$;

CREATE OR REPLACE FUNCTION unpublished_events_beside(all_words tsquery, is_phrase boolean, among integer[])
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_bitmapscan TO 'on'
AS $function$
      DECLARE
        one bigint;
        total bigint := 0;
      BEGIN
        FOR one IN 
    SELECT 1 + splitting(title) + splitting(city) + splitting(left(content, 10000)) AS records
    FROM events WHERE is_phrase AND words_of_event(title, city, content) @@ all_words AND NOT is_public AND events.id = ANY (among)
    UNION ALL
    SELECT 1 + CASE WHEN is_phrase THEN splitting(name) + splitting(city) ELSE 0 END
    FROM venues WHERE words_of_venue(name, city) @@ all_words LOOP
          total := total + one;
          EXIT WHEN is_phrase AND total > most_compared();
        END LOOP;
        RETURN total;
      END $function$;

CREATE OR REPLACE FUNCTION users_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
    BEGIN
      IF TG_OP = 'INSERT' THEN
        PERFORM FROM new_rows AS written LIMIT 1;
        IF FOUND THEN
          
    PERFORM record_change('user', ARRAY(SELECT id::text FROM new_rows AS written LIMIT 1001));
    IF TG_OP = 'UPDATE' THEN
      PERFORM record_change('gallery', ARRAY(
        SELECT galleries.id::text FROM galleries JOIN new_rows ON new_rows.id = owner_id LIMIT 1001));
    END IF;

        END IF;
      END IF;
      IF TG_OP = 'UPDATE' THEN
        PERFORM FROM new_rows AS written LIMIT 1;
        IF FOUND THEN
          
    PERFORM record_change('user', ARRAY(SELECT id::text FROM new_rows AS written LIMIT 1001));
    IF TG_OP = 'UPDATE' THEN
      PERFORM record_change('gallery', ARRAY(
        SELECT galleries.id::text FROM galleries JOIN new_rows ON new_rows.id = owner_id LIMIT 1001));
    END IF;

        END IF;
      END IF;
      IF TG_OP = 'DELETE' THEN
        PERFORM FROM old_rows AS written LIMIT 1;
        IF FOUND THEN
          
    PERFORM record_change('user', ARRAY(SELECT id::text FROM old_rows AS written LIMIT 1001));
    IF TG_OP = 'UPDATE' THEN
      PERFORM record_change('gallery', ARRAY(
        SELECT galleries.id::text FROM galleries JOIN new_rows ON new_rows.id = owner_id LIMIT 1001));
    END IF;

        END IF;
      END IF;
      RETURN NULL;
    END $function$;

CREATE OR REPLACE FUNCTION venue_images_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
    BEGIN
      IF TG_OP = 'INSERT' THEN
        PERFORM add_to_stored_bytes(stored_by, sum(size)) FROM (SELECT stored_by, stored_size(new_rows::venue_images) AS size FROM new_rows) AS sizes GROUP BY stored_by;
        IF FOUND THEN
          
    IF TG_OP = 'UPDATE' THEN
      PERFORM record_change('venue', ARRAY(
        SELECT venues.id::text FROM venues JOIN new_rows ON new_rows.id = featured_image_id LIMIT 1001));
    END IF;

        END IF;
      END IF;
      IF TG_OP = 'UPDATE' THEN
        PERFORM add_to_stored_bytes(stored_by, sum(size)) FROM (SELECT stored_by, stored_size(new_rows::venue_images) AS size FROM new_rows
        UNION ALL SELECT stored_by, -stored_size(old_rows::venue_images) FROM old_rows) AS sizes GROUP BY stored_by;
        IF FOUND THEN
          
    IF TG_OP = 'UPDATE' THEN
      PERFORM record_change('venue', ARRAY(
        SELECT venues.id::text FROM venues JOIN new_rows ON new_rows.id = featured_image_id LIMIT 1001));
    END IF;

        END IF;
      END IF;
      IF TG_OP = 'DELETE' THEN
        PERFORM add_to_stored_bytes(stored_by, sum(size)) FROM (SELECT stored_by, -stored_size(old_rows::venue_images) AS size FROM old_rows) AS sizes GROUP BY stored_by;
        IF FOUND THEN
          
    IF TG_OP = 'UPDATE' THEN
      PERFORM record_change('venue', ARRAY(
        SELECT venues.id::text FROM venues JOIN new_rows ON new_rows.id = featured_image_id LIMIT 1001));
    END IF;

        END IF;
      END IF;
      RETURN NULL;
    END $function$;

CREATE OR REPLACE FUNCTION venues_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
    BEGIN
      IF TG_OP = 'INSERT' THEN
        PERFORM add_to_stored_bytes(stored_by, sum(size)) FROM (SELECT stored_by, stored_size(new_rows::venues) AS size FROM new_rows) AS sizes GROUP BY stored_by;
        IF FOUND THEN
          
    IF TG_OP <> 'DELETE' THEN
      PERFORM FROM venue_images WHERE id = ANY (ARRAY(SELECT featured_image_id FROM new_rows))
        AND xmin <> pg_current_xact_id()::xid ORDER BY id FOR SHARE;
    END IF;
    PERFORM record_change('venue', ARRAY(SELECT id::text FROM new_rows AS written LIMIT 1001));
    IF TG_OP = 'UPDATE' THEN
      PERFORM remove_event_documents(ARRAY(
        SELECT events.id FROM events JOIN new_rows ON new_rows.id = venue_id
        JOIN old_rows ON old_rows.id = new_rows.id
        WHERE (old_rows.name, old_rows.latitude, old_rows.longitude)
          IS DISTINCT FROM (new_rows.name, new_rows.latitude, new_rows.longitude)));
    END IF;

        END IF;
      END IF;
      IF TG_OP = 'UPDATE' THEN
        PERFORM add_to_stored_bytes(stored_by, sum(size)) FROM (SELECT stored_by, stored_size(new_rows::venues) AS size FROM new_rows
        UNION ALL SELECT stored_by, -stored_size(old_rows::venues) FROM old_rows) AS sizes GROUP BY stored_by;
        IF FOUND THEN
          
    IF TG_OP <> 'DELETE' THEN
      PERFORM FROM venue_images WHERE id = ANY (ARRAY(SELECT featured_image_id FROM new_rows))
        AND xmin <> pg_current_xact_id()::xid ORDER BY id FOR SHARE;
    END IF;
    PERFORM record_change('venue', ARRAY(SELECT id::text FROM new_rows AS written LIMIT 1001));
    IF TG_OP = 'UPDATE' THEN
      PERFORM remove_event_documents(ARRAY(
        SELECT events.id FROM events JOIN new_rows ON new_rows.id = venue_id
        JOIN old_rows ON old_rows.id = new_rows.id
        WHERE (old_rows.name, old_rows.latitude, old_rows.longitude)
          IS DISTINCT FROM (new_rows.name, new_rows.latitude, new_rows.longitude)));
    END IF;

        END IF;
      END IF;
      IF TG_OP = 'DELETE' THEN
        PERFORM add_to_stored_bytes(stored_by, sum(size)) FROM (SELECT stored_by, -stored_size(old_rows::venues) AS size FROM old_rows) AS sizes GROUP BY stored_by;
        IF FOUND THEN
          
    IF TG_OP <> 'DELETE' THEN
      PERFORM FROM venue_images WHERE id = ANY (ARRAY(SELECT featured_image_id FROM new_rows))
        AND xmin <> pg_current_xact_id()::xid ORDER BY id FOR SHARE;
    END IF;
    PERFORM record_change('venue', ARRAY(SELECT id::text FROM old_rows AS written LIMIT 1001));
    IF TG_OP = 'UPDATE' THEN
      PERFORM remove_event_documents(ARRAY(
        SELECT events.id FROM events JOIN new_rows ON new_rows.id = venue_id
        JOIN old_rows ON old_rows.id = new_rows.id
        WHERE (old_rows.name, old_rows.latitude, old_rows.longitude)
          IS DISTINCT FROM (new_rows.name, new_rows.latitude, new_rows.longitude)));
    END IF;

        END IF;
      END IF;
      RETURN NULL;
    END $function$;

CREATE OR REPLACE FUNCTION word_positions(field text, label text)
 RETURNS tsvector
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT COST 10000
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  key text COLLATE "C";
BEGIN
  IF octet_length(label) = length(label) AND label !~ '[A-Za-z0-9]{60}' THEN
    -- The parser of PostgreSQL takes a small part of the time, and sees the same words in letters and digits of ASCII.
    key := regexp_replace(lower(label COLLATE "C"), '''s(?![a-z0-9])', 's', 'g');
    key := btrim(regexp_replace(key, '[^a-z0-9]+', ' ', 'g'));
    RETURN CASE key WHEN '' THEN '' ELSE to_tsvector('pg_catalog.simple', field || replace(key, ' ', ' ' || field)) END;
  END IF;
  RETURN (
    SELECT string_agg(field || left(word, 60) || ':' || place
      || CASE WHEN is_alone(word) AND is_alone(next) THEN ' ' || field || word || next || ':' || place ELSE '' END, ' ')
    FROM (SELECT word, place, lead(word) OVER (ORDER BY place) AS next
      FROM unnest(words_of(label)) WITH ORDINALITY AS words (word, place)) AS pairs
  )::tsvector;
END $function$;

CREATE OR REPLACE FUNCTION words_of(label text)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  rest text COLLATE "C" := label;
  part text COLLATE "C";
  words text[] := '{}';
BEGIN
  WHILE rest <> '' LOOP
    -- A sort key has at least the first 500 characters. Words are not cut, unless one is longer.
    part := CASE WHEN length(rest) <= 500 THEN rest ELSE coalesce(substring(left(rest, 500) FROM '^.*\s'), left(rest, 500)) END;
    rest := substr(rest, length(part) + 1);
    part := regexp_replace(sort_key(part), '[''’]s(?![a-z0-9])', 's', 'g');
    IF octet_length(part) > length(part) THEN
      -- Vowel signs of Arabic and Hebrew, and characters that join others, do not count.
      part := regexp_replace(part, '[\u0591-\u05BD\u05BF-\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670\u00AD\u200D]', '', 'g');
      part := regexp_replace(part, '[\u0080-\u00B4\u00B6-\u00BF\u00D7\u00F7\u05BE\u060C\u061B\u061F\u0964\u0965\u1680\u180E\u2000-\u2BFF\u3000-\u3004\u3008-\u3020\u3030\u303D-\u303F\u30FB\uFE10-\uFE6F\uFEFF\uFF61-\uFF65\uFFFC\uFFFD]', ' ', 'g');
      part := regexp_replace(part, '([\u0E01-\u0EFF\u1000-\u109F\u1780-\u17FF\u2E80-\u2FDF\u3005-\u3007\u3021-\u302F\u3031-\u303C\u3041-\u30FA\u30FC-\u30FF\u31F0-\u31FF\u3400-\u9FFF\uF900-\uFAFF\U00020000-\U0003FFFF])', ' \1 ', 'g');
    END IF;
    words := words || string_to_array(btrim(regexp_replace(part, '[\x01-\x2F\x3A-\x40\x5B-\x60\x7B-\x7F]+', ' ', 'g')), ' ');
  END LOOP;
  RETURN words;
END $function$;

CREATE OR REPLACE FUNCTION name_search_key(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO 'public', 'pg_temp'
RETURN sort_key(translate(NORMALIZE(regexp_replace(name, '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]+'::text, ''::text, 'g'::text), NFD), 'ͅϢϤϦϨϪϬϮႠႡႢႣႤႥႦႧႨႩႪႫႬႭႮႯႰႱႲႳႴႵႶႷႸႹႺႻႼႽႾႿჀჁჂჃჄჅჇჍᎠᎡᎢᎣᎤᎥᎦᎧᎨᎩᎪᎫᎬᎭᎮᎯᎰᎱᎲᎳᎴᎵᎶᎷᎸᎹᎺᎻᎼᎽᎾᎿᏀᏁᏂᏃᏄᏅᏆᏇᏈᏉᏊᏋᏌᏍᏎᏏᏐᏑᏒᏓᏔᏕᏖᏗᏘᏙᏚᏛᏜᏝᏞᏟᏠᏡᏢᏣᏤᏥᏦᏧᏨᏩᏪᏫᏬᏭᏮᏯᏰᏱᏲᏳᏴᏵᲀᲁᲂᲃᲄᲅᲆᲇᲈᲐᲑᲒᲓᲔᲕᲖᲗᲘᲙᲚᲛᲜᲝᲞᲟᲠᲡᲢᲣᲤᲥᲦᲧᲨᲩᲪᲫᲬᲭᲮᲯᲰᲱᲲᲳᲴᲵᲶᲷᲸᲹᲺᲽᲾᲿⰀⰁⰂⰃⰄⰅⰆⰇⰈⰉⰊⰋⰌⰍⰎⰏⰐⰑⰒⰓⰔⰕⰖⰗⰘⰙⰚⰛⰜⰝⰞⰟⰠⰡⰢⰣⰤⰥⰦⰧⰨⰩⰪⰫⰬⰭⰮⰯⲀⲂⲄⲆⲈⲊⲌⲎⲐⲒⲔⲖⲘⲚⲜⲞⲠⲢⲤⲦⲨⲪⲬⲮⲰⲲⲴⲶⲸⲺⲼⲾⳀⳂⳄⳆⳈⳊⳌⳎⳐⳒⳔⳖⳘⳚⳜⳞⳠⳢⳫⳭⳲ𐐀𐐁𐐂𐐃𐐄𐐅𐐆𐐇𐐈𐐉𐐊𐐋𐐌𐐍𐐎𐐏𐐐𐐑𐐒𐐓𐐔𐐕𐐖𐐗𐐘𐐙𐐚𐐛𐐜𐐝𐐞𐐟𐐠𐐡𐐢𐐣𐐤𐐥𐐦𐐧𐒰𐒱𐒲𐒳𐒴𐒵𐒶𐒷𐒸𐒹𐒺𐒻𐒼𐒽𐒾𐒿𐓀𐓁𐓂𐓃𐓄𐓅𐓆𐓇𐓈𐓉𐓊𐓋𐓌𐓍𐓎𐓏𐓐𐓑𐓒𐓓𐕰𐕱𐕲𐕳𐕴𐕵𐕶𐕷𐕸𐕹𐕺𐕼𐕽𐕾𐕿𐖀𐖁𐖂𐖃𐖄𐖅𐖆𐖇𐖈𐖉𐖊𐖌𐖍𐖎𐖏𐖐𐖑𐖒𐖔𐖕𐲀𐲁𐲂𐲃𐲄𐲅𐲆𐲇𐲈𐲉𐲊𐲋𐲌𐲍𐲎𐲏𐲐𐲑𐲒𐲓𐲔𐲕𐲖𐲗𐲘𐲙𐲚𐲛𐲜𐲝𐲞𐲟𐲠𐲡𐲢𐲣𐲤𐲥𐲦𐲧𐲨𐲩𐲪𐲫𐲬𐲭𐲮𐲯𐲰𐲱𐲲𐵐𐵑𐵒𐵓𐵔𐵕𐵖𐵗𐵘𐵙𐵚𐵛𐵜𐵝𐵞𐵟𐵠𐵡𐵢𐵣𐵤𐵥𑢠𑢡𑢢𑢣𑢤𑢥𑢦𑢧𑢨𑢩𑢪𑢫𑢬𑢭𑢮𑢯𑢰𑢱𑢲𑢳𑢴𑢵𑢶𑢷𑢸𑢹𑢺𑢻𑢼𑢽𑢾𑢿𖹀𖹁𖹂𖹃𖹄𖹅𖹆𖹇𖹈𖹉𖹊𖹋𖹌𖹍𖹎𖹏𖹐𖹑𖹒𖹓𖹔𖹕𖹖𖹗𖹘𖹙𖹚𖹛𖹜𖹝𖹞𖹟𖺠𖺡𖺢𖺣𖺤𖺥𖺦𖺧𖺨𖺩𖺪𖺫𖺬𖺭𖺮𖺯𖺰𖺱𖺲𖺳𖺴𖺵𖺶𖺷𖺸𞤀𞤁𞤂𞤃𞤄𞤅𞤆𞤇𞤈𞤉𞤊𞤋𞤌𞤍𞤎𞤏𞤐𞤑𞤒𞤓𞤔𞤕𞤖𞤗𞤘𞤙𞤚𞤛𞤜𞤝𞤞𞤟𞤠𞤡'::text, 'ιϣϥϧϩϫϭϯⴀⴁⴂⴃⴄⴅⴆⴇⴈⴉⴊⴋⴌⴍⴎⴏⴐⴑⴒⴓⴔⴕⴖⴗⴘⴙⴚⴛⴜⴝⴞⴟⴠⴡⴢⴣⴤⴥⴧⴭꭰꭱꭲꭳꭴꭵꭶꭷꭸꭹꭺꭻꭼꭽꭾꭿꮀꮁꮂꮃꮄꮅꮆꮇꮈꮉꮊꮋꮌꮍꮎꮏꮐꮑꮒꮓꮔꮕꮖꮗꮘꮙꮚꮛꮜꮝꮞꮟꮠꮡꮢꮣꮤꮥꮦꮧꮨꮩꮪꮫꮬꮭꮮꮯꮰꮱꮲꮳꮴꮵꮶꮷꮸꮹꮺꮻꮼꮽꮾꮿᏸᏹᏺᏻᏼᏽвдосттъѣꙋაბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰჱჲჳჴჵჶჷჸჹჺჽჾჿⰰⰱⰲⰳⰴⰵⰶⰷⰸⰹⰺⰻⰼⰽⰾⰿⱀⱁⱂⱃⱄⱅⱆⱇⱈⱉⱊⱋⱌⱍⱎⱏⱐⱑⱒⱓⱔⱕⱖⱗⱘⱙⱚⱛⱜⱝⱞⱟⲁⲃⲅⲇⲉⲋⲍⲏⲑⲓⲕⲗⲙⲛⲝⲟⲡⲣⲥⲧⲩⲫⲭⲯⲱⲳⲵⲷⲹⲻⲽⲿⳁⳃⳅⳇⳉⳋⳍⳏⳑⳓⳕⳗⳙⳛⳝⳟⳡⳣⳬⳮⳳ𐐨𐐩𐐪𐐫𐐬𐐭𐐮𐐯𐐰𐐱𐐲𐐳𐐴𐐵𐐶𐐷𐐸𐐹𐐺𐐻𐐼𐐽𐐾𐐿𐑀𐑁𐑂𐑃𐑄𐑅𐑆𐑇𐑈𐑉𐑊𐑋𐑌𐑍𐑎𐑏𐓘𐓙𐓚𐓛𐓜𐓝𐓞𐓟𐓠𐓡𐓢𐓣𐓤𐓥𐓦𐓧𐓨𐓩𐓪𐓫𐓬𐓭𐓮𐓯𐓰𐓱𐓲𐓳𐓴𐓵𐓶𐓷𐓸𐓹𐓺𐓻𐖗𐖘𐖙𐖚𐖛𐖜𐖝𐖞𐖟𐖠𐖡𐖣𐖤𐖥𐖦𐖧𐖨𐖩𐖪𐖫𐖬𐖭𐖮𐖯𐖰𐖱𐖳𐖴𐖵𐖶𐖷𐖸𐖹𐖻𐖼𐳀𐳁𐳂𐳃𐳄𐳅𐳆𐳇𐳈𐳉𐳊𐳋𐳌𐳍𐳎𐳏𐳐𐳑𐳒𐳓𐳔𐳕𐳖𐳗𐳘𐳙𐳚𐳛𐳜𐳝𐳞𐳟𐳠𐳡𐳢𐳣𐳤𐳥𐳦𐳧𐳨𐳩𐳪𐳫𐳬𐳭𐳮𐳯𐳰𐳱𐳲𐵰𐵱𐵲𐵳𐵴𐵵𐵶𐵷𐵸𐵹𐵺𐵻𐵼𐵽𐵾𐵿𐶀𐶁𐶂𐶃𐶄𐶅𑣀𑣁𑣂𑣃𑣄𑣅𑣆𑣇𑣈𑣉𑣊𑣋𑣌𑣍𑣎𑣏𑣐𑣑𑣒𑣓𑣔𑣕𑣖𑣗𑣘𑣙𑣚𑣛𑣜𑣝𑣞𑣟𖹠𖹡𖹢𖹣𖹤𖹥𖹦𖹧𖹨𖹩𖹪𖹫𖹬𖹭𖹮𖹯𖹰𖹱𖹲𖹳𖹴𖹵𖹶𖹷𖹸𖹹𖹺𖹻𖹼𖹽𖹾𖹿𖺻𖺼𖺽𖺾𖺿𖻀𖻁𖻂𖻃𖻄𖻅𖻆𖻇𖻈𖻉𖻊𖻋𖻌𖻍𖻎𖻏𖻐𖻑𖻒𖻓𞤢𞤣𞤤𞤥𞤦𞤧𞤨𞤩𞤪𞤫𞤬𞤭𞤮𞤯𞤰𞤱𞤲𞤳𞤴𞤵𞤶𞤷𞤸𞤹𞤺𞤻𞤼𞤽𞤾𞤿𞥀𞥁𞥂𞥃'::text));

CREATE OR REPLACE FUNCTION words_of_artwork(title text, medium text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (COALESCE(word_positions('t'::text, title), ''::tsvector) || COALESCE(word_positions('x'::text, medium), ''::tsvector));

CREATE OR REPLACE FUNCTION words_of_event(title text, city text, content text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((COALESCE(word_positions('t'::text, title), ''::tsvector) || COALESCE(word_positions('c'::text, city), ''::tsvector)) || COALESCE(word_positions('x'::text, "left"(content, 10000)), ''::tsvector));

CREATE OR REPLACE FUNCTION words_of_venue(name text, city text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (COALESCE(word_positions('t'::text, name), ''::tsvector) || COALESCE(word_positions('c'::text, city), ''::tsvector));

CREATE TABLE api_keys (
  id integer GENERATED BY DEFAULT AS IDENTITY NOT NULL,
  hint text NOT NULL,
  key_hash bytea NOT NULL,
  owner_id uuid NOT NULL,
  scopes text[] NOT NULL,
  created_at instant DEFAULT now() NOT NULL,
  expires_at instant,
  revoked_at instant,
  last_used_at instant,
  updated_at instant DEFAULT now() NOT NULL,
  replaced_by integer,
  stored_by uuid DEFAULT (NULLIF(current_setting('storage.user_id'::text, true), ''::text))::uuid
);

CREATE TABLE artist_sources (
  source text NOT NULL,
  external_id text NOT NULL,
  artist_id integer NOT NULL,
  fingerprint text NOT NULL
);

CREATE TABLE artists (
  id integer GENERATED BY DEFAULT AS IDENTITY NOT NULL,
  name text NOT NULL,
  name_sort_key text COLLATE "C" GENERATED ALWAYS AS (sort_key(name)) STORED NOT NULL,
  slug slug NOT NULL,
  summary text,
  featured_image_id integer,
  updated_at instant DEFAULT now() NOT NULL,
  stored_by uuid DEFAULT (NULLIF(current_setting('storage.user_id'::text, true), ''::text))::uuid
);

CREATE TABLE artwork_artists (
  artwork_id integer NOT NULL,
  "position" smallint NOT NULL,
  artist_id integer NOT NULL,
  stored_by uuid DEFAULT (NULLIF(current_setting('storage.user_id'::text, true), ''::text))::uuid
);

CREATE TABLE artwork_categories (
  id integer GENERATED BY DEFAULT AS IDENTITY NOT NULL,
  created_at instant DEFAULT now() NOT NULL,
  updated_at instant DEFAULT now() NOT NULL,
  name text NOT NULL,
  name_sort_key text COLLATE "C" GENERATED ALWAYS AS (sort_key(name)) STORED NOT NULL,
  description text,
  meta_description text,
  caption text,
  tooltip text,
  editor_notes text
);

CREATE TABLE artwork_category_collectors (
  category_id integer NOT NULL,
  user_id uuid NOT NULL
);

CREATE TABLE artwork_counts (
  no integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  gallery_id integer NOT NULL,
  total integer NOT NULL,
  available integer NOT NULL
) WITH (fillfactor=50);

CREATE TABLE artwork_documents (
  id integer NOT NULL,
  format smallint NOT NULL,
  digest text NOT NULL,
  pieces text[],
  length integer,
  media_url text,
  text text,
  public_url text
) WITH (toast_tuple_target=8160);

CREATE TABLE artwork_image_colors (
  artwork_image_id integer NOT NULL,
  "position" smallint NOT NULL,
  color_id integer NOT NULL
);

CREATE TABLE artwork_images (
  id integer GENERATED BY DEFAULT AS IDENTITY NOT NULL,
  created_at instant DEFAULT now() NOT NULL,
  updated_at instant DEFAULT now() NOT NULL,
  is_converted_to_webp boolean DEFAULT false NOT NULL,
  caption text,
  alt_text text,
  description text,
  uploaded_by uuid,
  thumbnail_small media_url NOT NULL,
  thumbnail media_url NOT NULL,
  full_size media_url NOT NULL,
  thumbnail_webp media_url NOT NULL,
  full_size_webp media_url NOT NULL,
  thumbnail_small_webp media_url NOT NULL,
  stored_by uuid DEFAULT (NULLIF(current_setting('storage.user_id'::text, true), ''::text))::uuid
);

CREATE TABLE artwork_prices (
  artwork_id integer NOT NULL,
  is_public boolean NOT NULL,
  rates integer,
  price_usd numeric(40,2),
  price_eur numeric(40,2)
);

CREATE TABLE artwork_sources (
  source text NOT NULL,
  external_id text NOT NULL,
  artwork_id integer NOT NULL,
  fingerprint text NOT NULL
);

CREATE TABLE artwork_tags (
  artwork_id integer NOT NULL,
  tag_id integer NOT NULL,
  stored_by uuid DEFAULT (NULLIF(current_setting('storage.user_id'::text, true), ''::text))::uuid
);

CREATE TABLE artworks (
  id integer GENERATED BY DEFAULT AS IDENTITY NOT NULL,
  title text NOT NULL,
  title_sort_key text COLLATE "C" GENERATED ALWAYS AS (sort_key(title)) STORED NOT NULL,
  slug slug NOT NULL,
  gallery_id integer NOT NULL,
  external_id external_id,
  units text NOT NULL,
  year_of_creation integer,
  available_for_sale text DEFAULT 'available'::text NOT NULL,
  featured_image_id integer DEFAULT 1 NOT NULL,
  author_id uuid,
  size_h measure,
  size_w measure,
  size_d measure,
  category_id integer NOT NULL,
  price amount,
  price_currency currency_code DEFAULT 'EUR'::text NOT NULL,
  price_display text NOT NULL,
  min_price amount,
  max_price amount,
  min_price_currency currency_code DEFAULT 'EUR'::text NOT NULL,
  max_price_currency currency_code DEFAULT 'EUR'::text NOT NULL,
  allow_discounted_offers boolean DEFAULT false NOT NULL,
  automated_offers boolean DEFAULT false NOT NULL,
  automated_offers_discount_rate smallint,
  automated_offer_days_valid smallint,
  allow_instant_buy boolean DEFAULT false NOT NULL,
  publish_status publish_status DEFAULT 'draft'::text NOT NULL,
  published_at instant,
  is_active boolean DEFAULT true NOT NULL,
  is_public boolean GENERATED ALWAYS AS ((((publish_status)::text = 'published'::text) AND is_active)) STORED NOT NULL,
  views_count integer DEFAULT 0 NOT NULL,
  created_at instant DEFAULT now() NOT NULL,
  order_date instant DEFAULT now() NOT NULL,
  updated_at instant DEFAULT now() NOT NULL,
  medium text,
  street_address text,
  city text,
  zip_code text,
  state text,
  stored_by uuid DEFAULT (NULLIF(current_setting('storage.user_id'::text, true), ''::text))::uuid
);

CREATE TABLE change_log (
  xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
  subject text NOT NULL,
  ids text[],
  segments integer[],
  deltas integer[],
  recorded_at timestamp with time zone DEFAULT now() NOT NULL,
  is_derived boolean DEFAULT false NOT NULL
);

CREATE TABLE change_log_pruned (
  through xid8 NOT NULL
);

CREATE TABLE colors (
  id integer GENERATED BY DEFAULT AS IDENTITY NOT NULL,
  name text NOT NULL,
  red smallint NOT NULL,
  green smallint NOT NULL,
  blue smallint NOT NULL
);

CREATE TABLE event_categories (
  id integer GENERATED BY DEFAULT AS IDENTITY NOT NULL,
  image media_url,
  slug slug NOT NULL,
  created_at instant DEFAULT now() NOT NULL,
  updated_at instant DEFAULT now() NOT NULL,
  name text NOT NULL,
  name_sort_key text COLLATE "C" GENERATED ALWAYS AS (sort_key(name)) STORED NOT NULL,
  description text DEFAULT ''::text NOT NULL,
  tooltip text DEFAULT ''::text NOT NULL,
  editor_notes text DEFAULT ''::text NOT NULL,
  meta_description text,
  caption text
);

CREATE TABLE event_documents (
  id integer NOT NULL,
  format smallint NOT NULL,
  digest text NOT NULL,
  pieces text[],
  length integer,
  media_url text,
  text text,
  public_url text
) WITH (toast_tuple_target=8160);

CREATE TABLE event_images (
  id integer GENERATED BY DEFAULT AS IDENTITY NOT NULL,
  created_at instant DEFAULT now() NOT NULL,
  updated_at instant DEFAULT now() NOT NULL,
  is_converted_to_webp boolean DEFAULT false NOT NULL,
  caption text,
  alt_text text,
  description text,
  uploaded_by uuid NOT NULL,
  crop_small_webp media_url NOT NULL,
  crop_smallest_webp media_url NOT NULL,
  full_size media_url NOT NULL,
  crop_small media_url NOT NULL,
  crop_big media_url NOT NULL,
  full_size_webp media_url NOT NULL,
  crop_medium media_url NOT NULL,
  crop_medium_webp media_url NOT NULL,
  crop_big_webp media_url NOT NULL,
  crop_smallest media_url NOT NULL,
  stored_by uuid DEFAULT (NULLIF(current_setting('storage.user_id'::text, true), ''::text))::uuid
);

CREATE TABLE event_sources (
  source text NOT NULL,
  external_id text NOT NULL,
  event_id integer NOT NULL,
  fingerprint text NOT NULL
);

CREATE TABLE events (
  id integer GENERATED BY DEFAULT AS IDENTITY NOT NULL,
  author_id uuid NOT NULL,
  external_id external_id,
  price amount,
  featured_image_id integer DEFAULT 1 NOT NULL,
  venue_id integer NOT NULL,
  category_id integer NOT NULL,
  country_code country_code,
  publish_status publish_status DEFAULT 'draft'::text NOT NULL,
  published_at instant,
  is_public boolean GENERATED ALWAYS AS (((publish_status)::text = 'published'::text)) STORED NOT NULL,
  publish_time instant,
  slug slug NOT NULL,
  created_at instant DEFAULT now() NOT NULL,
  updated_at instant DEFAULT now() NOT NULL,
  title text NOT NULL,
  content text,
  start_time instant NOT NULL,
  end_time instant NOT NULL,
  is_all_day_event boolean DEFAULT false NOT NULL,
  is_end_time_unknown boolean DEFAULT false NOT NULL,
  auction_results_added boolean DEFAULT false NOT NULL,
  is_featured boolean DEFAULT false NOT NULL,
  is_paid_art_fair boolean DEFAULT false NOT NULL,
  address text DEFAULT ''::text NOT NULL,
  city text DEFAULT ''::text NOT NULL,
  latitude latitude,
  longitude longitude,
  price_currency currency_code DEFAULT 'EUR'::text NOT NULL,
  exhibitors_previous_year integer DEFAULT 0 NOT NULL,
  exhibitors_this_year integer DEFAULT 0 NOT NULL,
  visitors_this_year integer DEFAULT 0 NOT NULL,
  visitors_previous_year integer DEFAULT 0 NOT NULL,
  buy_tickets_url web_url,
  contact_name text,
  email text,
  external_url web_url,
  phone text,
  additional_info text,
  press_release web_url,
  banner_logo media_url,
  is_online_only boolean DEFAULT false NOT NULL,
  stored_by uuid DEFAULT (NULLIF(current_setting('storage.user_id'::text, true), ''::text))::uuid,
  is_cancelled boolean DEFAULT false NOT NULL
);

CREATE TABLE exchange_rate_version (
  version integer NOT NULL
);

CREATE TABLE exchange_rates (
  currency currency_code NOT NULL,
  rate_date date NOT NULL,
  units_per_euro numeric(16,6) NOT NULL,
  source text NOT NULL
);

CREATE TABLE feed_entries (
  list text NOT NULL,
  id integer NOT NULL,
  no bigint NOT NULL,
  changed_at timestamp with time zone DEFAULT now() NOT NULL,
  digest bytea,
  format text,
  record text,
  length integer
) WITH (toast_tuple_target=8160);

CREATE TABLE feed_epochs (
  no integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  list text NOT NULL,
  epoch uuid DEFAULT gen_random_uuid() NOT NULL,
  first_no bigint NOT NULL,
  began_at timestamp with time zone DEFAULT now() NOT NULL,
  skipped_through bigint DEFAULT 0 NOT NULL
);

CREATE TABLE feed_pending (
  list text NOT NULL,
  id integer NOT NULL
);

CREATE TABLE feed_ranges (
  list text NOT NULL,
  no integer NOT NULL,
  records integer NOT NULL,
  digest bytea NOT NULL
);

CREATE TABLE feeds (
  list text NOT NULL,
  "position" pg_snapshot NOT NULL,
  format text NOT NULL,
  last_no bigint DEFAULT 0 NOT NULL,
  removed_through bigint DEFAULT 0 NOT NULL,
  records integer DEFAULT 0 NOT NULL,
  digest bytea DEFAULT decode(repeat('00'::text, 32), 'hex'::text) NOT NULL,
  server text NOT NULL,
  written_by xid8 DEFAULT pg_current_xact_id() NOT NULL
);

CREATE TABLE format_of_documents (
  list text NOT NULL,
  format smallint NOT NULL,
  media_url text NOT NULL,
  revision integer DEFAULT 1 NOT NULL,
  is_complete boolean DEFAULT false NOT NULL,
  public_url text
);

CREATE TABLE galleries (
  id integer GENERATED BY DEFAULT AS IDENTITY NOT NULL,
  name text NOT NULL,
  name_sort_key text COLLATE "C" GENERATED ALWAYS AS (sort_key(name)) STORED NOT NULL,
  slug slug NOT NULL,
  city text,
  summary text DEFAULT ''::text NOT NULL,
  featured_image_id integer,
  owner_id uuid NOT NULL,
  phone_number text,
  address text,
  registered_since instant DEFAULT now() NOT NULL,
  updated_at instant DEFAULT now() NOT NULL,
  stored_by uuid DEFAULT (NULLIF(current_setting('storage.user_id'::text, true), ''::text))::uuid
);

CREATE TABLE gallery_invitations (
  gallery_id integer NOT NULL,
  username text NOT NULL,
  invited_by uuid NOT NULL
);

CREATE TABLE gallery_members (
  gallery_id integer NOT NULL,
  user_id uuid NOT NULL
);

CREATE TABLE idempotency_keys (
  owner_id uuid NOT NULL,
  idempotency_key text NOT NULL,
  fingerprint bytea NOT NULL,
  status smallint NOT NULL,
  headers jsonb NOT NULL,
  body text NOT NULL,
  created_at instant DEFAULT now() NOT NULL
);

CREATE TABLE images (
  id integer GENERATED BY DEFAULT AS IDENTITY NOT NULL,
  created_at instant DEFAULT now() NOT NULL,
  updated_at instant DEFAULT now() NOT NULL,
  is_converted_to_webp boolean DEFAULT false NOT NULL,
  caption text,
  alt_text text,
  description text,
  uploaded_by uuid,
  image media_url NOT NULL,
  stored_by uuid DEFAULT (NULLIF(current_setting('storage.user_id'::text, true), ''::text))::uuid
);

CREATE TABLE offset_anchors (
  no integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  sort_order text COLLATE "C" NOT NULL,
  first_time timestamp with time zone,
  first_number numeric,
  first_text text COLLATE "C",
  first_id integer NOT NULL,
  rows integer NOT NULL
);

CREATE TABLE offset_index_state (
  list text NOT NULL,
  folded_through pg_snapshot NOT NULL
);

CREATE TABLE stored_bytes (
  no integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id uuid NOT NULL,
  bytes bigint NOT NULL
) WITH (fillfactor=50);

CREATE TABLE tags (
  id integer GENERATED BY DEFAULT AS IDENTITY NOT NULL,
  created_at instant DEFAULT now() NOT NULL,
  updated_at instant DEFAULT now() NOT NULL,
  name text NOT NULL,
  name_sort_key text COLLATE "C" GENERATED ALWAYS AS (sort_key(name)) STORED NOT NULL,
  description text DEFAULT ''::text NOT NULL,
  stored_by uuid DEFAULT (NULLIF(current_setting('storage.user_id'::text, true), ''::text))::uuid
);

CREATE TABLE users (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  username text NOT NULL,
  slug slug NOT NULL,
  first_name text DEFAULT ''::text NOT NULL,
  last_name text DEFAULT ''::text NOT NULL,
  display_name text,
  display_name_full text DEFAULT ''::text NOT NULL,
  email text NOT NULL,
  telephone text
);

CREATE TABLE venue_images (
  id integer GENERATED BY DEFAULT AS IDENTITY NOT NULL,
  created_at instant DEFAULT now() NOT NULL,
  updated_at instant DEFAULT now() NOT NULL,
  is_converted_to_webp boolean DEFAULT false NOT NULL,
  caption text,
  alt_text text,
  description text,
  uploaded_by uuid,
  crop_medium_webp media_url NOT NULL,
  crop_medium media_url NOT NULL,
  crop_small media_url NOT NULL,
  full_size media_url NOT NULL,
  crop_small_webp media_url NOT NULL,
  crop_big media_url NOT NULL,
  crop_big_webp media_url NOT NULL,
  full_size_webp media_url NOT NULL,
  stored_by uuid DEFAULT (NULLIF(current_setting('storage.user_id'::text, true), ''::text))::uuid
);

CREATE TABLE venue_sources (
  source text NOT NULL,
  external_id text NOT NULL,
  venue_id integer NOT NULL,
  fingerprint text NOT NULL
);

CREATE TABLE venues (
  id integer GENERATED BY DEFAULT AS IDENTITY NOT NULL,
  name text NOT NULL,
  name_sort_key text COLLATE "C" GENERATED ALWAYS AS (sort_key(name)) STORED NOT NULL,
  slug slug NOT NULL,
  city text DEFAULT ''::text NOT NULL,
  country_code country_code,
  latitude latitude,
  longitude longitude,
  featured_image_id integer,
  response_time text,
  gallery_id integer,
  updated_at instant DEFAULT now() NOT NULL,
  stored_by uuid DEFAULT (NULLIF(current_setting('storage.user_id'::text, true), ''::text))::uuid
);

CREATE TABLE webhook_deliveries (
  id integer GENERATED BY DEFAULT AS IDENTITY NOT NULL,
  webhook_id integer NOT NULL,
  message_id uuid DEFAULT gen_random_uuid() NOT NULL,
  type text NOT NULL,
  body text NOT NULL,
  is_manual boolean NOT NULL,
  state text DEFAULT 'pending'::text NOT NULL,
  attempts smallint DEFAULT 0 NOT NULL,
  created_at instant DEFAULT now() NOT NULL,
  next_attempt_at instant DEFAULT now(),
  last_attempt_at instant,
  claimed_until instant,
  response_status smallint,
  error text
);

CREATE TABLE webhook_positions (
  webhook_id integer NOT NULL,
  list text NOT NULL,
  no bigint NOT NULL
);

CREATE TABLE webhooks (
  id integer GENERATED BY DEFAULT AS IDENTITY NOT NULL,
  owner_id uuid NOT NULL,
  url text NOT NULL,
  operations text[] NOT NULL,
  is_active boolean DEFAULT true NOT NULL,
  disabled_at instant,
  disabled_reason text,
  secret text NOT NULL,
  previous_secret text,
  previous_secret_ends_at instant,
  created_at instant DEFAULT now() NOT NULL,
  updated_at instant DEFAULT now() NOT NULL
);

ALTER TABLE api_keys ADD CONSTRAINT api_keys_id_check CHECK ((id >= 1));

ALTER TABLE api_keys ADD CONSTRAINT api_keys_key_hash_check CHECK ((octet_length(key_hash) = 32));

ALTER TABLE api_keys ADD CONSTRAINT api_keys_key_hash_key UNIQUE (key_hash);

ALTER TABLE api_keys ADD CONSTRAINT api_keys_pkey PRIMARY KEY (id);

ALTER TABLE api_keys ADD CONSTRAINT api_keys_scopes_check CHECK (((cardinality(scopes) > 0) AND (scopes <@ ARRAY['artworks:write'::text, 'catalogue:write'::text, 'events:write'::text, 'webhooks'::text, 'admin'::text])));

ALTER TABLE artist_sources ADD CONSTRAINT artist_sources_artist_id_key UNIQUE (artist_id);

ALTER TABLE artist_sources ADD CONSTRAINT artist_sources_pkey PRIMARY KEY (source, external_id);

ALTER TABLE artists ADD CONSTRAINT artists_id_check CHECK ((id >= 1));

ALTER TABLE artists ADD CONSTRAINT artists_pkey PRIMARY KEY (id);

ALTER TABLE artists ADD CONSTRAINT artists_slug_key UNIQUE (slug);

ALTER TABLE artwork_artists ADD CONSTRAINT artwork_artists_artist_id_artwork_id_key UNIQUE (artist_id, artwork_id);

ALTER TABLE artwork_artists ADD CONSTRAINT artwork_artists_pkey PRIMARY KEY (artwork_id, "position");

ALTER TABLE artwork_artists ADD CONSTRAINT artwork_artists_position_check CHECK (("position" >= 0));

ALTER TABLE artwork_categories ADD CONSTRAINT artwork_categories_id_check CHECK ((id >= 1));

ALTER TABLE artwork_categories ADD CONSTRAINT artwork_categories_pkey PRIMARY KEY (id);

ALTER TABLE artwork_category_collectors ADD CONSTRAINT artwork_category_collectors_pkey PRIMARY KEY (category_id, user_id);

ALTER TABLE artwork_counts ADD CONSTRAINT artwork_counts_pkey PRIMARY KEY (no);

ALTER TABLE artwork_documents ADD CONSTRAINT artwork_documents_pkey PRIMARY KEY (id);

ALTER TABLE artwork_image_colors ADD CONSTRAINT artwork_image_colors_pkey PRIMARY KEY (artwork_image_id, "position");

ALTER TABLE artwork_image_colors ADD CONSTRAINT artwork_image_colors_position_check CHECK (("position" >= 0));

ALTER TABLE artwork_images ADD CONSTRAINT artwork_images_id_check CHECK ((id >= 1));

ALTER TABLE artwork_images ADD CONSTRAINT artwork_images_pkey PRIMARY KEY (id);

ALTER TABLE artwork_prices ADD CONSTRAINT artwork_prices_pkey PRIMARY KEY (artwork_id);

ALTER TABLE artwork_prices ADD CONSTRAINT artwork_prices_price_eur_check CHECK (((price_eur >= (0)::numeric) AND (price_eur <> 'NaN'::numeric)));

ALTER TABLE artwork_prices ADD CONSTRAINT artwork_prices_price_usd_check CHECK (((price_usd >= (0)::numeric) AND (price_usd <> 'NaN'::numeric)));

ALTER TABLE artwork_sources ADD CONSTRAINT artwork_sources_artwork_id_key UNIQUE (artwork_id);

ALTER TABLE artwork_sources ADD CONSTRAINT artwork_sources_pkey PRIMARY KEY (source, external_id);

ALTER TABLE artwork_tags ADD CONSTRAINT artwork_tags_pkey PRIMARY KEY (artwork_id, tag_id);

ALTER TABLE artworks ADD CONSTRAINT artworks_automated_offer_days_valid_check CHECK ((automated_offer_days_valid >= 1));

ALTER TABLE artworks ADD CONSTRAINT artworks_automated_offers_discount_rate_check CHECK (((automated_offers_discount_rate >= 1) AND (automated_offers_discount_rate <= 100)));

ALTER TABLE artworks ADD CONSTRAINT artworks_available_for_sale_check CHECK ((available_for_sale = ANY (ARRAY['available'::text, 'reserved'::text, 'sold'::text, 'not for sale'::text])));

ALTER TABLE artworks ADD CONSTRAINT artworks_check CHECK ((((publish_status)::text = 'draft'::text) OR (published_at IS NOT NULL)));

ALTER TABLE artworks ADD CONSTRAINT artworks_days_when_automated CHECK (((automated_offer_days_valid IS NOT NULL) = automated_offers));

ALTER TABLE artworks ADD CONSTRAINT artworks_discount_when_automated CHECK (((automated_offers_discount_rate IS NOT NULL) = automated_offers));

ALTER TABLE artworks ADD CONSTRAINT artworks_id_check CHECK ((id >= 1));

ALTER TABLE artworks ADD CONSTRAINT artworks_max_price_in_range CHECK (((max_price IS NOT NULL) = (price_display = 'price range'::text)));

ALTER TABLE artworks ADD CONSTRAINT artworks_min_price_in_range CHECK (((min_price IS NOT NULL) = (price_display = 'price range'::text)));

ALTER TABLE artworks ADD CONSTRAINT artworks_pkey PRIMARY KEY (id);

ALTER TABLE artworks ADD CONSTRAINT artworks_price_display_check CHECK ((price_display = ANY (ARRAY['show price'::text, 'price on request'::text, 'price range'::text])));

ALTER TABLE artworks ADD CONSTRAINT artworks_price_when_shown CHECK (((price IS NOT NULL) = (price_display = 'show price'::text)));

ALTER TABLE artworks ADD CONSTRAINT artworks_range_in_order CHECK ((((min_price_currency)::text <> (max_price_currency)::text) OR ((min_price)::numeric <= (max_price)::numeric)));

ALTER TABLE artworks ADD CONSTRAINT artworks_slug_key UNIQUE (slug);

ALTER TABLE artworks ADD CONSTRAINT artworks_text_lengths CHECK (((length(medium) <= 10000) AND (length(street_address) <= 1000) AND (length(city) <= 1000) AND (length(zip_code) <= 1000) AND (length(state) <= 1000)));

ALTER TABLE artworks ADD CONSTRAINT artworks_title_check CHECK ((length(title) <= 1000));

ALTER TABLE artworks ADD CONSTRAINT artworks_units_check CHECK ((units = ANY (ARRAY['centimeter'::text, 'inch'::text])));

ALTER TABLE artworks ADD CONSTRAINT artworks_views_count_check CHECK ((views_count >= 0));

ALTER TABLE artworks ADD CONSTRAINT artworks_year_of_creation_check CHECK (((year_of_creation >= '-100000'::integer) AND (year_of_creation <= 9999)));

ALTER TABLE change_log ADD CONSTRAINT change_log_check CHECK ((cardinality(segments) = cardinality(deltas)));

ALTER TABLE colors ADD CONSTRAINT colors_blue_check CHECK (((blue >= 0) AND (blue <= 255)));

ALTER TABLE colors ADD CONSTRAINT colors_green_check CHECK (((green >= 0) AND (green <= 255)));

ALTER TABLE colors ADD CONSTRAINT colors_id_check CHECK ((id >= 1));

ALTER TABLE colors ADD CONSTRAINT colors_name_key UNIQUE (name);

ALTER TABLE colors ADD CONSTRAINT colors_pkey PRIMARY KEY (id);

ALTER TABLE colors ADD CONSTRAINT colors_red_check CHECK (((red >= 0) AND (red <= 255)));

ALTER TABLE colors ADD CONSTRAINT colors_red_green_blue_key UNIQUE (red, green, blue);

ALTER TABLE event_categories ADD CONSTRAINT event_categories_id_check CHECK ((id >= 1));

ALTER TABLE event_categories ADD CONSTRAINT event_categories_pkey PRIMARY KEY (id);

ALTER TABLE event_categories ADD CONSTRAINT event_categories_slug_key UNIQUE (slug);

ALTER TABLE event_documents ADD CONSTRAINT event_documents_pkey PRIMARY KEY (id);

ALTER TABLE event_images ADD CONSTRAINT event_images_id_check CHECK ((id >= 1));

ALTER TABLE event_images ADD CONSTRAINT event_images_pkey PRIMARY KEY (id);

ALTER TABLE event_sources ADD CONSTRAINT event_sources_event_id_key UNIQUE (event_id);

ALTER TABLE event_sources ADD CONSTRAINT event_sources_pkey PRIMARY KEY (source, external_id);

ALTER TABLE events ADD CONSTRAINT events_check CHECK (((latitude IS NULL) = (longitude IS NULL)));

ALTER TABLE events ADD CONSTRAINT events_check1 CHECK ((((publish_status)::text = 'draft'::text) OR (published_at IS NOT NULL)));

ALTER TABLE events ADD CONSTRAINT events_end_not_before_start CHECK (((end_time)::timestamp with time zone >= (start_time)::timestamp with time zone));

ALTER TABLE events ADD CONSTRAINT events_exhibitors_previous_year_check CHECK ((exhibitors_previous_year >= 0));

ALTER TABLE events ADD CONSTRAINT events_exhibitors_this_year_check CHECK ((exhibitors_this_year >= 0));

ALTER TABLE events ADD CONSTRAINT events_id_check CHECK ((id >= 1));

ALTER TABLE events ADD CONSTRAINT events_pkey PRIMARY KEY (id);

ALTER TABLE events ADD CONSTRAINT events_slug_key UNIQUE (slug);

ALTER TABLE events ADD CONSTRAINT events_text_lengths CHECK (((length(content) <= 100000) AND (length(address) <= 1000) AND (length(city) <= 1000) AND (length(additional_info) <= 10000) AND (length(contact_name) <= 1000) AND (length(email) <= 1000) AND (length(phone) <= 1000)));

ALTER TABLE events ADD CONSTRAINT events_title_check CHECK ((length(title) <= 1000));

ALTER TABLE events ADD CONSTRAINT events_visitors_previous_year_check CHECK ((visitors_previous_year >= 0));

ALTER TABLE events ADD CONSTRAINT events_visitors_this_year_check CHECK ((visitors_this_year >= 0));

ALTER TABLE exchange_rates ADD CONSTRAINT exchange_rates_currency_check CHECK (((currency)::text <> 'EUR'::text));

ALTER TABLE exchange_rates ADD CONSTRAINT exchange_rates_pkey PRIMARY KEY (currency, rate_date);

ALTER TABLE exchange_rates ADD CONSTRAINT exchange_rates_rate_date_check CHECK (isfinite(rate_date));

ALTER TABLE exchange_rates ADD CONSTRAINT exchange_rates_units_per_euro_check CHECK (((units_per_euro > (0)::numeric) AND (units_per_euro <> 'NaN'::numeric)));

ALTER TABLE feed_entries ADD CONSTRAINT feed_entries_list_no_key UNIQUE (list, no);

ALTER TABLE feed_entries ADD CONSTRAINT feed_entries_pkey PRIMARY KEY (list, id);

ALTER TABLE feed_epochs ADD CONSTRAINT feed_epochs_pkey PRIMARY KEY (no);

ALTER TABLE feed_pending ADD CONSTRAINT feed_pending_pkey PRIMARY KEY (list, id);

ALTER TABLE feed_ranges ADD CONSTRAINT feed_ranges_pkey PRIMARY KEY (list, no);

ALTER TABLE feeds ADD CONSTRAINT feeds_pkey PRIMARY KEY (list);

ALTER TABLE format_of_documents ADD CONSTRAINT format_of_documents_pkey PRIMARY KEY (list);

ALTER TABLE galleries ADD CONSTRAINT galleries_id_check CHECK ((id >= 1));

ALTER TABLE galleries ADD CONSTRAINT galleries_pkey PRIMARY KEY (id);

ALTER TABLE galleries ADD CONSTRAINT galleries_slug_key UNIQUE (slug);

ALTER TABLE gallery_invitations ADD CONSTRAINT gallery_invitations_pkey PRIMARY KEY (gallery_id, username);

ALTER TABLE gallery_invitations ADD CONSTRAINT gallery_invitations_username_check CHECK (((username ~ '^[A-Za-z0-9._-]+$'::text) AND (length(username) <= 150)));

ALTER TABLE gallery_members ADD CONSTRAINT gallery_members_pkey PRIMARY KEY (gallery_id, user_id);

ALTER TABLE idempotency_keys ADD CONSTRAINT idempotency_keys_fingerprint_check CHECK ((octet_length(fingerprint) = 32));

ALTER TABLE idempotency_keys ADD CONSTRAINT idempotency_keys_idempotency_key_check CHECK (((length(idempotency_key) >= 1) AND (length(idempotency_key) <= 255)));

ALTER TABLE idempotency_keys ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (owner_id, idempotency_key);

ALTER TABLE idempotency_keys ADD CONSTRAINT idempotency_keys_status_check CHECK (((status >= 200) AND (status <= 299)));

ALTER TABLE images ADD CONSTRAINT images_id_check CHECK ((id >= 1));

ALTER TABLE images ADD CONSTRAINT images_pkey PRIMARY KEY (id);

ALTER TABLE offset_anchors ADD CONSTRAINT offset_anchors_check CHECK ((num_nonnulls(first_time, first_number, first_text) <= 1));

ALTER TABLE offset_anchors ADD CONSTRAINT offset_anchors_pkey PRIMARY KEY (no);

ALTER TABLE offset_index_state ADD CONSTRAINT offset_index_state_pkey PRIMARY KEY (list);

ALTER TABLE stored_bytes ADD CONSTRAINT stored_bytes_pkey PRIMARY KEY (no);

ALTER TABLE tags ADD CONSTRAINT tags_id_check CHECK ((id >= 1));

ALTER TABLE tags ADD CONSTRAINT tags_pkey PRIMARY KEY (id);

ALTER TABLE users ADD CONSTRAINT users_pkey PRIMARY KEY (id);

ALTER TABLE users ADD CONSTRAINT users_slug_key UNIQUE (slug);

ALTER TABLE users ADD CONSTRAINT users_username_check CHECK ((username ~ '^[A-Za-z0-9._-]+$'::text));

ALTER TABLE users ADD CONSTRAINT users_username_key UNIQUE (username);

ALTER TABLE venue_images ADD CONSTRAINT venue_images_id_check CHECK ((id >= 1));

ALTER TABLE venue_images ADD CONSTRAINT venue_images_pkey PRIMARY KEY (id);

ALTER TABLE venue_sources ADD CONSTRAINT venue_sources_pkey PRIMARY KEY (source, external_id);

ALTER TABLE venue_sources ADD CONSTRAINT venue_sources_venue_id_key UNIQUE (venue_id);

ALTER TABLE venues ADD CONSTRAINT venues_check CHECK (((latitude IS NULL) = (longitude IS NULL)));

ALTER TABLE venues ADD CONSTRAINT venues_id_check CHECK ((id >= 1));

ALTER TABLE venues ADD CONSTRAINT venues_pkey PRIMARY KEY (id);

ALTER TABLE venues ADD CONSTRAINT venues_slug_key UNIQUE (slug);

ALTER TABLE venues ADD CONSTRAINT venues_text_lengths CHECK (((length(name) <= 1000) AND (length(city) <= 1000)));

ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_body_check CHECK ((length(body) <= 20000));

ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_check CHECK (((next_attempt_at IS NOT NULL) = (state = 'pending'::text)));

ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_error_check CHECK ((error = ANY (ARRAY['address_not_allowed'::text, 'timeout'::text, 'connection_failed'::text])));

ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id);

ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])));

ALTER TABLE webhook_positions ADD CONSTRAINT webhook_positions_list_check CHECK ((list = ANY (ARRAY['artworks'::text, 'events'::text])));

ALTER TABLE webhook_positions ADD CONSTRAINT webhook_positions_pkey PRIMARY KEY (webhook_id, list);

ALTER TABLE webhooks ADD CONSTRAINT webhooks_disabled_reason_check CHECK ((disabled_reason = ANY (ARRAY['failed'::text, 'gone'::text])));

ALTER TABLE webhooks ADD CONSTRAINT webhooks_id_check CHECK ((id >= 1));

ALTER TABLE webhooks ADD CONSTRAINT webhooks_operations_check CHECK (((cardinality(operations) > 0) AND (operations <@ ARRAY['upsert'::text, 'delete'::text])));

ALTER TABLE webhooks ADD CONSTRAINT webhooks_pkey PRIMARY KEY (id);

ALTER TABLE webhooks ADD CONSTRAINT webhooks_previous_secret_check CHECK ((length(previous_secret) <= 100));

ALTER TABLE webhooks ADD CONSTRAINT webhooks_secret_check CHECK ((length(secret) <= 100));

ALTER TABLE webhooks ADD CONSTRAINT webhooks_url_check CHECK ((length(url) <= 2000));

CREATE INDEX api_keys_hint ON api_keys USING btree (hint);

CREATE INDEX api_keys_of_owner_by_revocation ON api_keys USING btree (owner_id, revoked_at);

CREATE INDEX artists_by_name ON artists USING btree (name_sort_key, id);

CREATE INDEX artists_by_words ON artists USING gin (word_positions('t'::text, name)) WITH (gin_pending_list_limit='256', fastupdate=off);

CREATE INDEX artists_stored_by ON artists USING btree (stored_by);

CREATE INDEX artwork_categories_by_name ON artwork_categories USING btree (name_sort_key, id);

CREATE INDEX artwork_categories_by_search_key ON artwork_categories USING btree (name_search_key(name));

CREATE UNIQUE INDEX artwork_categories_name_key ON artwork_categories USING btree (name) WHERE (name IS NOT NULL);

CREATE INDEX artwork_counts_of_gallery ON artwork_counts USING btree (gallery_id);

CREATE INDEX artwork_images_by_color ON artwork_image_colors USING btree (color_id, artwork_image_id);

CREATE INDEX artwork_prices_by_eur ON artwork_prices USING btree (price_eur, artwork_id) WHERE is_public;

CREATE INDEX artwork_prices_by_usd ON artwork_prices USING btree (price_usd, artwork_id) INCLUDE (price_eur) WHERE is_public;

CREATE INDEX artwork_tags_of_tag ON artwork_tags USING btree (tag_id);

CREATE INDEX artworks_by_city_and_id ON artworks USING btree (sort_key(city), id);

CREATE INDEX artworks_by_created_at ON artworks USING btree (created_at, id) WHERE is_public;

CREATE INDEX artworks_by_filters ON artworks USING btree (category_id, available_for_sale, price_display, allow_instant_buy, year_of_creation, size_h, size_w, units, gallery_id, featured_image_id, id) WHERE is_public;

CREATE INDEX artworks_by_id ON artworks USING btree (id) WHERE is_public;

CREATE INDEX artworks_by_medium_and_id ON artworks USING btree (sort_key(medium), id);

CREATE INDEX artworks_by_order_date ON artworks USING btree (order_date, id) WHERE is_public;

CREATE INDEX artworks_by_price ON artworks USING btree (price, id) WHERE is_public;

CREATE INDEX artworks_by_published_at ON artworks USING btree (published_at, id) WHERE is_public;

CREATE INDEX artworks_by_title ON artworks USING btree (title_sort_key, id) WHERE is_public;

CREATE INDEX artworks_by_updated_at ON artworks USING btree (updated_at, id) WHERE is_public;

CREATE INDEX artworks_by_views_count ON artworks USING btree (views_count, id) WHERE is_public;

CREATE INDEX artworks_by_words ON artworks USING gin (words_of_artwork(title, medium)) WITH (gin_pending_list_limit='64') WHERE is_public;

CREATE UNIQUE INDEX artworks_external_id ON artworks USING btree (external_id, gallery_id) WHERE (external_id IS NOT NULL);

CREATE INDEX artworks_not_public ON artworks USING btree (publish_status, gallery_id) WHERE (NOT is_public);

CREATE INDEX artworks_not_public_by_words ON artworks USING gin (words_of_artwork(title, medium)) WITH (gin_pending_list_limit='64') WHERE (NOT is_public);

CREATE INDEX artworks_of_category ON artworks USING btree (category_id, is_public);

CREATE INDEX artworks_of_gallery ON artworks USING btree (gallery_id, is_public);

CREATE INDEX artworks_of_image ON artworks USING btree (featured_image_id);

CREATE INDEX change_log_by_xid ON change_log USING btree (xid);

CREATE INDEX event_categories_by_name ON event_categories USING btree (name_sort_key, id);

CREATE INDEX event_categories_by_search_key ON event_categories USING btree (name_search_key(name));

CREATE UNIQUE INDEX event_categories_name_key ON event_categories USING btree (name) WHERE (name IS NOT NULL);

CREATE INDEX events_by_city_and_id ON events USING btree (sort_key(city), id);

CREATE INDEX events_by_end_time ON events USING btree (end_time, id) WHERE is_public;

CREATE INDEX events_by_id ON events USING btree (id) WHERE is_public;

CREATE INDEX events_by_start_time ON events USING btree (start_time, id) WHERE is_public;

CREATE INDEX events_by_updated_at ON events USING btree (updated_at, id) WHERE is_public;

CREATE INDEX events_by_words ON events USING gin (words_of_event(title, city, content)) WITH (gin_pending_list_limit='64') WHERE is_public;

CREATE UNIQUE INDEX events_external_id ON events USING btree (external_id, author_id) WHERE (external_id IS NOT NULL);

CREATE INDEX events_not_public ON events USING btree (publish_status, author_id) WHERE ((publish_status)::text <> 'published'::text);

CREATE INDEX events_not_public_by_words ON events USING gin (words_of_event(title, city, content)) WITH (gin_pending_list_limit='64') WHERE (NOT is_public);

CREATE INDEX events_of_category ON events USING btree (category_id, is_public);

CREATE INDEX events_of_image ON events USING btree (featured_image_id);

CREATE INDEX events_of_venue ON events USING btree (venue_id, is_public);

CREATE INDEX feed_deletions ON feed_entries USING btree (list, no) WHERE (digest IS NULL);

CREATE INDEX galleries_by_city ON galleries USING btree (sort_key(city));

CREATE INDEX galleries_by_name ON galleries USING btree (name_sort_key, id);

CREATE INDEX galleries_by_words ON galleries USING gin (word_positions('t'::text, name)) WITH (gin_pending_list_limit='256', fastupdate=off);

CREATE INDEX galleries_of_owner ON galleries USING btree (owner_id);

CREATE INDEX galleries_stored_by ON galleries USING btree (stored_by);

CREATE INDEX gallery_invitations_of_sender ON gallery_invitations USING btree (invited_by);

CREATE INDEX gallery_members_by_user ON gallery_members USING btree (user_id);

CREATE INDEX idempotency_keys_by_age ON idempotency_keys USING btree (created_at);

CREATE UNIQUE INDEX offset_anchors_by_id ON offset_anchors USING btree (sort_order, first_id) WHERE (num_nonnulls(first_time, first_number, first_text) = 0);

CREATE UNIQUE INDEX offset_anchors_by_number ON offset_anchors USING btree (sort_order, first_number, first_id) WHERE (first_number IS NOT NULL);

CREATE UNIQUE INDEX offset_anchors_by_text ON offset_anchors USING btree (sort_order, first_text, first_id) WHERE (first_text IS NOT NULL);

CREATE UNIQUE INDEX offset_anchors_by_time ON offset_anchors USING btree (sort_order, first_time, first_id) WHERE (first_time IS NOT NULL);

CREATE INDEX stored_bytes_of_user ON stored_bytes USING btree (user_id);

CREATE INDEX tags_by_name ON tags USING btree (name_sort_key, id);

CREATE INDEX tags_by_search_key ON tags USING btree (name_search_key(name));

CREATE INDEX tags_by_words ON tags USING gin (word_positions('t'::text, name)) WITH (gin_pending_list_limit='256', fastupdate=off);

CREATE UNIQUE INDEX tags_name_key ON tags USING btree (name) WHERE (name IS NOT NULL);

CREATE INDEX tags_stored_by ON tags USING btree (stored_by);

CREATE INDEX venues_by_city ON venues USING btree (sort_key(city));

CREATE INDEX venues_by_name ON venues USING btree (name_sort_key, id);

CREATE INDEX venues_by_words ON venues USING gin (words_of_venue(name, city)) WITH (gin_pending_list_limit='256', fastupdate=off);

CREATE INDEX venues_of_gallery ON venues USING btree (gallery_id);

CREATE INDEX venues_stored_by ON venues USING btree (stored_by);

CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries USING btree (created_at);

CREATE INDEX webhook_deliveries_claimed ON webhook_deliveries USING btree (webhook_id) WHERE (claimed_until IS NOT NULL);

CREATE INDEX webhook_deliveries_of_webhook ON webhook_deliveries USING btree (webhook_id, id);

CREATE INDEX webhook_deliveries_pending ON webhook_deliveries USING btree (webhook_id, next_attempt_at) WHERE (state = 'pending'::text);

CREATE INDEX webhooks_of_owner ON webhooks USING btree (owner_id);

ALTER TABLE api_keys ADD CONSTRAINT api_keys_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id);

ALTER TABLE api_keys ADD CONSTRAINT api_keys_replaced_by_fkey FOREIGN KEY (replaced_by) REFERENCES api_keys(id);

ALTER TABLE artist_sources ADD CONSTRAINT artist_sources_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES artists(id) ON DELETE CASCADE;

ALTER TABLE artists ADD CONSTRAINT artists_featured_image_id_fkey FOREIGN KEY (featured_image_id) REFERENCES images(id);

ALTER TABLE artwork_artists ADD CONSTRAINT artwork_artists_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES artists(id);

ALTER TABLE artwork_artists ADD CONSTRAINT artwork_artists_artwork_id_fkey FOREIGN KEY (artwork_id) REFERENCES artworks(id) ON DELETE CASCADE;

ALTER TABLE artwork_category_collectors ADD CONSTRAINT artwork_category_collectors_category_id_fkey FOREIGN KEY (category_id) REFERENCES artwork_categories(id) ON DELETE CASCADE;

ALTER TABLE artwork_category_collectors ADD CONSTRAINT artwork_category_collectors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

ALTER TABLE artwork_counts ADD CONSTRAINT artwork_counts_gallery_id_fkey FOREIGN KEY (gallery_id) REFERENCES galleries(id) ON DELETE CASCADE;

ALTER TABLE artwork_image_colors ADD CONSTRAINT artwork_image_colors_artwork_image_id_fkey FOREIGN KEY (artwork_image_id) REFERENCES artwork_images(id) ON DELETE CASCADE;

ALTER TABLE artwork_image_colors ADD CONSTRAINT artwork_image_colors_color_id_fkey FOREIGN KEY (color_id) REFERENCES colors(id);

ALTER TABLE artwork_images ADD CONSTRAINT artwork_images_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES users(id) ON DELETE SET NULL;

ALTER TABLE artwork_sources ADD CONSTRAINT artwork_sources_artwork_id_fkey FOREIGN KEY (artwork_id) REFERENCES artworks(id) ON DELETE CASCADE;

ALTER TABLE artwork_tags ADD CONSTRAINT artwork_tags_artwork_id_fkey FOREIGN KEY (artwork_id) REFERENCES artworks(id) ON DELETE CASCADE;

ALTER TABLE artwork_tags ADD CONSTRAINT artwork_tags_tag_id_fkey FOREIGN KEY (tag_id) REFERENCES tags(id);

ALTER TABLE artworks ADD CONSTRAINT artworks_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id);

ALTER TABLE artworks ADD CONSTRAINT artworks_category_id_fkey FOREIGN KEY (category_id) REFERENCES artwork_categories(id);

ALTER TABLE artworks ADD CONSTRAINT artworks_featured_image_id_fkey FOREIGN KEY (featured_image_id) REFERENCES artwork_images(id);

ALTER TABLE artworks ADD CONSTRAINT artworks_gallery_id_fkey FOREIGN KEY (gallery_id) REFERENCES galleries(id);

ALTER TABLE event_images ADD CONSTRAINT event_images_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES users(id);

ALTER TABLE event_sources ADD CONSTRAINT event_sources_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE;

ALTER TABLE events ADD CONSTRAINT events_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id);

ALTER TABLE events ADD CONSTRAINT events_category_id_fkey FOREIGN KEY (category_id) REFERENCES event_categories(id);

ALTER TABLE events ADD CONSTRAINT events_featured_image_id_fkey FOREIGN KEY (featured_image_id) REFERENCES event_images(id);

ALTER TABLE events ADD CONSTRAINT events_venue_id_fkey FOREIGN KEY (venue_id) REFERENCES venues(id);

ALTER TABLE galleries ADD CONSTRAINT galleries_featured_image_id_fkey FOREIGN KEY (featured_image_id) REFERENCES images(id);

ALTER TABLE galleries ADD CONSTRAINT galleries_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id);

ALTER TABLE gallery_invitations ADD CONSTRAINT gallery_invitations_gallery_id_fkey FOREIGN KEY (gallery_id) REFERENCES galleries(id) ON DELETE CASCADE;

ALTER TABLE gallery_invitations ADD CONSTRAINT gallery_invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id) ON DELETE CASCADE;

ALTER TABLE gallery_members ADD CONSTRAINT gallery_members_gallery_id_fkey FOREIGN KEY (gallery_id) REFERENCES galleries(id) ON DELETE CASCADE;

ALTER TABLE gallery_members ADD CONSTRAINT gallery_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

ALTER TABLE idempotency_keys ADD CONSTRAINT idempotency_keys_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE CASCADE;

ALTER TABLE images ADD CONSTRAINT images_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES users(id) ON DELETE SET NULL;

ALTER TABLE venue_images ADD CONSTRAINT venue_images_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES users(id) ON DELETE SET NULL;

ALTER TABLE venue_sources ADD CONSTRAINT venue_sources_venue_id_fkey FOREIGN KEY (venue_id) REFERENCES venues(id) ON DELETE CASCADE;

ALTER TABLE venues ADD CONSTRAINT venues_featured_image_id_fkey FOREIGN KEY (featured_image_id) REFERENCES venue_images(id);

ALTER TABLE venues ADD CONSTRAINT venues_gallery_id_fkey FOREIGN KEY (gallery_id) REFERENCES galleries(id);

ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE;

ALTER TABLE webhook_positions ADD CONSTRAINT webhook_positions_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE;

ALTER TABLE webhooks ADD CONSTRAINT webhooks_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id);

CREATE OR REPLACE FUNCTION all_in_field(field text, words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (field || replace(words, ' '::text, ('&'::text || field)));

CREATE OR REPLACE FUNCTION artworks_conditions(search text, similar_of jsonb)
 RETURNS TABLE(term bigint, word text, in_title tsquery, whole_in_title tsquery, in_city tsquery, in_text tsquery, beside bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
      WITH exact AS MATERIALIZED (
        SELECT conditions.*, is_phrase, (
          SELECT coalesce(sum(artworks_beside(in_any_order(words), is_phrase)), 0)::bigint FROM unnest(fields) AS words
        ) AS beside
        FROM search_conditions(search, similar_of) AS conditions,
          LATERAL (SELECT in_title || in_city || in_text AS in_any) AS of_fields,
          LATERAL (SELECT in_any::text LIKE '%<->%' AS is_phrase) AS kinds,
          LATERAL (SELECT CASE
            WHEN is_phrase AND in_title::text = whole_in_title::text THEN ARRAY[in_title, in_city, in_text]
            WHEN is_phrase THEN ARRAY[in_title, whole_in_title, in_city, in_text]
            WHEN 't' THEN ARRAY[in_any] END AS fields) AS reads
      ), limited AS MATERIALIZED (
        SELECT *, is_phrase AND sum(beside) FILTER (WHERE is_phrase) OVER (ORDER BY beside, term) > most_compared() AS is_apart FROM exact
      )
      SELECT term, word, in_title, whole_in_title, in_city, in_text, beside FROM limited WHERE NOT is_apart
      UNION ALL
      SELECT term, word, in_any_order(in_title), in_any_order(whole_in_title), in_any_order(in_city), in_any_order(in_text),
        CASE WHEN 't' THEN artworks_beside(in_any_order(in_title || in_city || in_text), false) ELSE 0 END
      FROM limited WHERE is_apart$function$;

CREATE OR REPLACE FUNCTION artworks_hits(in_title tsquery, whole_in_title tsquery, in_city tsquery, in_text tsquery)
 RETURNS TABLE(id integer, weight integer, records integer)
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'on'
AS $function$
    SELECT artworks.id, 1 AS weight, 1 AS records FROM artworks WHERE words_of_artwork(title, medium) @@ in_text AND is_public
    UNION ALL
    SELECT artworks.id, 3, 1 FROM artworks WHERE words_of_artwork(title, medium) @@ in_title AND in_title::text <> whole_in_title::text AND is_public
    UNION ALL
    SELECT artworks.id, 4, 1 FROM artworks WHERE words_of_artwork(title, medium) @@ whole_in_title AND is_public
    UNION ALL
    SELECT artworks.id, best, links
    FROM (
      WITH named AS MATERIALIZED (
        SELECT id, CASE WHEN word_positions('t', name) @@ whole_in_title THEN 4 ELSE 3 END AS weight
        FROM artists WHERE word_positions('t', name) @@ in_title
      )
      SELECT artwork_id, max(weight) AS best, count(*)::integer AS links
      FROM named JOIN artwork_artists ON artist_id = id WHERE true GROUP BY artwork_id
    ) AS credited JOIN artworks ON artworks.id = artwork_id WHERE is_public
    UNION ALL
    SELECT artworks.id, 2, 1
    FROM galleries JOIN artworks ON gallery_id = galleries.id
    WHERE word_positions('t', name) @@ in_title AND is_public
    UNION ALL
    SELECT artworks.id, 2, links
    FROM (
      SELECT artwork_id, count(*)::integer AS links
      FROM tags JOIN artwork_tags ON tag_id = tags.id
      WHERE word_positions('t', name) @@ in_title AND true GROUP BY artwork_id
    ) AS tagged JOIN artworks ON artworks.id = artwork_id WHERE is_public$function$;

CREATE OR REPLACE FUNCTION artworks_with(search text, similar_of jsonb)
 RETURNS TABLE(ids integer[], relevances integer[], records bigint, unknown text[])
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
      WITH conditions AS MATERIALIZED (
        SELECT * FROM artworks_conditions(search, similar_of)
      ), hits AS MATERIALIZED (
        SELECT term, id, weight, hits.records
        FROM conditions, LATERAL artworks_hits(in_title, whole_in_title, in_city, in_text) AS hits
      ), of_terms AS (
        SELECT term, id, max(weight) AS weight FROM hits GROUP BY term, id
      ), found AS MATERIALIZED (
        SELECT id, sum(weight)::integer AS relevance FROM of_terms GROUP BY id HAVING count(*) = (SELECT count(*) FROM conditions)
      )
      SELECT ARRAY(SELECT id FROM found ORDER BY id), ARRAY(SELECT relevance FROM found ORDER BY id),
        (SELECT coalesce(sum(hits.records), 0)::bigint FROM hits) + (SELECT coalesce(sum(beside), 0)::bigint FROM conditions),
        ARRAY(SELECT word FROM conditions WHERE term NOT IN (SELECT term FROM hits))$function$;

CREATE OR REPLACE FUNCTION converted(amount numeric, rate numeric, own numeric)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
RETURN GREATEST(round((div(((((200)::numeric * amount) * rate) + own), ((2)::numeric * own)) * 0.01), 2), CASE WHEN ((amount > (0)::numeric) AND (rate > (0)::numeric) AND (own > (0)::numeric)) THEN 0.01 ELSE NULL::numeric END);

CREATE OR REPLACE FUNCTION converted_prices(price numeric, currency text)
 RETURNS TABLE(price_usd numeric, price_eur numeric, rates integer)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT
         CASE
             WHEN (converted_prices.currency = 'USD'::text) THEN converted_prices.price
             ELSE converted(converted_prices.price, usd.rate, own.rate)
         END AS converted,
         CASE
             WHEN (converted_prices.currency = 'EUR'::text) THEN converted_prices.price
             ELSE converted(converted_prices.price, (1)::numeric, own.rate)
         END AS converted,
         CASE
             WHEN (converted_prices.price IS NOT NULL) THEN ( SELECT exchange_rate_version.version
                FROM exchange_rate_version)
             ELSE NULL::integer
         END AS "case"
    FROM ( SELECT
                 CASE
                     WHEN (converted_prices.currency = 'EUR'::text) THEN (1)::numeric
                     ELSE ( SELECT exchange_rates.units_per_euro
                        FROM exchange_rates
                       WHERE ((exchange_rates.currency)::text = converted_prices.currency)
                       ORDER BY exchange_rates.rate_date DESC
                      LIMIT 1)
                 END AS rate) own,
     ( SELECT ( SELECT exchange_rates.units_per_euro
                    FROM exchange_rates
                   WHERE ((exchange_rates.currency)::text = 'USD'::text)
                   ORDER BY exchange_rates.rate_date DESC
                  LIMIT 1) AS rate) usd;
END;

CREATE OR REPLACE FUNCTION distance_km(latitude numeric, longitude numeric, other_latitude double precision, other_longitude double precision)
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((((2)::numeric * 6371.0088))::double precision * asin(LEAST((1)::double precision, sqrt(((sin(radians((((latitude)::double precision - other_latitude) / (2)::double precision))) ^ (2)::double precision) + ((cos(radians((latitude)::double precision)) * cos(radians(other_latitude))) * (sin(radians((((longitude)::double precision - other_longitude) / (2)::double precision))) ^ (2)::double precision)))))));

CREATE OR REPLACE FUNCTION events_conditions(search text, similar_of jsonb)
 RETURNS TABLE(term bigint, word text, in_title tsquery, whole_in_title tsquery, in_city tsquery, in_text tsquery, beside bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
      WITH exact AS MATERIALIZED (
        SELECT conditions.*, is_phrase, (
          SELECT coalesce(sum(events_beside(in_any_order(words), is_phrase)), 0)::bigint FROM unnest(fields) AS words
        ) AS beside
        FROM search_conditions(search, similar_of) AS conditions,
          LATERAL (SELECT in_title || in_city || in_text AS in_any) AS of_fields,
          LATERAL (SELECT in_any::text LIKE '%<->%' AS is_phrase) AS kinds,
          LATERAL (SELECT CASE
            WHEN is_phrase AND in_title::text = whole_in_title::text THEN ARRAY[in_title, in_city, in_text]
            WHEN is_phrase THEN ARRAY[in_title, whole_in_title, in_city, in_text]
            WHEN 't' THEN ARRAY[in_any] END AS fields) AS reads
      ), limited AS MATERIALIZED (
        SELECT *, is_phrase AND sum(beside) FILTER (WHERE is_phrase) OVER (ORDER BY beside, term) > most_compared() AS is_apart FROM exact
      )
      SELECT term, word, in_title, whole_in_title, in_city, in_text, beside FROM limited WHERE NOT is_apart
      UNION ALL
      SELECT term, word, in_any_order(in_title), in_any_order(whole_in_title), in_any_order(in_city), in_any_order(in_text),
        CASE WHEN 't' THEN events_beside(in_any_order(in_title || in_city || in_text), false) ELSE 0 END
      FROM limited WHERE is_apart$function$;

CREATE OR REPLACE FUNCTION events_hits(in_title tsquery, whole_in_title tsquery, in_city tsquery, in_text tsquery)
 RETURNS TABLE(id integer, weight integer, records integer)
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'on'
AS $function$
    SELECT events.id, 1 AS weight, 1 + least(octet_length(content), 20000) / 500 AS records
    FROM events WHERE words_of_event(title, city, content) @@ in_text AND is_public
    UNION ALL
    SELECT events.id, 3, 1 FROM events WHERE words_of_event(title, city, content) @@ in_title AND in_title::text <> whole_in_title::text AND is_public
    UNION ALL
    SELECT events.id, 4, 1 FROM events WHERE words_of_event(title, city, content) @@ whole_in_title AND is_public
    UNION ALL
    SELECT events.id, 2, 1 FROM events WHERE words_of_event(title, city, content) @@ in_city AND is_public
    UNION ALL
    SELECT events.id, 2, 1
    FROM venues JOIN events ON venue_id = venues.id
    WHERE words_of_venue(venues.name, venues.city) @@ in_title AND is_public
    UNION ALL
    SELECT events.id, 2, 1
    FROM venues JOIN events ON venue_id = venues.id
    WHERE words_of_venue(venues.name, venues.city) @@ in_city AND events.city = '' AND is_public$function$;

CREATE OR REPLACE FUNCTION events_with(search text, similar_of jsonb)
 RETURNS TABLE(ids integer[], relevances integer[], records bigint, unknown text[])
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
      WITH conditions AS MATERIALIZED (
        SELECT * FROM events_conditions(search, similar_of)
      ), hits AS MATERIALIZED (
        SELECT term, id, weight, hits.records
        FROM conditions, LATERAL events_hits(in_title, whole_in_title, in_city, in_text) AS hits
      ), of_terms AS (
        SELECT term, id, max(weight) AS weight FROM hits GROUP BY term, id
      ), found AS MATERIALIZED (
        SELECT id, sum(weight)::integer AS relevance FROM of_terms GROUP BY id HAVING count(*) = (SELECT count(*) FROM conditions)
      )
      SELECT ARRAY(SELECT id FROM found ORDER BY id), ARRAY(SELECT relevance FROM found ORDER BY id),
        (SELECT coalesce(sum(hits.records), 0)::bigint FROM hits) + (SELECT coalesce(sum(beside), 0)::bigint FROM conditions),
        ARRAY(SELECT word FROM conditions WHERE term NOT IN (SELECT term FROM hits))$function$;

CREATE OR REPLACE FUNCTION found_among_artworks(search text, among integer[])
 RETURNS TABLE(ids integer[], records bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
    WITH of_public AS MATERIALIZED (
      SELECT * FROM found_artworks(search)
    ), of_others AS MATERIALIZED (
      SELECT others.* FROM of_public, unpublished_artworks_with(search, similar_of, among) AS others
    ), found AS (
      SELECT found.* FROM of_public, unnest(ids, relevances) AS found (id, relevance) WHERE id = ANY (among)
      UNION ALL
      SELECT found.* FROM of_others, unnest(ids, relevances) AS found (id, relevance)
    )
    SELECT ARRAY(SELECT id FROM found ORDER BY relevance DESC, id DESC), of_public.records + of_others.records
    FROM of_public, of_others$function$;

CREATE OR REPLACE FUNCTION found_among_events(search text, among integer[])
 RETURNS TABLE(ids integer[], records bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
    WITH of_public AS MATERIALIZED (
      SELECT * FROM found_events(search)
    ), of_others AS MATERIALIZED (
      SELECT others.* FROM of_public, unpublished_events_with(search, similar_of, among) AS others
    ), found AS (
      SELECT found.* FROM of_public, unnest(ids, relevances) AS found (id, relevance) WHERE id = ANY (among)
      UNION ALL
      SELECT found.* FROM of_others, unnest(ids, relevances) AS found (id, relevance)
    )
    SELECT ARRAY(SELECT id FROM found ORDER BY relevance DESC, id DESC), of_public.records + of_others.records
    FROM of_public, of_others$function$;

CREATE OR REPLACE FUNCTION has_moved(was artworks, becomes artworks)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN (((((((((was).id IS DISTINCT FROM (becomes).id) OR ((was).is_public IS DISTINCT FROM (becomes).is_public)) OR (((was).order_date)::timestamp with time zone IS DISTINCT FROM ((becomes).order_date)::timestamp with time zone)) OR (((was).created_at)::timestamp with time zone IS DISTINCT FROM ((becomes).created_at)::timestamp with time zone)) OR (((was).published_at)::timestamp with time zone IS DISTINCT FROM ((becomes).published_at)::timestamp with time zone)) OR ((was).title_sort_key IS DISTINCT FROM (becomes).title_sort_key)) OR ((was).views_count IS DISTINCT FROM (becomes).views_count)) OR (((was).price)::numeric IS DISTINCT FROM ((becomes).price)::numeric));

CREATE OR REPLACE FUNCTION in_any_order(words tsquery)
 RETURNS tsquery
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (replace((words)::text, '<->'::text, '&'::text))::tsquery;

CREATE OR REPLACE FUNCTION is_alone(word text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((length(word) = 1) AND (octet_length(word) > 2));

CREATE OR REPLACE FUNCTION lab_distance(one double precision[], other double precision[])
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN sqrt((((((one)[1] - (other)[1]) ^ (2)::double precision) + (((one)[2] - (other)[2]) ^ (2)::double precision)) + (((one)[3] - (other)[3]) ^ (2)::double precision)));

CREATE OR REPLACE FUNCTION lock_offset_index(list text)
 RETURNS void
 LANGUAGE sql
RETURN pg_advisory_xact_lock_shared((CASE list WHEN 'artworks'::text THEN 5432022 WHEN 'events'::text THEN 5432023 ELSE NULL::integer END)::bigint);

CREATE OR REPLACE FUNCTION most_compared()
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN 30000;

CREATE OR REPLACE FUNCTION moved_rows(entered integer[], departed integer[])
 RETURNS TABLE(segments integer[], deltas integer[])
 LANGUAGE sql
 IMMUTABLE
BEGIN ATOMIC
 SELECT array_agg(counted.no) AS array_agg,
     array_agg(counted.delta) AS array_agg
    FROM ( SELECT moved.no,
             (sum(moved.delta))::integer AS delta
            FROM ( SELECT no.no,
                     1 AS delta
                    FROM unnest(moved_rows.entered) no(no)
                 UNION ALL
                  SELECT no.no,
                     '-1'::integer
                    FROM unnest(moved_rows.departed) no(no)) moved
           GROUP BY moved.no
          HAVING (sum(moved.delta) <> 0)) counted;
END;

CREATE OR REPLACE FUNCTION search_conditions(search text, similar_of jsonb)
 RETURNS TABLE(term bigint, word text, in_title tsquery, whole_in_title tsquery, in_city tsquery, in_text tsquery)
 LANGUAGE sql
 IMMUTABLE
BEGIN ATOMIC
 SELECT row_number() OVER () AS row_number,
         CASE
             WHEN ((NOT terms.is_phrase) AND (cardinality(terms.words) = 1)) THEN terms.words[1]
             ELSE NULL::text
         END AS "case",
     words_query('t'::text, terms.words, forms.ending, forms.others) AS words_query,
     words_query('t'::text, terms.words, ''::text, '{}'::text[]) AS words_query,
     words_query('c'::text, terms.words, forms.ending, forms.others) AS words_query,
     words_query('x'::text, terms.words, forms.ending, forms.others) AS words_query
    FROM ( SELECT search_terms.words,
             search_terms.is_phrase
            FROM search_terms(search_conditions.search) search_terms(words, is_phrase)
           WHERE (NOT (search_conditions.similar_of ? '-'::text))
         UNION ALL
          SELECT search_terms_apart.words,
             search_terms_apart.is_phrase
            FROM search_terms_apart(search_conditions.search) search_terms_apart(words, is_phrase)
           WHERE (search_conditions.similar_of ? '-'::text)) terms,
     LATERAL ( SELECT
                 CASE
                     WHEN (terms.is_phrase OR (length(terms.words[cardinality(terms.words)]) < 2)) THEN ''::text
                     ELSE ':*'::text
                 END AS ending,
                 CASE
                     WHEN terms.is_phrase THEN NULL::text[]
                     WHEN (cardinality(terms.words) = 1) THEN ARRAY( SELECT jsonb_array_elements_text((search_conditions.similar_of -> terms.words[1])) AS jsonb_array_elements_text)
                     WHEN ((array_to_string(terms.words, ''::text) !~ '[0-9]'::text) AND (NOT is_alone(terms.words[1]))) THEN ARRAY["left"(array_to_string(terms.words, ''::text), 60)]
                     ELSE NULL::text[]
                 END AS others) forms;
END;

CREATE OR REPLACE FUNCTION search_terms(search text)
 RETURNS TABLE(words text[], is_phrase boolean)
 LANGUAGE sql
 IMMUTABLE
BEGIN ATOMIC
 SELECT words_of.words_of[:200] AS words_of,
     quotes.is_phrase
    FROM regexp_matches(regexp_replace(translate(search_terms.search, '“”„‟＂«»'::text, '"""""""'::text), '[\u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000、，・]'::text, ' '::text, 'g'::text), '"([^"]*)"|([^\s"]+)'::text, 'g'::text) WITH ORDINALITY terms(term, place),
     LATERAL words_of(COALESCE(terms.term[1], terms.term[2])) words_of(words_of),
     LATERAL ( SELECT (terms.term[1] IS NOT NULL) AS is_phrase) quotes
   WHERE (words_of.words_of <> '{}'::text[])
   GROUP BY words_of.words_of, quotes.is_phrase
   ORDER BY (min(terms.place))
  LIMIT 10;
END;

CREATE OR REPLACE FUNCTION search_terms_apart(search text)
 RETURNS TABLE(words text[], is_phrase boolean)
 LANGUAGE sql
 IMMUTABLE
BEGIN ATOMIC
 SELECT parts.part,
     terms.is_phrase
    FROM search_terms(search_terms_apart.search) WITH ORDINALITY terms(words, is_phrase, place),
     LATERAL ( SELECT (terms.is_phrase OR (EXISTS ( SELECT
                    FROM unnest(terms.words) word(word)
                   WHERE is_alone(word.word)))) AS stays) kinds,
     LATERAL ( SELECT terms.words AS part
           WHERE kinds.stays
         UNION ALL
          SELECT ARRAY[word.word] AS "array"
            FROM unnest(terms.words) word(word)
           WHERE (NOT kinds.stays)) parts
   GROUP BY parts.part, terms.is_phrase
   ORDER BY (min(terms.place))
  LIMIT 10;
END;

CREATE OR REPLACE FUNCTION segment_by_update(listed artworks)
 RETURNS integer
 LANGUAGE sql
 STABLE
RETURN (SELECT offset_anchors.no FROM offset_anchors WHERE ((offset_anchors.sort_order = 'artworks.updated_at'::text) AND (offset_anchors.first_time IS NOT NULL) AND (ROW(offset_anchors.first_time, offset_anchors.first_id) <= ROW(((segment_by_update.listed).updated_at)::timestamp with time zone, (segment_by_update.listed).id))) ORDER BY offset_anchors.first_time DESC, offset_anchors.first_id DESC LIMIT 1);

CREATE OR REPLACE FUNCTION segments_of(listed artwork_prices)
 RETURNS TABLE(no integer)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
( SELECT offset_anchors.no
    FROM offset_anchors
   WHERE ((offset_anchors.sort_order = 'artworks.price_usd'::text) AND (offset_anchors.first_number IS NOT NULL) AND (ROW(offset_anchors.first_number, offset_anchors.first_id) <= ROW((segments_of.listed).price_usd, (segments_of.listed).artwork_id)))
   ORDER BY offset_anchors.first_number DESC, offset_anchors.first_id DESC
  LIMIT 1)
 UNION ALL
 ( SELECT offset_anchors.no
    FROM offset_anchors
   WHERE ((offset_anchors.sort_order = 'artworks.price_usd_null'::text) AND ((segments_of.listed).price_usd IS NULL) AND (num_nonnulls(offset_anchors.first_time, offset_anchors.first_number, offset_anchors.first_text) = 0) AND (offset_anchors.first_id <= (segments_of.listed).artwork_id))
   ORDER BY offset_anchors.first_id DESC
  LIMIT 1);
END;

CREATE OR REPLACE FUNCTION segments_of(listed artworks)
 RETURNS TABLE(no integer)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
( SELECT offset_anchors.no
    FROM offset_anchors
   WHERE ((offset_anchors.sort_order = 'artworks.order_date'::text) AND (offset_anchors.first_time IS NOT NULL) AND (ROW(offset_anchors.first_time, offset_anchors.first_id) <= ROW(((segments_of.listed).order_date)::timestamp with time zone, (segments_of.listed).id)))
   ORDER BY offset_anchors.first_time DESC, offset_anchors.first_id DESC
  LIMIT 1)
 UNION ALL
 ( SELECT offset_anchors.no
    FROM offset_anchors
   WHERE ((offset_anchors.sort_order = 'artworks.created_at'::text) AND (offset_anchors.first_time IS NOT NULL) AND (ROW(offset_anchors.first_time, offset_anchors.first_id) <= ROW(((segments_of.listed).created_at)::timestamp with time zone, (segments_of.listed).id)))
   ORDER BY offset_anchors.first_time DESC, offset_anchors.first_id DESC
  LIMIT 1)
 UNION ALL
 ( SELECT offset_anchors.no
    FROM offset_anchors
   WHERE ((offset_anchors.sort_order = 'artworks.published_at'::text) AND (offset_anchors.first_time IS NOT NULL) AND (ROW(offset_anchors.first_time, offset_anchors.first_id) <= ROW(((segments_of.listed).published_at)::timestamp with time zone, (segments_of.listed).id)))
   ORDER BY offset_anchors.first_time DESC, offset_anchors.first_id DESC
  LIMIT 1)
 UNION ALL
 ( SELECT offset_anchors.no
    FROM offset_anchors
   WHERE ((offset_anchors.sort_order = 'artworks.title'::text) AND (offset_anchors.first_text IS NOT NULL) AND (ROW(offset_anchors.first_text, offset_anchors.first_id) <= ROW((segments_of.listed).title_sort_key, (segments_of.listed).id)))
   ORDER BY offset_anchors.first_text DESC, offset_anchors.first_id DESC
  LIMIT 1)
 UNION ALL
 ( SELECT offset_anchors.no
    FROM offset_anchors
   WHERE ((offset_anchors.sort_order = 'artworks.views_count'::text) AND (offset_anchors.first_number IS NOT NULL) AND (ROW(offset_anchors.first_number, offset_anchors.first_id) <= ROW(((segments_of.listed).views_count)::numeric, (segments_of.listed).id)))
   ORDER BY offset_anchors.first_number DESC, offset_anchors.first_id DESC
  LIMIT 1)
 UNION ALL
 ( SELECT offset_anchors.no
    FROM offset_anchors
   WHERE ((offset_anchors.sort_order = 'artworks.price'::text) AND (offset_anchors.first_number IS NOT NULL) AND (ROW(offset_anchors.first_number, offset_anchors.first_id) <= ROW(((segments_of.listed).price)::numeric, (segments_of.listed).id)))
   ORDER BY offset_anchors.first_number DESC, offset_anchors.first_id DESC
  LIMIT 1)
 UNION ALL
 ( SELECT offset_anchors.no
    FROM offset_anchors
   WHERE ((offset_anchors.sort_order = 'artworks.price_null'::text) AND ((segments_of.listed).price IS NULL) AND (num_nonnulls(offset_anchors.first_time, offset_anchors.first_number, offset_anchors.first_text) = 0) AND (offset_anchors.first_id <= (segments_of.listed).id))
   ORDER BY offset_anchors.first_id DESC
  LIMIT 1)
 UNION ALL
 ( SELECT offset_anchors.no
    FROM offset_anchors
   WHERE ((offset_anchors.sort_order = 'artworks.updated_at'::text) AND (offset_anchors.first_time IS NOT NULL) AND (ROW(offset_anchors.first_time, offset_anchors.first_id) <= ROW(((segments_of.listed).updated_at)::timestamp with time zone, (segments_of.listed).id)))
   ORDER BY offset_anchors.first_time DESC, offset_anchors.first_id DESC
  LIMIT 1);
END;

CREATE OR REPLACE FUNCTION segments_of(listed events)
 RETURNS TABLE(no integer)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
( SELECT offset_anchors.no
    FROM offset_anchors
   WHERE ((offset_anchors.sort_order = 'events.start_time'::text) AND (offset_anchors.first_time IS NOT NULL) AND (ROW(offset_anchors.first_time, offset_anchors.first_id) <= ROW(((segments_of.listed).start_time)::timestamp with time zone, (segments_of.listed).id)))
   ORDER BY offset_anchors.first_time DESC, offset_anchors.first_id DESC
  LIMIT 1)
 UNION ALL
 ( SELECT offset_anchors.no
    FROM offset_anchors
   WHERE ((offset_anchors.sort_order = 'events.end_time'::text) AND (offset_anchors.first_time IS NOT NULL) AND (ROW(offset_anchors.first_time, offset_anchors.first_id) <= ROW(((segments_of.listed).end_time)::timestamp with time zone, (segments_of.listed).id)))
   ORDER BY offset_anchors.first_time DESC, offset_anchors.first_id DESC
  LIMIT 1)
 UNION ALL
 ( SELECT offset_anchors.no
    FROM offset_anchors
   WHERE ((offset_anchors.sort_order = 'events.updated_at'::text) AND (offset_anchors.first_time IS NOT NULL) AND (ROW(offset_anchors.first_time, offset_anchors.first_id) <= ROW(((segments_of.listed).updated_at)::timestamp with time zone, (segments_of.listed).id)))
   ORDER BY offset_anchors.first_time DESC, offset_anchors.first_id DESC
  LIMIT 1);
END;

CREATE OR REPLACE FUNCTION similar_in_artworks(word text, OUT words text[], OUT looked_up bigint)
 RETURNS record
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'on'
AS $function$SELECT array_agg(other) FILTER (WHERE 
    EXISTS (SELECT FROM artworks WHERE words_of_artwork(title, medium) @@ similar_in_fields('t|x', other) AND is_public)
    OR EXISTS (SELECT FROM artists WHERE word_positions('t', name) @@ all_in_field('t', other)::tsquery)
    OR EXISTS (SELECT FROM galleries WHERE word_positions('t', name) @@ all_in_field('t', other)::tsquery)
    OR EXISTS (SELECT FROM tags WHERE word_positions('t', name) @@ all_in_field('t', other)::tsquery)), count(*) FROM similar_words(word) AS other$function$;

CREATE OR REPLACE FUNCTION similar_in_events(word text, OUT words text[], OUT looked_up bigint)
 RETURNS record
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'on'
AS $function$SELECT array_agg(other) FILTER (WHERE 
    EXISTS (SELECT FROM events WHERE words_of_event(title, city, content) @@ similar_in_fields('t|x|c', other) AND is_public)
    OR EXISTS (SELECT FROM venues WHERE words_of_venue(name, city) @@ (all_in_field('t', other) || '|' || all_in_field('c', other))::tsquery)), count(*) FROM similar_words(word) AS other$function$;

CREATE OR REPLACE FUNCTION similar_in_fields(fields text, words text)
 RETURNS tsquery
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (CASE WHEN (words !~~ '% %'::text) THEN (replace(fields, '|'::text, (words || '|'::text)) || words) WHEN (words ~ '^\S{3,} \S{3,}$'::text) THEN all_in_field("left"(fields, 1), words) ELSE NULL::text END)::tsquery;

CREATE OR REPLACE FUNCTION similar_words(word text)
 RETURNS SETOF text
 LANGUAGE sql
 IMMUTABLE
BEGIN ATOMIC
 WITH letters AS (
          SELECT regexp_split_to_table(
                 CASE
                     WHEN (similar_words.word ~ '[a-z]'::text) THEN 'abcdefghijklmnopqrstuvwxyz'::text
                     WHEN (similar_words.word ~ '[α-ω]'::text) THEN 'αβγδεζηθικλμνξοπρστυφχψω'::text
                     WHEN (similar_words.word ~ '[а-я]'::text) THEN 'абвгдежзиклмнопрстуфхцчшщъыьэюяіјљњћђџєѕґ'::text
                     WHEN (similar_words.word ~ '[א-ת]'::text) THEN 'אבגדהוזחטיךכלםמןנסעףפץצקרשת'::text
                     WHEN (similar_words.word ~ '[ء-ي]'::text) THEN 'ءابةتثجحخدذرزسشصضطظعغفقكلمنهوىيپچژکگی'::text
                     ELSE NULL::text
                 END, ''::text) AS letter
         ), places AS (
          SELECT place.place,
             "left"(similar_words.word, (place.place - 1)) AS start,
             substr(similar_words.word, place.place, 1) AS letter,
             substr(similar_words.word, (place.place + 1)) AS rest
            FROM generate_series(1, (length(similar_words.word) + 1)) place(place)
           WHERE (((length(similar_words.word) >= 4) AND (length(similar_words.word) <= 16)) AND (EXISTS ( SELECT
                    FROM letters)))
         )
  SELECT (places.start || places.rest)
    FROM places
 UNION
  SELECT (((places.start || "left"(places.rest, 1)) || places.letter) || substr(places.rest, 2))
    FROM places
 UNION
  SELECT ((places.start || letters.letter) || places.rest)
    FROM places,
     letters
 UNION
  SELECT (((places.start || letters.letter) || places.letter) || places.rest)
    FROM places,
     letters
 UNION
  SELECT (((places.start || ' '::text) || places.letter) || places.rest)
    FROM places
   WHERE ((places.start <> ''::text) AND (places.letter <> ''::text))
 UNION
  SELECT array_to_string(string_to_array(similar_words.word, NULL::text), ' '::text) AS array_to_string
   WHERE ((length(similar_words.word) >= 2) AND (length(similar_words.word) <= 4));
END;

CREATE OR REPLACE FUNCTION splitting(label text)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (COALESCE(octet_length(label), 0) / CASE WHEN (octet_length(label) = length(label)) THEN 10 ELSE 3 END);

CREATE OR REPLACE FUNCTION store_exchange_rates(dates date[], currencies text[], units numeric[], publisher text, OUT added integer, OUT changed integer, OUT days integer)
 RETURNS record
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT added, changed, days FROM import_exchange_rates(dates, currencies, units, publisher, NULL)
$function$;

CREATE OR REPLACE FUNCTION stored_size(api_keys)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
RETURN 1024;

CREATE OR REPLACE FUNCTION stored_size(artists)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
RETURN (((1024 + (2 * COALESCE(octet_length(($1).name), 0))) + (2 * COALESCE(octet_length(($1).name_sort_key), 0))) + (2 * COALESCE(octet_length(($1).summary), 0)));

CREATE OR REPLACE FUNCTION stored_size(artwork_artists)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
RETURN 256;

CREATE OR REPLACE FUNCTION stored_size(artwork_images)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
RETURN (((((((((1024 + (2 * COALESCE(octet_length(($1).caption), 0))) + (2 * COALESCE(octet_length(($1).alt_text), 0))) + (2 * COALESCE(octet_length(($1).description), 0))) + (2 * COALESCE(octet_length((($1).thumbnail_small)::text), 0))) + (2 * COALESCE(octet_length((($1).thumbnail)::text), 0))) + (2 * COALESCE(octet_length((($1).full_size)::text), 0))) + (2 * COALESCE(octet_length((($1).thumbnail_webp)::text), 0))) + (2 * COALESCE(octet_length((($1).full_size_webp)::text), 0))) + (2 * COALESCE(octet_length((($1).thumbnail_small_webp)::text), 0)));

CREATE OR REPLACE FUNCTION stored_size(artwork_tags)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
RETURN 256;

CREATE OR REPLACE FUNCTION stored_size(artworks)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
RETURN ((((((((4096 + (2 * COALESCE(octet_length(($1).title), 0))) + (2 * COALESCE(octet_length(($1).title_sort_key), 0))) + (2 * COALESCE(octet_length((($1).external_id)::text), 0))) + (2 * COALESCE(octet_length(($1).medium), 0))) + (2 * COALESCE(octet_length(($1).street_address), 0))) + (2 * COALESCE(octet_length(($1).city), 0))) + (2 * COALESCE(octet_length(($1).zip_code), 0))) + (2 * COALESCE(octet_length(($1).state), 0)));

CREATE OR REPLACE FUNCTION stored_size(event_images)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
RETURN (((((((((((((1024 + (2 * COALESCE(octet_length(($1).caption), 0))) + (2 * COALESCE(octet_length(($1).alt_text), 0))) + (2 * COALESCE(octet_length(($1).description), 0))) + (2 * COALESCE(octet_length((($1).crop_small_webp)::text), 0))) + (2 * COALESCE(octet_length((($1).crop_smallest_webp)::text), 0))) + (2 * COALESCE(octet_length((($1).full_size)::text), 0))) + (2 * COALESCE(octet_length((($1).crop_small)::text), 0))) + (2 * COALESCE(octet_length((($1).crop_big)::text), 0))) + (2 * COALESCE(octet_length((($1).full_size_webp)::text), 0))) + (2 * COALESCE(octet_length((($1).crop_medium)::text), 0))) + (2 * COALESCE(octet_length((($1).crop_medium_webp)::text), 0))) + (2 * COALESCE(octet_length((($1).crop_big_webp)::text), 0))) + (2 * COALESCE(octet_length((($1).crop_smallest)::text), 0)));

CREATE OR REPLACE FUNCTION stored_size(events)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
RETURN (((((((((((((4096 + (2 * COALESCE(octet_length(($1).title), 0))) + (2 * COALESCE(octet_length((($1).external_id)::text), 0))) + (2 * COALESCE(octet_length(($1).content), 0))) + (2 * COALESCE(octet_length(($1).address), 0))) + (2 * COALESCE(octet_length(($1).city), 0))) + (2 * COALESCE(octet_length((($1).buy_tickets_url)::text), 0))) + (2 * COALESCE(octet_length(($1).contact_name), 0))) + (2 * COALESCE(octet_length(($1).email), 0))) + (2 * COALESCE(octet_length((($1).external_url)::text), 0))) + (2 * COALESCE(octet_length(($1).phone), 0))) + (2 * COALESCE(octet_length(($1).additional_info), 0))) + (2 * COALESCE(octet_length((($1).press_release)::text), 0))) + (2 * COALESCE(octet_length((($1).banner_logo)::text), 0)));

CREATE OR REPLACE FUNCTION stored_size(galleries)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
RETURN ((((((1024 + (2 * COALESCE(octet_length(($1).name), 0))) + (2 * COALESCE(octet_length(($1).name_sort_key), 0))) + (2 * COALESCE(octet_length(($1).city), 0))) + (2 * COALESCE(octet_length(($1).summary), 0))) + (2 * COALESCE(octet_length(($1).phone_number), 0))) + (2 * COALESCE(octet_length(($1).address), 0)));

CREATE OR REPLACE FUNCTION stored_size(images)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
RETURN ((((1024 + (2 * COALESCE(octet_length(($1).caption), 0))) + (2 * COALESCE(octet_length(($1).alt_text), 0))) + (2 * COALESCE(octet_length(($1).description), 0))) + (2 * COALESCE(octet_length((($1).image)::text), 0)));

CREATE OR REPLACE FUNCTION stored_size(tags)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
RETURN (((1024 + (2 * COALESCE(octet_length(($1).name), 0))) + (2 * COALESCE(octet_length(($1).name_sort_key), 0))) + (2 * COALESCE(octet_length(($1).description), 0)));

CREATE OR REPLACE FUNCTION stored_size(venue_images)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
RETURN (((((((((((1024 + (2 * COALESCE(octet_length(($1).caption), 0))) + (2 * COALESCE(octet_length(($1).alt_text), 0))) + (2 * COALESCE(octet_length(($1).description), 0))) + (2 * COALESCE(octet_length((($1).crop_medium_webp)::text), 0))) + (2 * COALESCE(octet_length((($1).crop_medium)::text), 0))) + (2 * COALESCE(octet_length((($1).crop_small)::text), 0))) + (2 * COALESCE(octet_length((($1).full_size)::text), 0))) + (2 * COALESCE(octet_length((($1).crop_small_webp)::text), 0))) + (2 * COALESCE(octet_length((($1).crop_big)::text), 0))) + (2 * COALESCE(octet_length((($1).crop_big_webp)::text), 0))) + (2 * COALESCE(octet_length((($1).full_size_webp)::text), 0)));

CREATE OR REPLACE FUNCTION stored_size(venues)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
RETURN ((((1024 + (2 * COALESCE(octet_length(($1).name), 0))) + (2 * COALESCE(octet_length(($1).name_sort_key), 0))) + (2 * COALESCE(octet_length(($1).city), 0))) + (2 * COALESCE(octet_length(($1).response_time), 0)));

CREATE OR REPLACE FUNCTION unpublished_artworks_conditions(search text, similar_of jsonb, among integer[])
 RETURNS TABLE(term bigint, word text, in_title tsquery, whole_in_title tsquery, in_city tsquery, in_text tsquery, beside bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
      WITH exact AS MATERIALIZED (
        SELECT conditions.*, is_phrase, (
          SELECT coalesce(sum(unpublished_artworks_beside(in_any_order(words), is_phrase, among)), 0)::bigint FROM unnest(fields) AS words
        ) AS beside
        FROM search_conditions(search, similar_of) AS conditions,
          LATERAL (SELECT in_title || in_city || in_text AS in_any) AS of_fields,
          LATERAL (SELECT in_any::text LIKE '%<->%' AS is_phrase) AS kinds,
          LATERAL (SELECT CASE
            WHEN is_phrase AND in_title::text = whole_in_title::text THEN ARRAY[in_title, in_city, in_text]
            WHEN is_phrase THEN ARRAY[in_title, whole_in_title, in_city, in_text]
            WHEN 'f' THEN ARRAY[in_any] END AS fields) AS reads
      ), limited AS MATERIALIZED (
        SELECT *, is_phrase AND sum(beside) FILTER (WHERE is_phrase) OVER (ORDER BY beside, term) > most_compared() AS is_apart FROM exact
      )
      SELECT term, word, in_title, whole_in_title, in_city, in_text, beside FROM limited WHERE NOT is_apart
      UNION ALL
      SELECT term, word, in_any_order(in_title), in_any_order(whole_in_title), in_any_order(in_city), in_any_order(in_text),
        CASE WHEN 'f' THEN unpublished_artworks_beside(in_any_order(in_title || in_city || in_text), false, among) ELSE 0 END
      FROM limited WHERE is_apart$function$;

CREATE OR REPLACE FUNCTION unpublished_artworks_hits(in_title tsquery, whole_in_title tsquery, in_city tsquery, in_text tsquery, among integer[])
 RETURNS TABLE(id integer, weight integer, records integer)
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_bitmapscan TO 'on'
AS $function$
    SELECT artworks.id, 1 AS weight, 1 AS records FROM artworks WHERE words_of_artwork(title, medium) @@ in_any_order(in_text) AND CASE WHEN in_text::text LIKE '%<->%' THEN words_of_artwork(title, medium) @@ in_text ELSE true END AND NOT is_public AND artworks.id = ANY (among)
    UNION ALL
    SELECT artworks.id, 3, 1 FROM artworks WHERE words_of_artwork(title, medium) @@ in_any_order(in_title) AND CASE WHEN in_title::text LIKE '%<->%' THEN words_of_artwork(title, medium) @@ in_title ELSE true END AND in_title::text <> whole_in_title::text AND NOT is_public AND artworks.id = ANY (among)
    UNION ALL
    SELECT artworks.id, 4, 1 FROM artworks WHERE words_of_artwork(title, medium) @@ in_any_order(whole_in_title) AND CASE WHEN whole_in_title::text LIKE '%<->%' THEN words_of_artwork(title, medium) @@ whole_in_title ELSE true END AND NOT is_public AND artworks.id = ANY (among)
    UNION ALL
    SELECT artworks.id, best, links
    FROM (
      WITH named AS MATERIALIZED (
        SELECT id, CASE WHEN word_positions('t', name) @@ in_any_order(whole_in_title) AND CASE WHEN whole_in_title::text LIKE '%<->%' THEN word_positions('t', name) @@ whole_in_title ELSE true END THEN 4 ELSE 3 END AS weight
        FROM artists WHERE word_positions('t', name) @@ in_any_order(in_title) AND CASE WHEN in_title::text LIKE '%<->%' THEN word_positions('t', name) @@ in_title ELSE true END
      )
      SELECT artwork_id, max(weight) AS best, count(*)::integer AS links
      FROM named JOIN artwork_artists ON artist_id = id WHERE artwork_id = ANY (among) GROUP BY artwork_id
    ) AS credited JOIN artworks ON artworks.id = artwork_id WHERE NOT is_public AND artworks.id = ANY (among)
    UNION ALL
    SELECT artworks.id, 2, 1
    FROM galleries JOIN artworks ON gallery_id = galleries.id
    WHERE word_positions('t', name) @@ in_any_order(in_title) AND CASE WHEN in_title::text LIKE '%<->%' THEN word_positions('t', name) @@ in_title ELSE true END AND NOT is_public AND artworks.id = ANY (among)
    UNION ALL
    SELECT artworks.id, 2, links
    FROM (
      SELECT artwork_id, count(*)::integer AS links
      FROM tags JOIN artwork_tags ON tag_id = tags.id
      WHERE word_positions('t', name) @@ in_any_order(in_title) AND CASE WHEN in_title::text LIKE '%<->%' THEN word_positions('t', name) @@ in_title ELSE true END AND artwork_id = ANY (among) GROUP BY artwork_id
    ) AS tagged JOIN artworks ON artworks.id = artwork_id WHERE NOT is_public AND artworks.id = ANY (among)$function$;

CREATE OR REPLACE FUNCTION unpublished_artworks_with(search text, similar_of jsonb, among integer[])
 RETURNS TABLE(ids integer[], relevances integer[], records bigint, unknown text[])
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
      WITH conditions AS MATERIALIZED (
        SELECT * FROM unpublished_artworks_conditions(search, similar_of, among)
      ), hits AS MATERIALIZED (
        SELECT term, id, weight, hits.records
        FROM conditions, LATERAL unpublished_artworks_hits(in_title, whole_in_title, in_city, in_text, among) AS hits
      ), of_terms AS (
        SELECT term, id, max(weight) AS weight FROM hits GROUP BY term, id
      ), found AS MATERIALIZED (
        SELECT id, sum(weight)::integer AS relevance FROM of_terms GROUP BY id HAVING count(*) = (SELECT count(*) FROM conditions)
      )
      SELECT ARRAY(SELECT id FROM found ORDER BY id), ARRAY(SELECT relevance FROM found ORDER BY id),
        (SELECT coalesce(sum(hits.records), 0)::bigint FROM hits) + (SELECT coalesce(sum(beside), 0)::bigint FROM conditions),
        ARRAY(SELECT word FROM conditions WHERE term NOT IN (SELECT term FROM hits))$function$;

CREATE OR REPLACE FUNCTION unpublished_events_conditions(search text, similar_of jsonb, among integer[])
 RETURNS TABLE(term bigint, word text, in_title tsquery, whole_in_title tsquery, in_city tsquery, in_text tsquery, beside bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
      WITH exact AS MATERIALIZED (
        SELECT conditions.*, is_phrase, (
          SELECT coalesce(sum(unpublished_events_beside(in_any_order(words), is_phrase, among)), 0)::bigint FROM unnest(fields) AS words
        ) AS beside
        FROM search_conditions(search, similar_of) AS conditions,
          LATERAL (SELECT in_title || in_city || in_text AS in_any) AS of_fields,
          LATERAL (SELECT in_any::text LIKE '%<->%' AS is_phrase) AS kinds,
          LATERAL (SELECT CASE
            WHEN is_phrase AND in_title::text = whole_in_title::text THEN ARRAY[in_title, in_city, in_text]
            WHEN is_phrase THEN ARRAY[in_title, whole_in_title, in_city, in_text]
            WHEN 'f' THEN ARRAY[in_any] END AS fields) AS reads
      ), limited AS MATERIALIZED (
        SELECT *, is_phrase AND sum(beside) FILTER (WHERE is_phrase) OVER (ORDER BY beside, term) > most_compared() AS is_apart FROM exact
      )
      SELECT term, word, in_title, whole_in_title, in_city, in_text, beside FROM limited WHERE NOT is_apart
      UNION ALL
      SELECT term, word, in_any_order(in_title), in_any_order(whole_in_title), in_any_order(in_city), in_any_order(in_text),
        CASE WHEN 'f' THEN unpublished_events_beside(in_any_order(in_title || in_city || in_text), false, among) ELSE 0 END
      FROM limited WHERE is_apart$function$;

CREATE OR REPLACE FUNCTION unpublished_events_hits(in_title tsquery, whole_in_title tsquery, in_city tsquery, in_text tsquery, among integer[])
 RETURNS TABLE(id integer, weight integer, records integer)
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_bitmapscan TO 'on'
AS $function$
    SELECT events.id, 1 AS weight, 1 + least(octet_length(content), 20000) / 500 AS records
    FROM events WHERE words_of_event(title, city, content) @@ in_any_order(in_text) AND CASE WHEN in_text::text LIKE '%<->%' THEN words_of_event(title, city, content) @@ in_text ELSE true END AND NOT is_public AND events.id = ANY (among)
    UNION ALL
    SELECT events.id, 3, 1 FROM events WHERE words_of_event(title, city, content) @@ in_any_order(in_title) AND CASE WHEN in_title::text LIKE '%<->%' THEN words_of_event(title, city, content) @@ in_title ELSE true END AND in_title::text <> whole_in_title::text AND NOT is_public AND events.id = ANY (among)
    UNION ALL
    SELECT events.id, 4, 1 FROM events WHERE words_of_event(title, city, content) @@ in_any_order(whole_in_title) AND CASE WHEN whole_in_title::text LIKE '%<->%' THEN words_of_event(title, city, content) @@ whole_in_title ELSE true END AND NOT is_public AND events.id = ANY (among)
    UNION ALL
    SELECT events.id, 2, 1 FROM events WHERE words_of_event(title, city, content) @@ in_any_order(in_city) AND CASE WHEN in_city::text LIKE '%<->%' THEN words_of_event(title, city, content) @@ in_city ELSE true END AND NOT is_public AND events.id = ANY (among)
    UNION ALL
    SELECT events.id, 2, 1
    FROM venues JOIN events ON venue_id = venues.id
    WHERE words_of_venue(venues.name, venues.city) @@ in_any_order(in_title) AND CASE WHEN in_title::text LIKE '%<->%' THEN words_of_venue(venues.name, venues.city) @@ in_title ELSE true END AND NOT is_public AND events.id = ANY (among)
    UNION ALL
    SELECT events.id, 2, 1
    FROM venues JOIN events ON venue_id = venues.id
    WHERE words_of_venue(venues.name, venues.city) @@ in_any_order(in_city) AND CASE WHEN in_city::text LIKE '%<->%' THEN words_of_venue(venues.name, venues.city) @@ in_city ELSE true END AND events.city = '' AND NOT is_public AND events.id = ANY (among)$function$;

CREATE OR REPLACE FUNCTION unpublished_events_with(search text, similar_of jsonb, among integer[])
 RETURNS TABLE(ids integer[], relevances integer[], records bigint, unknown text[])
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
      WITH conditions AS MATERIALIZED (
        SELECT * FROM unpublished_events_conditions(search, similar_of, among)
      ), hits AS MATERIALIZED (
        SELECT term, id, weight, hits.records
        FROM conditions, LATERAL unpublished_events_hits(in_title, whole_in_title, in_city, in_text, among) AS hits
      ), of_terms AS (
        SELECT term, id, max(weight) AS weight FROM hits GROUP BY term, id
      ), found AS MATERIALIZED (
        SELECT id, sum(weight)::integer AS relevance FROM of_terms GROUP BY id HAVING count(*) = (SELECT count(*) FROM conditions)
      )
      SELECT ARRAY(SELECT id FROM found ORDER BY id), ARRAY(SELECT relevance FROM found ORDER BY id),
        (SELECT coalesce(sum(hits.records), 0)::bigint FROM hits) + (SELECT coalesce(sum(beside), 0)::bigint FROM conditions),
        ARRAY(SELECT word FROM conditions WHERE term NOT IN (SELECT term FROM hits))$function$;

CREATE OR REPLACE FUNCTION words_query(field text, words text[], ending text, others text[])
 RETURNS tsquery
 LANGUAGE sql
 IMMUTABLE
BEGIN ATOMIC
 SELECT (string_agg(alternatives.alternative, '|'::text))::tsquery AS string_agg
    FROM ( SELECT
                 CASE
                     WHEN ((count(*) > 1) AND bool_and(is_alone(pairs.word))) THEN (('('::text || string_agg(((words_query.field || pairs.word) || pairs.next), '&'::text)) || ')'::text)
                     ELSE (string_agg((words_query.field || "left"(pairs.word, 60)), '<->'::text ORDER BY pairs.place) || words_query.ending)
                 END AS alternative
            FROM ( SELECT of_words.word,
                     of_words.place,
                     lead(of_words.word) OVER (ORDER BY of_words.place) AS next
                    FROM unnest(words_query.words) WITH ORDINALITY of_words(word, place)) pairs
         UNION ALL
          SELECT all_in_field(words_query.field, other.other) AS all_in_field
            FROM unnest(words_query.others) other(other)) alternatives;
END;

CREATE TRIGGER after_delete AFTER DELETE ON api_keys REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION api_keys_changed();

CREATE TRIGGER after_insert AFTER INSERT ON api_keys REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION api_keys_changed();

CREATE TRIGGER after_delete AFTER DELETE ON artists REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION artists_changed();

CREATE TRIGGER after_insert AFTER INSERT ON artists REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION artists_changed();

CREATE TRIGGER after_update AFTER UPDATE ON artists REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION artists_changed();

CREATE TRIGGER move_updated_at BEFORE UPDATE ON artists FOR EACH ROW EXECUTE FUNCTION move_updated_at();

CREATE TRIGGER set_stored_by BEFORE UPDATE ON artists FOR EACH ROW WHEN (((((COALESCE(octet_length(new.name), 0) - COALESCE(octet_length(old.name), 0)) + COALESCE(octet_length(new.summary), 0)) - COALESCE(octet_length(old.summary), 0)) > 0)) EXECUTE FUNCTION set_stored_by();

CREATE TRIGGER after_delete AFTER DELETE ON artwork_artists REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION artwork_artists_changed();

CREATE TRIGGER after_insert AFTER INSERT ON artwork_artists REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION artwork_artists_changed();

CREATE TRIGGER after_truncate AFTER TRUNCATE ON artwork_artists FOR EACH STATEMENT EXECUTE FUNCTION artwork_links_truncated();

CREATE TRIGGER after_update AFTER UPDATE ON artwork_artists REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION artwork_artists_changed();

CREATE TRIGGER after_delete AFTER DELETE ON artwork_categories REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION artwork_categories_changed();

CREATE TRIGGER after_insert AFTER INSERT ON artwork_categories REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION artwork_categories_changed();

CREATE TRIGGER after_update AFTER UPDATE ON artwork_categories REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION artwork_categories_changed();

CREATE TRIGGER move_updated_at BEFORE UPDATE ON artwork_categories FOR EACH ROW EXECUTE FUNCTION move_updated_at();

CREATE TRIGGER after_delete AFTER DELETE ON artwork_category_collectors REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION artwork_category_collectors_changed();

CREATE TRIGGER after_insert AFTER INSERT ON artwork_category_collectors REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION artwork_category_collectors_changed();

CREATE TRIGGER after_truncate AFTER TRUNCATE ON artwork_category_collectors FOR EACH STATEMENT EXECUTE FUNCTION record_all('artwork_category');

CREATE TRIGGER after_update AFTER UPDATE ON artwork_category_collectors REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION artwork_category_collectors_changed();

CREATE TRIGGER record_inserted_formats AFTER INSERT ON artwork_documents REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_other_formats('artworks');

CREATE TRIGGER record_updated_formats AFTER UPDATE ON artwork_documents REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_other_formats('artworks');

CREATE TRIGGER after_delete AFTER DELETE ON artwork_image_colors REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION artwork_image_colors_changed();

CREATE TRIGGER after_insert AFTER INSERT ON artwork_image_colors REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION artwork_image_colors_changed();

CREATE TRIGGER after_truncate AFTER TRUNCATE ON artwork_image_colors FOR EACH STATEMENT EXECUTE FUNCTION artwork_links_truncated();

CREATE TRIGGER after_update AFTER UPDATE ON artwork_image_colors REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION artwork_image_colors_changed();

CREATE TRIGGER after_delete AFTER DELETE ON artwork_images REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION artwork_images_changed();

CREATE TRIGGER after_insert AFTER INSERT ON artwork_images REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION artwork_images_changed();

CREATE TRIGGER after_update AFTER UPDATE ON artwork_images REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION artwork_images_changed();

CREATE TRIGGER set_stored_by BEFORE UPDATE ON artwork_images FOR EACH ROW WHEN (((((((((((((((((((COALESCE(octet_length(new.caption), 0) - COALESCE(octet_length(old.caption), 0)) + COALESCE(octet_length(new.alt_text), 0)) - COALESCE(octet_length(old.alt_text), 0)) + COALESCE(octet_length(new.description), 0)) - COALESCE(octet_length(old.description), 0)) + COALESCE(octet_length((new.thumbnail_small)::text), 0)) - COALESCE(octet_length((old.thumbnail_small)::text), 0)) + COALESCE(octet_length((new.thumbnail)::text), 0)) - COALESCE(octet_length((old.thumbnail)::text), 0)) + COALESCE(octet_length((new.full_size)::text), 0)) - COALESCE(octet_length((old.full_size)::text), 0)) + COALESCE(octet_length((new.thumbnail_webp)::text), 0)) - COALESCE(octet_length((old.thumbnail_webp)::text), 0)) + COALESCE(octet_length((new.full_size_webp)::text), 0)) - COALESCE(octet_length((old.full_size_webp)::text), 0)) + COALESCE(octet_length((new.thumbnail_small_webp)::text), 0)) - COALESCE(octet_length((old.thumbnail_small_webp)::text), 0)) > 0)) EXECUTE FUNCTION set_stored_by();

CREATE TRIGGER after_delete AFTER DELETE ON artwork_prices REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION artwork_prices_written();

CREATE TRIGGER after_insert AFTER INSERT ON artwork_prices REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION artwork_prices_written();

CREATE TRIGGER after_update AFTER UPDATE ON artwork_prices REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION artwork_prices_written();

CREATE TRIGGER after_delete AFTER DELETE ON artwork_tags REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION artwork_tags_changed();

CREATE TRIGGER after_insert AFTER INSERT ON artwork_tags REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION artwork_tags_changed();

CREATE TRIGGER after_truncate AFTER TRUNCATE ON artwork_tags FOR EACH STATEMENT EXECUTE FUNCTION artwork_links_truncated();

CREATE TRIGGER after_update AFTER UPDATE ON artwork_tags REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION artwork_tags_changed();

CREATE TRIGGER after_delete AFTER DELETE ON artworks REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION artworks_deleted();

CREATE TRIGGER after_insert AFTER INSERT ON artworks REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION artworks_inserted();

CREATE TRIGGER after_truncate AFTER TRUNCATE ON artworks FOR EACH STATEMENT EXECUTE FUNCTION artworks_truncated();

CREATE TRIGGER after_update AFTER UPDATE ON artworks REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION artworks_updated();

CREATE TRIGGER keep_publish_status BEFORE INSERT OR UPDATE OF publish_status, published_at ON artworks FOR EACH ROW EXECUTE FUNCTION keep_publish_status();

CREATE TRIGGER move_updated_at BEFORE UPDATE ON artworks FOR EACH ROW EXECUTE FUNCTION move_updated_at();

CREATE TRIGGER set_stored_by BEFORE UPDATE ON artworks FOR EACH ROW WHEN (((((((((((((((COALESCE(octet_length(new.title), 0) - COALESCE(octet_length(old.title), 0)) + COALESCE(octet_length((new.external_id)::text), 0)) - COALESCE(octet_length((old.external_id)::text), 0)) + COALESCE(octet_length(new.medium), 0)) - COALESCE(octet_length(old.medium), 0)) + COALESCE(octet_length(new.street_address), 0)) - COALESCE(octet_length(old.street_address), 0)) + COALESCE(octet_length(new.city), 0)) - COALESCE(octet_length(old.city), 0)) + COALESCE(octet_length(new.zip_code), 0)) - COALESCE(octet_length(old.zip_code), 0)) + COALESCE(octet_length(new.state), 0)) - COALESCE(octet_length(old.state), 0)) > 0)) EXECUTE FUNCTION set_stored_by();

CREATE CONSTRAINT TRIGGER remove_documents AFTER INSERT ON change_log DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.subject = 'events'::text) AND (new.ids <> '{}'::text[]))) EXECUTE FUNCTION remove_documents_of_change();

CREATE TRIGGER after_update AFTER UPDATE ON colors REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION colors_changed();

CREATE TRIGGER after_delete AFTER DELETE ON event_categories REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION event_categories_changed();

CREATE TRIGGER after_insert AFTER INSERT ON event_categories REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION event_categories_changed();

CREATE TRIGGER after_update AFTER UPDATE ON event_categories REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION event_categories_changed();

CREATE TRIGGER move_updated_at BEFORE UPDATE ON event_categories FOR EACH ROW EXECUTE FUNCTION move_updated_at();

CREATE TRIGGER record_inserted_formats AFTER INSERT ON event_documents REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_other_formats('events');

CREATE TRIGGER record_updated_formats AFTER UPDATE ON event_documents REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_other_formats('events');

CREATE TRIGGER after_delete AFTER DELETE ON event_images REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION event_images_changed();

CREATE TRIGGER after_insert AFTER INSERT ON event_images REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION event_images_changed();

CREATE TRIGGER after_update AFTER UPDATE ON event_images REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION event_images_changed();

CREATE TRIGGER set_stored_by BEFORE UPDATE ON event_images FOR EACH ROW WHEN (((((((((((((((((((((((((((COALESCE(octet_length(new.caption), 0) - COALESCE(octet_length(old.caption), 0)) + COALESCE(octet_length(new.alt_text), 0)) - COALESCE(octet_length(old.alt_text), 0)) + COALESCE(octet_length(new.description), 0)) - COALESCE(octet_length(old.description), 0)) + COALESCE(octet_length((new.crop_small_webp)::text), 0)) - COALESCE(octet_length((old.crop_small_webp)::text), 0)) + COALESCE(octet_length((new.crop_smallest_webp)::text), 0)) - COALESCE(octet_length((old.crop_smallest_webp)::text), 0)) + COALESCE(octet_length((new.full_size)::text), 0)) - COALESCE(octet_length((old.full_size)::text), 0)) + COALESCE(octet_length((new.crop_small)::text), 0)) - COALESCE(octet_length((old.crop_small)::text), 0)) + COALESCE(octet_length((new.crop_big)::text), 0)) - COALESCE(octet_length((old.crop_big)::text), 0)) + COALESCE(octet_length((new.full_size_webp)::text), 0)) - COALESCE(octet_length((old.full_size_webp)::text), 0)) + COALESCE(octet_length((new.crop_medium)::text), 0)) - COALESCE(octet_length((old.crop_medium)::text), 0)) + COALESCE(octet_length((new.crop_medium_webp)::text), 0)) - COALESCE(octet_length((old.crop_medium_webp)::text), 0)) + COALESCE(octet_length((new.crop_big_webp)::text), 0)) - COALESCE(octet_length((old.crop_big_webp)::text), 0)) + COALESCE(octet_length((new.crop_smallest)::text), 0)) - COALESCE(octet_length((old.crop_smallest)::text), 0)) > 0)) EXECUTE FUNCTION set_stored_by();

CREATE TRIGGER after_delete AFTER DELETE ON events REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION events_changed();

CREATE TRIGGER after_insert AFTER INSERT ON events REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION events_changed();

CREATE TRIGGER after_truncate AFTER TRUNCATE ON events FOR EACH STATEMENT EXECUTE FUNCTION events_truncated();

CREATE TRIGGER after_update AFTER UPDATE ON events REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION events_changed();

CREATE TRIGGER keep_publish_status BEFORE INSERT OR UPDATE OF publish_status, published_at ON events FOR EACH ROW EXECUTE FUNCTION keep_publish_status();

CREATE TRIGGER move_updated_at BEFORE UPDATE ON events FOR EACH ROW EXECUTE FUNCTION move_updated_at();

CREATE TRIGGER set_stored_by BEFORE UPDATE ON events FOR EACH ROW WHEN (((((((((((((((((((((((((((COALESCE(octet_length(new.title), 0) - COALESCE(octet_length(old.title), 0)) + COALESCE(octet_length((new.external_id)::text), 0)) - COALESCE(octet_length((old.external_id)::text), 0)) + COALESCE(octet_length(new.content), 0)) - COALESCE(octet_length(old.content), 0)) + COALESCE(octet_length(new.address), 0)) - COALESCE(octet_length(old.address), 0)) + COALESCE(octet_length(new.city), 0)) - COALESCE(octet_length(old.city), 0)) + COALESCE(octet_length((new.buy_tickets_url)::text), 0)) - COALESCE(octet_length((old.buy_tickets_url)::text), 0)) + COALESCE(octet_length(new.contact_name), 0)) - COALESCE(octet_length(old.contact_name), 0)) + COALESCE(octet_length(new.email), 0)) - COALESCE(octet_length(old.email), 0)) + COALESCE(octet_length((new.external_url)::text), 0)) - COALESCE(octet_length((old.external_url)::text), 0)) + COALESCE(octet_length(new.phone), 0)) - COALESCE(octet_length(old.phone), 0)) + COALESCE(octet_length(new.additional_info), 0)) - COALESCE(octet_length(old.additional_info), 0)) + COALESCE(octet_length((new.press_release)::text), 0)) - COALESCE(octet_length((old.press_release)::text), 0)) + COALESCE(octet_length((new.banner_logo)::text), 0)) - COALESCE(octet_length((old.banner_logo)::text), 0)) > 0)) EXECUTE FUNCTION set_stored_by();

CREATE TRIGGER after_write AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON exchange_rates FOR EACH STATEMENT EXECUTE FUNCTION exchange_rates_written();

CREATE TRIGGER reject_early_rate BEFORE INSERT OR UPDATE OF rate_date ON exchange_rates FOR EACH ROW WHEN ((new.rate_date < '1999-01-01'::date)) EXECUTE FUNCTION reject_early_rate();

CREATE TRIGGER reject_future_rate BEFORE INSERT OR UPDATE OF rate_date ON exchange_rates FOR EACH ROW WHEN ((new.rate_date > ((now() AT TIME ZONE 'UTC'::text))::date)) EXECUTE FUNCTION reject_future_rate();

CREATE TRIGGER after_delete AFTER DELETE ON galleries REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION galleries_changed();

CREATE TRIGGER after_insert AFTER INSERT ON galleries REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION galleries_changed();

CREATE TRIGGER after_update AFTER UPDATE ON galleries REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION galleries_changed();

CREATE TRIGGER move_updated_at BEFORE UPDATE ON galleries FOR EACH ROW EXECUTE FUNCTION move_updated_at();

CREATE TRIGGER set_stored_by BEFORE UPDATE ON galleries FOR EACH ROW WHEN (((((((((((COALESCE(octet_length(new.name), 0) - COALESCE(octet_length(old.name), 0)) + COALESCE(octet_length(new.city), 0)) - COALESCE(octet_length(old.city), 0)) + COALESCE(octet_length(new.summary), 0)) - COALESCE(octet_length(old.summary), 0)) + COALESCE(octet_length(new.phone_number), 0)) - COALESCE(octet_length(old.phone_number), 0)) + COALESCE(octet_length(new.address), 0)) - COALESCE(octet_length(old.address), 0)) > 0)) EXECUTE FUNCTION set_stored_by();

CREATE TRIGGER after_delete AFTER DELETE ON images REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION images_changed();

CREATE TRIGGER after_insert AFTER INSERT ON images REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION images_changed();

CREATE TRIGGER after_update AFTER UPDATE ON images REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION images_changed();

CREATE TRIGGER set_stored_by BEFORE UPDATE ON images FOR EACH ROW WHEN (((((((((COALESCE(octet_length(new.caption), 0) - COALESCE(octet_length(old.caption), 0)) + COALESCE(octet_length(new.alt_text), 0)) - COALESCE(octet_length(old.alt_text), 0)) + COALESCE(octet_length(new.description), 0)) - COALESCE(octet_length(old.description), 0)) + COALESCE(octet_length((new.image)::text), 0)) - COALESCE(octet_length((old.image)::text), 0)) > 0)) EXECUTE FUNCTION set_stored_by();

CREATE TRIGGER after_delete AFTER DELETE ON tags REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION tags_changed();

CREATE TRIGGER after_insert AFTER INSERT ON tags REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tags_changed();

CREATE TRIGGER after_update AFTER UPDATE ON tags REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tags_changed();

CREATE TRIGGER move_updated_at BEFORE UPDATE ON tags FOR EACH ROW EXECUTE FUNCTION move_updated_at();

CREATE TRIGGER set_stored_by BEFORE UPDATE ON tags FOR EACH ROW WHEN (((((COALESCE(octet_length(new.name), 0) - COALESCE(octet_length(old.name), 0)) + COALESCE(octet_length(new.description), 0)) - COALESCE(octet_length(old.description), 0)) > 0)) EXECUTE FUNCTION set_stored_by();

CREATE TRIGGER after_delete AFTER DELETE ON users REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION users_changed();

CREATE TRIGGER after_insert AFTER INSERT ON users REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION users_changed();

CREATE TRIGGER after_update AFTER UPDATE ON users REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION users_changed();

CREATE TRIGGER after_delete AFTER DELETE ON venue_images REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION venue_images_changed();

CREATE TRIGGER after_insert AFTER INSERT ON venue_images REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION venue_images_changed();

CREATE TRIGGER after_update AFTER UPDATE ON venue_images REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION venue_images_changed();

CREATE TRIGGER set_stored_by BEFORE UPDATE ON venue_images FOR EACH ROW WHEN (((((((((((((((((((((((COALESCE(octet_length(new.caption), 0) - COALESCE(octet_length(old.caption), 0)) + COALESCE(octet_length(new.alt_text), 0)) - COALESCE(octet_length(old.alt_text), 0)) + COALESCE(octet_length(new.description), 0)) - COALESCE(octet_length(old.description), 0)) + COALESCE(octet_length((new.crop_medium_webp)::text), 0)) - COALESCE(octet_length((old.crop_medium_webp)::text), 0)) + COALESCE(octet_length((new.crop_medium)::text), 0)) - COALESCE(octet_length((old.crop_medium)::text), 0)) + COALESCE(octet_length((new.crop_small)::text), 0)) - COALESCE(octet_length((old.crop_small)::text), 0)) + COALESCE(octet_length((new.full_size)::text), 0)) - COALESCE(octet_length((old.full_size)::text), 0)) + COALESCE(octet_length((new.crop_small_webp)::text), 0)) - COALESCE(octet_length((old.crop_small_webp)::text), 0)) + COALESCE(octet_length((new.crop_big)::text), 0)) - COALESCE(octet_length((old.crop_big)::text), 0)) + COALESCE(octet_length((new.crop_big_webp)::text), 0)) - COALESCE(octet_length((old.crop_big_webp)::text), 0)) + COALESCE(octet_length((new.full_size_webp)::text), 0)) - COALESCE(octet_length((old.full_size_webp)::text), 0)) > 0)) EXECUTE FUNCTION set_stored_by();

CREATE TRIGGER after_delete AFTER DELETE ON venues REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION venues_changed();

CREATE TRIGGER after_insert AFTER INSERT ON venues REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION venues_changed();

CREATE TRIGGER after_update AFTER UPDATE ON venues REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION venues_changed();

CREATE TRIGGER before_gallery BEFORE INSERT OR UPDATE OF gallery_id ON venues FOR EACH ROW WHEN ((new.gallery_id IS NOT NULL)) EXECUTE FUNCTION lock_gallery_of_venue();

CREATE TRIGGER move_updated_at BEFORE UPDATE ON venues FOR EACH ROW EXECUTE FUNCTION move_updated_at();

CREATE TRIGGER set_stored_by BEFORE UPDATE ON venues FOR EACH ROW WHEN (((((((COALESCE(octet_length(new.name), 0) - COALESCE(octet_length(old.name), 0)) + COALESCE(octet_length(new.city), 0)) - COALESCE(octet_length(old.city), 0)) + COALESCE(octet_length(new.response_time), 0)) - COALESCE(octet_length(old.response_time), 0)) > 0)) EXECUTE FUNCTION set_stored_by();
