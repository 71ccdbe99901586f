-- What a write to each table entails: changes are recorded, prices converted, segments counted, documents
-- removed. One trigger for each table and event, for whole statements; `old_rows` and `new_rows` are theirs.
--
-- A transaction that changes a row records what embeds it, as far as it sees it. A link that another
-- transaction is just making to the row, it does not see, nor does that one see the change. So a new link
-- locks the row that it leads to (FOR SHARE), and waits for a transaction that changes it, or the other way
-- round: the second one sees all. For documents, their store holds these locks instead (6-documents.sql).
-- A row that this very transaction has added (`xmin`) nobody else knows; it need not be locked.

-- Records that are remembered by their own id. A row that is deleted is embedded nowhere by then. Should its
-- id be used again, that is recorded.
CREATE FUNCTION record_rows() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP IN ('INSERT', 'UPDATE') THEN
    IF EXISTS (SELECT FROM new_rows) THEN
      PERFORM record_change(TG_ARGV[0], ARRAY(SELECT id::text FROM new_rows LIMIT 1001));
    END IF;
  ELSE
    PERFORM record_change(TG_ARGV[0], CASE TG_OP WHEN 'DELETE' THEN '{}'::text[] END);
  END IF;
  RETURN NULL;
END $$;

-- The same of tables with few rows, or whose every change concerns all of a kind.
CREATE FUNCTION record_all() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM record_change(TG_ARGV[0], NULL);
  RETURN NULL;
END $$;

-- users

CREATE FUNCTION users_updated() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (SELECT FROM new_rows) THEN
    PERFORM record_change('user', ARRAY(SELECT id::text FROM new_rows LIMIT 1001));
    PERFORM record_change('gallery', ARRAY(
      SELECT galleries.id::text FROM galleries JOIN new_rows ON new_rows.id = owner_id LIMIT 1001));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER after_insert AFTER INSERT ON users REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION record_rows('user');
CREATE TRIGGER after_update AFTER UPDATE ON users REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION users_updated();
CREATE TRIGGER after_removal AFTER DELETE OR TRUNCATE ON users
  FOR EACH STATEMENT EXECUTE FUNCTION record_rows('user');

-- images and venue_images: shown by what refers to them, and by nothing when they are added or deleted

CREATE FUNCTION images_updated() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (SELECT FROM new_rows) THEN
    PERFORM record_change('gallery', ARRAY(
      SELECT galleries.id::text FROM galleries JOIN new_rows ON new_rows.id = featured_image_id LIMIT 1001));
    PERFORM record_change('artist', ARRAY(
      SELECT artists.id::text FROM artists JOIN new_rows ON new_rows.id = featured_image_id LIMIT 1001));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER after_update AFTER UPDATE ON images REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION images_updated();

CREATE FUNCTION venue_images_updated() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (SELECT FROM new_rows) THEN
    PERFORM record_change('venue', ARRAY(
      SELECT venues.id::text FROM venues JOIN new_rows ON new_rows.id = featured_image_id LIMIT 1001));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER after_update AFTER UPDATE ON venue_images REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION venue_images_updated();

-- galleries

CREATE FUNCTION galleries_written() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (SELECT FROM new_rows) THEN
    PERFORM FROM users WHERE id = ANY (ARRAY(SELECT owner_id FROM new_rows))
      AND xmin <> pg_current_xact_id()::xid ORDER BY id FOR SHARE;
    PERFORM FROM images WHERE id = ANY (ARRAY(SELECT featured_image_id FROM new_rows))
      AND xmin <> pg_current_xact_id()::xid ORDER BY id FOR SHARE;
    PERFORM record_change('gallery', ARRAY(SELECT id::text FROM new_rows LIMIT 1001));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER after_insert AFTER INSERT ON galleries REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION galleries_written();
CREATE TRIGGER after_update AFTER UPDATE ON galleries REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION galleries_written();
CREATE TRIGGER after_removal AFTER DELETE OR TRUNCATE ON galleries
  FOR EACH STATEMENT EXECUTE FUNCTION record_rows('gallery');

-- artists

CREATE FUNCTION artists_written() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (SELECT FROM new_rows) THEN
    PERFORM FROM images WHERE id = ANY (ARRAY(SELECT featured_image_id FROM new_rows))
      AND xmin <> pg_current_xact_id()::xid ORDER BY id FOR SHARE;
    PERFORM record_change('artist', ARRAY(SELECT id::text FROM new_rows LIMIT 1001));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER after_insert AFTER INSERT ON artists REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION artists_written();
CREATE TRIGGER after_update AFTER UPDATE ON artists REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION artists_written();
CREATE TRIGGER after_removal AFTER DELETE OR TRUNCATE ON artists
  FOR EACH STATEMENT EXECUTE FUNCTION record_rows('artist');

-- tags

CREATE TRIGGER after_insert AFTER INSERT ON tags REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION record_rows('tag');
CREATE TRIGGER after_update AFTER UPDATE ON tags REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION record_rows('tag');
CREATE TRIGGER after_removal AFTER DELETE OR TRUNCATE ON tags
  FOR EACH STATEMENT EXECUTE FUNCTION record_rows('tag');

-- categories

CREATE TRIGGER after_write AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON artwork_categories
  FOR EACH STATEMENT EXECUTE FUNCTION record_all('artwork_category');
CREATE TRIGGER after_write AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON artwork_category_collectors
  FOR EACH STATEMENT EXECUTE FUNCTION record_all('artwork_category');

-- The summary of an event names its category and its venue.
CREATE FUNCTION event_categories_updated() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM record_change('event_category', NULL);
  PERFORM remove_event_documents(ARRAY(
    SELECT events.id FROM events JOIN new_rows ON new_rows.id = category_id));
  RETURN NULL;
END $$;
CREATE TRIGGER after_update AFTER UPDATE ON event_categories REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION event_categories_updated();
CREATE TRIGGER after_write AFTER INSERT OR DELETE OR TRUNCATE ON event_categories
  FOR EACH STATEMENT EXECUTE FUNCTION record_all('event_category');

-- venues: they show what their gallery has for sale. Many transactions change that at the same time, and do
-- not wait for each other: only one that gives a gallery another venue waits, before its foreign key locks
-- the gallery as well.

CREATE FUNCTION lock_gallery_of_venue() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM FROM galleries WHERE id = NEW.gallery_id AND xmin <> pg_current_xact_id()::xid FOR UPDATE;
  RETURN NEW;
END $$;
CREATE TRIGGER before_gallery BEFORE INSERT OR UPDATE OF gallery_id ON venues FOR EACH ROW
  WHEN (NEW.gallery_id IS NOT NULL) EXECUTE FUNCTION lock_gallery_of_venue();

CREATE FUNCTION venues_written() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (SELECT FROM new_rows) THEN
    PERFORM FROM venue_images WHERE id = ANY (ARRAY(SELECT featured_image_id FROM new_rows))
      AND xmin <> pg_current_xact_id()::xid ORDER BY id FOR SHARE;
    PERFORM record_change('venue', ARRAY(SELECT id::text FROM new_rows LIMIT 1001));
    IF TG_OP = 'UPDATE' THEN
      PERFORM remove_event_documents(ARRAY(
        SELECT events.id FROM events JOIN new_rows ON new_rows.id = venue_id));
    END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER after_insert AFTER INSERT ON venues REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION venues_written();
CREATE TRIGGER after_update AFTER UPDATE ON venues REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION venues_written();
CREATE TRIGGER after_removal AFTER DELETE OR TRUNCATE ON venues
  FOR EACH STATEMENT EXECUTE FUNCTION record_rows('venue');

-- exchange_rates

CREATE FUNCTION exchange_rates_written() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE exchange_rate_version SET version = version + 1;
  PERFORM record_change('exchange_rate', NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER after_write AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON exchange_rates
  FOR EACH STATEMENT EXECUTE FUNCTION exchange_rates_written();

-- artworks

-- Records that galleries, their venues and artists show other artworks than before. Galleries are locked so
-- that nobody gives one of them another venue meanwhile; by the foreign key those of new artworks are.
CREATE FUNCTION record_inventory_change(gallery_ids integer[], artwork_ids integer[]) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  venue_ids text[] := ARRAY(SELECT id::text FROM venues WHERE gallery_id = ANY (gallery_ids) LIMIT 1001);
  artist_ids text[] := ARRAY(
    SELECT DISTINCT artist_id::text FROM artwork_artists WHERE artwork_id = ANY (artwork_ids) LIMIT 1001);
BEGIN
  PERFORM record_change('gallery', gallery_ids::text[]);
  IF venue_ids <> '{}' THEN
    PERFORM record_change('venue', venue_ids);
  END IF;
  IF artist_ids <> '{}' THEN
    PERFORM record_change('artist', artist_ids);
  END IF;
END $$;

CREATE FUNCTION artworks_inserted() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  segments integer[];
  deltas integer[];
  gallery_ids integer[];
BEGIN
  IF NOT EXISTS (SELECT FROM new_rows) THEN
    RETURN NULL;
  END IF;
  INSERT INTO artwork_prices (artwork_id, is_public, rates, price_usd, price_eur)
  SELECT id, is_public, converted.rates, converted.price_usd, converted.price_eur
  FROM new_rows CROSS JOIN LATERAL converted_prices(price, price_currency) AS converted;
  PERFORM lock_offset_index('artworks');
  SELECT array_agg(no), array_agg(rows) INTO segments, deltas FROM (
    SELECT segment.no, count(*)::integer AS rows
    FROM new_rows CROSS JOIN LATERAL segments_of_artwork(id, order_date, created_at, published_at,
      title_sort_key, views_count, price) AS segment
    WHERE is_public GROUP BY segment.no
  ) AS counted;
  PERFORM record_change('artworks', ARRAY(SELECT id::text FROM new_rows LIMIT 1001), segments, deltas);
  gallery_ids := ARRAY(SELECT DISTINCT gallery_id FROM new_rows WHERE is_public);
  IF gallery_ids <> '{}' THEN
    -- An artist is linked to an artwork after it, which is recorded by itself.
    PERFORM record_inventory_change(gallery_ids, '{}');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER after_insert AFTER INSERT ON artworks REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION artworks_inserted();

CREATE FUNCTION artworks_updated() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  is_renumbered boolean;
  is_repriced boolean;
  is_moved boolean;
  changes_inventory boolean;
  segments integer[];
  deltas integer[];
  gallery_ids integer[];
BEGIN
  SELECT bool_or(was.id IS NULL OR becomes.id IS NULL),
    bool_or((was.price, was.price_currency, was.is_public)
      IS DISTINCT FROM (becomes.price, becomes.price_currency, becomes.is_public)),
    bool_or((was.id, was.is_public, was.order_date, was.created_at, was.published_at, was.title_sort_key,
      was.views_count, was.price) IS DISTINCT FROM (becomes.id, becomes.is_public, becomes.order_date,
      becomes.created_at, becomes.published_at, becomes.title_sort_key, becomes.views_count, becomes.price)),
    bool_or((was.id, was.gallery_id, was.available_for_sale, was.is_public)
      IS DISTINCT FROM (becomes.id, becomes.gallery_id, becomes.available_for_sale, becomes.is_public))
  INTO is_renumbered, is_repriced, is_moved, changes_inventory
  FROM old_rows AS was FULL JOIN new_rows AS becomes ON becomes.id = was.id;
  IF is_renumbered IS NULL THEN
    RETURN NULL;
  END IF;
  DELETE FROM artwork_documents WHERE id = ANY (ARRAY(SELECT id FROM old_rows));
  IF is_renumbered THEN
    DELETE FROM artwork_prices WHERE artwork_id = ANY (ARRAY(
      SELECT id FROM old_rows EXCEPT SELECT id FROM new_rows));
    INSERT INTO artwork_prices (artwork_id, is_public, rates, price_usd, price_eur)
    SELECT id, is_public, converted.rates, converted.price_usd, converted.price_eur
    FROM new_rows CROSS JOIN LATERAL converted_prices(price, price_currency) AS converted
    WHERE id NOT IN (SELECT id FROM old_rows);
  END IF;
  IF is_repriced THEN
    UPDATE artwork_prices SET is_public = changed.is_public, rates = converted.rates,
      price_usd = converted.price_usd, price_eur = converted.price_eur
    FROM new_rows AS changed
    CROSS JOIN LATERAL converted_prices(changed.price, changed.price_currency) AS converted
    WHERE artwork_id = changed.id;
  END IF;
  IF is_moved THEN
    PERFORM lock_offset_index('artworks');
    SELECT array_agg(no), array_agg(delta) INTO segments, deltas FROM (
      SELECT no, sum(delta)::integer AS delta FROM (
        SELECT segment.no, 1 AS delta
        FROM new_rows CROSS JOIN LATERAL segments_of_artwork(id, order_date, created_at, published_at,
          title_sort_key, views_count, price) AS segment
        WHERE is_public
        UNION ALL
        SELECT segment.no, -1
        FROM old_rows CROSS JOIN LATERAL segments_of_artwork(id, order_date, created_at, published_at,
          title_sort_key, views_count, price) AS segment
        WHERE is_public
      ) AS moved
      GROUP BY no HAVING sum(delta) <> 0
    ) AS counted;
  END IF;
  PERFORM record_change('artworks', ARRAY(SELECT id::text FROM new_rows LIMIT 1001), segments, deltas);
  IF changes_inventory THEN
    gallery_ids := ARRAY(
      SELECT gallery_id FROM old_rows WHERE is_public UNION SELECT gallery_id FROM new_rows WHERE is_public);
    IF gallery_ids <> '{}' THEN
      PERFORM FROM galleries WHERE id = ANY (gallery_ids) AND xmin <> pg_current_xact_id()::xid
        ORDER BY id FOR KEY SHARE;
      PERFORM record_inventory_change(gallery_ids, ARRAY(SELECT id FROM new_rows));
    END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER after_update AFTER UPDATE ON artworks
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION artworks_updated();

CREATE FUNCTION artworks_deleted() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  ids integer[] := ARRAY(SELECT id FROM old_rows);
  segments integer[];
  deltas integer[];
  gallery_ids integer[];
BEGIN
  IF ids = '{}' THEN
    RETURN NULL;
  END IF;
  DELETE FROM artwork_documents WHERE id = ANY (ids);
  DELETE FROM artwork_prices WHERE artwork_id = ANY (ids);
  PERFORM lock_offset_index('artworks');
  SELECT array_agg(no), array_agg(-rows) INTO segments, deltas FROM (
    SELECT segment.no, count(*)::integer AS rows
    FROM old_rows CROSS JOIN LATERAL segments_of_artwork(id, order_date, created_at, published_at,
      title_sort_key, views_count, price) AS segment
    WHERE is_public GROUP BY segment.no
  ) AS counted;
  PERFORM record_change('artworks', '{}', segments, deltas);
  gallery_ids := ARRAY(SELECT DISTINCT gallery_id FROM old_rows WHERE is_public);
  IF gallery_ids <> '{}' THEN
    PERFORM FROM galleries WHERE id = ANY (gallery_ids) AND xmin <> pg_current_xact_id()::xid
      ORDER BY id FOR KEY SHARE;
    -- The links to artists have gone before.
    PERFORM record_inventory_change(gallery_ids, '{}');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER after_delete AFTER DELETE ON artworks REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION artworks_deleted();

CREATE FUNCTION artworks_truncated() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM artwork_documents;
  DELETE FROM artwork_prices;
  PERFORM empty_offset_index('artworks');
  PERFORM record_change(subject, NULL) FROM unnest(ARRAY['gallery', 'venue', 'artist']) AS subject;
  RETURN NULL;
END $$;
CREATE TRIGGER after_truncate AFTER TRUNCATE ON artworks
  FOR EACH STATEMENT EXECUTE FUNCTION artworks_truncated();

-- artwork_prices: written by the triggers above and by the service when rates change. A document has the price
-- itself and its currency, and stays.

CREATE FUNCTION artwork_prices_written() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  segments integer[];
  deltas integer[];
BEGIN
  PERFORM lock_offset_index('artworks');
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(no), array_agg(rows) INTO segments, deltas FROM (
      SELECT segment.no, count(*)::integer AS rows
      FROM new_rows CROSS JOIN LATERAL segment_of_price(artwork_id, price_usd) AS segment
      WHERE is_public GROUP BY segment.no
    ) AS counted;
  ELSIF TG_OP = 'DELETE' THEN
    SELECT array_agg(no), array_agg(-rows) INTO segments, deltas FROM (
      SELECT segment.no, count(*)::integer AS rows
      FROM old_rows CROSS JOIN LATERAL segment_of_price(artwork_id, price_usd) AS segment
      WHERE is_public GROUP BY segment.no
    ) AS counted;
  ELSE
    SELECT array_agg(no), array_agg(delta) INTO segments, deltas FROM (
      SELECT no, sum(delta)::integer AS delta FROM (
        SELECT segment.no, 1 AS delta
        FROM new_rows CROSS JOIN LATERAL segment_of_price(artwork_id, price_usd) AS segment WHERE is_public
        UNION ALL
        SELECT segment.no, -1
        FROM old_rows CROSS JOIN LATERAL segment_of_price(artwork_id, price_usd) AS segment WHERE is_public
      ) AS moved
      GROUP BY no HAVING sum(delta) <> 0
    ) AS counted;
  END IF;
  IF segments IS NOT NULL OR TG_OP = 'UPDATE' THEN
    PERFORM record_change('artworks', '{}', segments, deltas);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER after_insert AFTER INSERT ON artwork_prices REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION artwork_prices_written();
CREATE TRIGGER after_update AFTER UPDATE ON artwork_prices
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION artwork_prices_written();
CREATE TRIGGER after_delete AFTER DELETE ON artwork_prices REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION artwork_prices_written();

-- What else the document of an artwork is made of: pictures, their colours, links to artists and tags. A
-- change that seems to concern no artwork is recorded as well: another transaction may be linking one.

CREATE FUNCTION artwork_images_updated() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (SELECT FROM new_rows) THEN
    PERFORM record_change('artworks', '{}');
    PERFORM remove_artwork_documents(ARRAY(
      SELECT artworks.id FROM artworks JOIN new_rows ON new_rows.id = featured_image_id));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER after_update AFTER UPDATE ON artwork_images REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION artwork_images_updated();

CREATE FUNCTION colors_updated() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (SELECT FROM new_rows) THEN
    PERFORM record_change('artworks', '{}');
    PERFORM remove_artwork_documents(ARRAY(
      SELECT artworks.id FROM artworks
      JOIN artwork_image_colors ON artwork_image_id = featured_image_id
      JOIN new_rows ON new_rows.id = color_id));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER after_update AFTER UPDATE ON colors REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION colors_updated();

-- A picture changes with its colours: it is locked like a row that is updated.
CREATE FUNCTION artwork_image_colors_written() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  image_ids integer[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    image_ids := ARRAY(SELECT DISTINCT artwork_image_id FROM new_rows);
  ELSIF TG_OP = 'DELETE' THEN
    image_ids := ARRAY(SELECT DISTINCT artwork_image_id FROM old_rows);
  ELSE
    image_ids := ARRAY(SELECT artwork_image_id FROM old_rows UNION SELECT artwork_image_id FROM new_rows);
  END IF;
  PERFORM FROM artwork_images WHERE id = ANY (image_ids) AND xmin <> pg_current_xact_id()::xid
    ORDER BY id FOR NO KEY UPDATE;
  IF FOUND THEN
    PERFORM record_change('artworks', '{}');
    PERFORM remove_artwork_documents(ARRAY(SELECT id FROM artworks WHERE featured_image_id = ANY (image_ids)));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER after_insert AFTER INSERT ON artwork_image_colors REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION artwork_image_colors_written();
CREATE TRIGGER after_update AFTER UPDATE ON artwork_image_colors
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION artwork_image_colors_written();
CREATE TRIGGER after_delete AFTER DELETE ON artwork_image_colors REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION artwork_image_colors_written();

-- An artist shows whether it has public artworks.
CREATE FUNCTION artwork_artists_written() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  artwork_ids integer[];
  artist_ids text[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    artwork_ids := ARRAY(SELECT DISTINCT artwork_id FROM new_rows);
    artist_ids := ARRAY(SELECT DISTINCT artist_id::text FROM new_rows LIMIT 1001);
  ELSIF TG_OP = 'DELETE' THEN
    artwork_ids := ARRAY(SELECT DISTINCT artwork_id FROM old_rows);
    artist_ids := ARRAY(SELECT DISTINCT artist_id::text FROM old_rows LIMIT 1001);
  ELSE
    artwork_ids := ARRAY(SELECT artwork_id FROM old_rows UNION SELECT artwork_id FROM new_rows);
    artist_ids := ARRAY(
      SELECT artist_id::text FROM old_rows UNION SELECT artist_id::text FROM new_rows LIMIT 1001);
  END IF;
  IF artwork_ids <> '{}' THEN
    PERFORM FROM artworks WHERE id = ANY (artwork_ids) AND xmin <> pg_current_xact_id()::xid
      ORDER BY id FOR SHARE;
    PERFORM remove_artwork_documents(artwork_ids);
    PERFORM record_change('artist', artist_ids);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER after_insert AFTER INSERT ON artwork_artists REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION artwork_artists_written();
CREATE TRIGGER after_update AFTER UPDATE ON artwork_artists
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION artwork_artists_written();
CREATE TRIGGER after_delete AFTER DELETE ON artwork_artists REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION artwork_artists_written();

CREATE FUNCTION artwork_tags_written() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM remove_artwork_documents(ARRAY(SELECT DISTINCT artwork_id FROM new_rows));
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM remove_artwork_documents(ARRAY(SELECT DISTINCT artwork_id FROM old_rows));
  ELSE
    PERFORM remove_artwork_documents(ARRAY(
      SELECT artwork_id FROM old_rows UNION SELECT artwork_id FROM new_rows));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER after_insert AFTER INSERT ON artwork_tags REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION artwork_tags_written();
CREATE TRIGGER after_update AFTER UPDATE ON artwork_tags
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION artwork_tags_written();
CREATE TRIGGER after_delete AFTER DELETE ON artwork_tags REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION artwork_tags_written();

CREATE FUNCTION artwork_parts_truncated() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM artwork_documents;
  PERFORM record_change(subject, NULL) FROM unnest(ARRAY['artworks', 'artist']) AS subject;
  RETURN NULL;
END $$;
CREATE TRIGGER after_truncate AFTER TRUNCATE ON artwork_image_colors
  FOR EACH STATEMENT EXECUTE FUNCTION artwork_parts_truncated();
CREATE TRIGGER after_truncate AFTER TRUNCATE ON artwork_artists
  FOR EACH STATEMENT EXECUTE FUNCTION artwork_parts_truncated();
CREATE TRIGGER after_truncate AFTER TRUNCATE ON artwork_tags
  FOR EACH STATEMENT EXECUTE FUNCTION artwork_parts_truncated();

-- events

CREATE FUNCTION events_inserted() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  segments integer[];
  deltas integer[];
BEGIN
  IF NOT EXISTS (SELECT FROM new_rows) THEN
    RETURN NULL;
  END IF;
  PERFORM lock_offset_index('events');
  SELECT array_agg(no), array_agg(rows) INTO segments, deltas FROM (
    SELECT segment.no, count(*)::integer AS rows
    FROM new_rows CROSS JOIN LATERAL segments_of_event(id, start_time, end_time) AS segment
    WHERE is_public GROUP BY segment.no
  ) AS counted;
  PERFORM record_change('events', ARRAY(SELECT id::text FROM new_rows LIMIT 1001), segments, deltas);
  RETURN NULL;
END $$;
CREATE TRIGGER after_insert AFTER INSERT ON events REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION events_inserted();

CREATE FUNCTION events_updated() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  segments integer[];
  deltas integer[];
BEGIN
  IF NOT EXISTS (SELECT FROM new_rows) THEN
    RETURN NULL;
  END IF;
  DELETE FROM event_documents WHERE id = ANY (ARRAY(SELECT id FROM old_rows));
  PERFORM lock_offset_index('events');
  SELECT array_agg(no), array_agg(delta) INTO segments, deltas FROM (
    SELECT no, sum(delta)::integer AS delta FROM (
      SELECT segment.no, 1 AS delta
      FROM new_rows CROSS JOIN LATERAL segments_of_event(id, start_time, end_time) AS segment
      WHERE is_public
      UNION ALL
      SELECT segment.no, -1
      FROM old_rows CROSS JOIN LATERAL segments_of_event(id, start_time, end_time) AS segment
      WHERE is_public
    ) AS moved
    GROUP BY no HAVING sum(delta) <> 0
  ) AS counted;
  PERFORM record_change('events', ARRAY(SELECT id::text FROM new_rows LIMIT 1001), segments, deltas);
  RETURN NULL;
END $$;
CREATE TRIGGER after_update AFTER UPDATE ON events
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION events_updated();

CREATE FUNCTION events_deleted() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  segments integer[];
  deltas integer[];
BEGIN
  IF NOT EXISTS (SELECT FROM old_rows) THEN
    RETURN NULL;
  END IF;
  DELETE FROM event_documents WHERE id = ANY (ARRAY(SELECT id FROM old_rows));
  PERFORM lock_offset_index('events');
  SELECT array_agg(no), array_agg(-rows) INTO segments, deltas FROM (
    SELECT segment.no, count(*)::integer AS rows
    FROM old_rows CROSS JOIN LATERAL segments_of_event(id, start_time, end_time) AS segment
    WHERE is_public GROUP BY segment.no
  ) AS counted;
  PERFORM record_change('events', '{}', segments, deltas);
  RETURN NULL;
END $$;
CREATE TRIGGER after_delete AFTER DELETE ON events REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION events_deleted();

CREATE FUNCTION events_truncated() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM event_documents;
  PERFORM empty_offset_index('events');
  RETURN NULL;
END $$;
CREATE TRIGGER after_truncate AFTER TRUNCATE ON events
  FOR EACH STATEMENT EXECUTE FUNCTION events_truncated();

CREATE FUNCTION event_images_updated() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (SELECT FROM new_rows) THEN
    PERFORM record_change('events', '{}');
    PERFORM remove_event_documents(ARRAY(
      SELECT events.id FROM events JOIN new_rows ON new_rows.id = featured_image_id));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER after_update AFTER UPDATE ON event_images REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION event_images_updated();
