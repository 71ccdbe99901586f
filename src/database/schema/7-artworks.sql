-- Artworks, their pictures, and their links to artists and tags.

-- A change of a picture, a color or a link is recorded even if this transaction sees no artwork with it, because a
-- concurrent transaction may be adding a reference.

SELECT on_change('artwork_images', $$
    IF TG_OP = 'UPDATE' THEN
      PERFORM record_change('artworks', '{}');
      PERFORM remove_artwork_documents(ARRAY(
        SELECT artworks.id FROM artworks JOIN new_rows ON new_rows.id = featured_image_id));
    END IF;
$$);

SELECT on_change('colors', $$
    PERFORM record_change('artworks', '{}');
    PERFORM remove_artwork_documents(ARRAY(
      SELECT artworks.id FROM artworks
      JOIN artwork_image_colors ON artwork_image_id = featured_image_id
      JOIN new_rows ON new_rows.id = color_id));
$$, '{UPDATE}');

SELECT on_change('artwork_image_colors', $$
    PERFORM FROM artwork_images WHERE id = ANY (ARRAY(SELECT artwork_image_id FROM changed))
      AND xmin <> pg_current_xact_id()::xid ORDER BY id FOR NO KEY UPDATE;
    IF FOUND THEN
      PERFORM record_change('artworks', '{}');
      PERFORM remove_artwork_documents(ARRAY(
        SELECT id FROM artworks WHERE featured_image_id = ANY (ARRAY(SELECT artwork_image_id FROM changed))));
    END IF;
$$);

SELECT on_change('artwork_artists', $$
    PERFORM FROM artworks WHERE id = ANY (ARRAY(SELECT artwork_id FROM changed))
      AND xmin <> pg_current_xact_id()::xid ORDER BY id FOR SHARE;
    IF FOUND THEN
      PERFORM remove_artwork_documents(ARRAY(SELECT artwork_id FROM changed));
    END IF;
    -- As record_change does, without the cost of a call.
    INSERT INTO change_log (subject, ids, is_derived)
    SELECT 'artist', CASE WHEN count(*) <= 1000 THEN array_agg(artist_id::text) END, true
    FROM (SELECT DISTINCT artist_id FROM changed LIMIT 1001) AS credited;
$$);

SELECT on_change('artwork_tags', $$
    PERFORM remove_artwork_documents(ARRAY(SELECT artwork_id FROM changed));
$$);

CREATE OR REPLACE FUNCTION artwork_links_truncated() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM artwork_documents;
  PERFORM record_change(subject, NULL) FROM unnest(ARRAY['artworks', 'artist', 'tag']) AS subject;
  RETURN NULL;
END $$;
DO $do$
DECLARE
  links text;
BEGIN
  FOREACH links IN ARRAY ARRAY['artwork_image_colors', 'artwork_artists', 'artwork_tags'] LOOP
    EXECUTE format('CREATE OR REPLACE TRIGGER after_truncate AFTER TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION artwork_links_truncated()', links);
  END LOOP;
END $do$;

CREATE OR REPLACE TRIGGER keep_publish_status BEFORE INSERT OR UPDATE OF publish_status, published_at ON artworks
  FOR EACH ROW EXECUTE FUNCTION keep_publish_status();

-- The jobs of a change of artworks
--
-- prices     one row of `artwork_prices` for each artwork (3-prices.sql)
-- segments   the segments of the offset index that its public rows enter and leave (5-offset-index.sql)
-- documents  are removed; a new artwork has none (6-documents.sql)
-- counts     `artwork_counts`: the public artworks of each gallery
-- bytes      of the users who have stored the rows (9-storage.sql)
-- log        one statement records the artworks with the segments, and the records that show the counts

-- Counts. The UPDATE adds to the newest version of the row, which its own subquery has locked, and not to that of its
-- snapshot.
CREATE OR REPLACE FUNCTION add_to_artwork_counts(gallery integer, more_total bigint, more_available bigint) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE artwork_counts SET total = total + more_total, available = available + more_available WHERE no = (
    SELECT no FROM artwork_counts WHERE gallery_id = gallery LIMIT 1 FOR UPDATE SKIP LOCKED);
  IF NOT FOUND THEN
    INSERT INTO artwork_counts (gallery_id, total, available) VALUES (gallery, more_total, more_available);
  END IF;
END $$;

-- Log. The JSON of a gallery, of its venues and of artists contains the number of public artworks, or whether there are
-- any: derived data. The caller has locked the galleries, so that no concurrent transaction assigns a venue to one of them;
-- for new artworks, the foreign key holds this lock.
CREATE OR REPLACE FUNCTION record_artworks(
  ids text[], entered integer[], departed integer[], gallery_ids integer[], credited_in integer[] DEFAULT '{}'
) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
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
END $$;

CREATE OR REPLACE FUNCTION artworks_inserted() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
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
END $$;
CREATE OR REPLACE TRIGGER after_insert AFTER INSERT ON artworks REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION artworks_inserted();

CREATE OR REPLACE FUNCTION artworks_updated() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
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
END $$;
CREATE OR REPLACE TRIGGER after_update AFTER UPDATE ON artworks
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION artworks_updated();

CREATE OR REPLACE FUNCTION artworks_deleted() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
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
END $$;
CREATE OR REPLACE TRIGGER after_delete AFTER DELETE ON artworks REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION artworks_deleted();

CREATE OR REPLACE FUNCTION artworks_truncated() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM artwork_documents;
  DELETE FROM artwork_prices;
  DELETE FROM artwork_counts;
  PERFORM empty_offset_index('artworks');
  PERFORM record_change(subject, NULL) FROM unnest(ARRAY['gallery', 'venue', 'artist', 'user']) AS subject;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER after_truncate AFTER TRUNCATE ON artworks
  FOR EACH STATEMENT EXECUTE FUNCTION artworks_truncated();
