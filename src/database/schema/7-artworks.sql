-- Artworks: their pictures, categories, artists and tags.
--
-- A change of a picture, a color or a link is recorded even if this transaction sees no artwork with it, because a
-- concurrent transaction may be adding a reference.

CREATE OR REPLACE FUNCTION artwork_images_updated() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (SELECT FROM new_rows) THEN
    PERFORM record_change('artworks', '{}');
    PERFORM remove_artwork_documents(ARRAY(
      SELECT artworks.id FROM artworks JOIN new_rows ON new_rows.id = featured_image_id));
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER after_update AFTER UPDATE ON artwork_images REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION artwork_images_updated();

CREATE OR REPLACE FUNCTION colors_updated() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
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
CREATE OR REPLACE TRIGGER after_update AFTER UPDATE ON colors REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION colors_updated();

CREATE OR REPLACE FUNCTION artwork_image_colors_written() RETURNS trigger
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
  IF image_ids = '{}' THEN
    RETURN NULL;
  END IF;
  PERFORM FROM artwork_images WHERE id = ANY (image_ids) AND xmin <> pg_current_xact_id()::xid
    ORDER BY id FOR NO KEY UPDATE;
  IF FOUND THEN
    PERFORM record_change('artworks', '{}');
    PERFORM remove_artwork_documents(ARRAY(SELECT id FROM artworks WHERE featured_image_id = ANY (image_ids)));
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER after_insert AFTER INSERT ON artwork_image_colors REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION artwork_image_colors_written();
CREATE OR REPLACE TRIGGER after_update AFTER UPDATE ON artwork_image_colors
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION artwork_image_colors_written();
CREATE OR REPLACE TRIGGER after_delete AFTER DELETE ON artwork_image_colors REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION artwork_image_colors_written();

-- For TRUNCATE of artwork_image_colors, artwork_artists and artwork_tags.
CREATE OR REPLACE FUNCTION artwork_links_truncated() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM artwork_documents;
  PERFORM record_change(subject, NULL) FROM unnest(ARRAY['artworks', 'artist']) AS subject;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER after_truncate AFTER TRUNCATE ON artwork_image_colors
  FOR EACH STATEMENT EXECUTE FUNCTION artwork_links_truncated();
CREATE OR REPLACE TRIGGER move_updated_at BEFORE UPDATE ON artwork_categories
  FOR EACH ROW EXECUTE FUNCTION move_updated_at();
CREATE OR REPLACE TRIGGER after_write AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON artwork_categories
  FOR EACH STATEMENT EXECUTE FUNCTION record_all('artwork_category');
CREATE OR REPLACE TRIGGER after_write AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON artwork_category_collectors
  FOR EACH STATEMENT EXECUTE FUNCTION record_all('artwork_category');

CREATE OR REPLACE TRIGGER keep_publish_status BEFORE INSERT OR UPDATE OF publish_status, published_at ON artworks
  FOR EACH ROW EXECUTE FUNCTION keep_publish_status();
CREATE OR REPLACE TRIGGER move_updated_at BEFORE UPDATE ON artworks
  FOR EACH ROW EXECUTE FUNCTION move_updated_at();

-- The UPDATE adds to the newest version of the row, which its own subquery has locked, and not to that of its snapshot.
CREATE OR REPLACE FUNCTION add_to_artwork_counts(gallery integer, more_total bigint, more_available bigint) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE artwork_counts SET total = total + more_total, available = available + more_available WHERE no = (
    SELECT no FROM artwork_counts WHERE gallery_id = gallery LIMIT 1 FOR UPDATE SKIP LOCKED);
  IF NOT FOUND THEN
    INSERT INTO artwork_counts (gallery_id, total, available) VALUES (gallery, more_total, more_available);
  END IF;
END $$;

-- Records a change of the galleries, their venues and the artists of artworks, because their JSON contains the number
-- of public artworks, or whether there are any. The caller has locked the galleries, so that no concurrent transaction
-- assigns a venue to one of them; for new artworks, the foreign key holds this lock.
-- The caller has called `record_change` for the artworks, which checks the isolation level.
CREATE OR REPLACE FUNCTION record_inventory_change(gallery_ids integer[], artwork_ids integer[]) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO change_log (subject, ids)
  SELECT subject, CASE WHEN cardinality(ids) <= 1000 THEN ids END
  FROM (VALUES
    ('gallery', gallery_ids::text[]),
    ('venue', ARRAY(SELECT id::text FROM venues WHERE gallery_id = ANY (gallery_ids) LIMIT 1001)),
    ('artist', ARRAY(
      SELECT DISTINCT artist_id::text FROM artwork_artists WHERE artwork_id = ANY (artwork_ids) LIMIT 1001))
  ) AS changed (subject, ids)
  WHERE ids <> '{}';
END $$;

CREATE OR REPLACE FUNCTION artworks_inserted() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  ids text[] := ARRAY(SELECT id::text FROM new_rows LIMIT 1001);
  segments integer[];
  deltas integer[];
  gallery_ids integer[];
BEGIN
  IF ids = '{}' THEN
    RETURN NULL;
  END IF;
  PERFORM lock_offset_index('artworks');
  WITH priced AS (
    INSERT INTO artwork_prices (artwork_id, is_public, rates, price_usd, price_eur)
    SELECT id, is_public, converted.rates, converted.price_usd, converted.price_eur
    FROM new_rows CROSS JOIN LATERAL converted_prices(price, price_currency) AS converted
    RETURNING artwork_id, is_public, price_usd
  )
  SELECT array_agg(no), array_agg(rows) INTO segments, deltas FROM (
    SELECT no, count(*)::integer AS rows FROM (
      SELECT segment.no FROM new_rows CROSS JOIN LATERAL segments_of_artwork(id, order_date, created_at, published_at,
        title_sort_key, views_count, price) AS segment
      WHERE is_public
      UNION ALL
      SELECT segment.no FROM priced CROSS JOIN LATERAL segment_of_price(artwork_id, price_usd) AS segment
      WHERE is_public
    ) AS entered
    GROUP BY no
  ) AS counted;
  PERFORM record_change('artworks', ids, segments, deltas);
  PERFORM add_to_artwork_counts(gallery_id, count(*), count(*) FILTER (WHERE available_for_sale = 'available'))
  FROM new_rows WHERE is_public GROUP BY gallery_id ORDER BY gallery_id;
  gallery_ids := ARRAY(SELECT DISTINCT gallery_id FROM new_rows WHERE is_public);
  IF gallery_ids <> '{}' THEN
    -- Links to artists are added later; artwork_artists_written records them.
    PERFORM record_inventory_change(gallery_ids, '{}');
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER after_insert AFTER INSERT ON artworks REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION artworks_inserted();

CREATE OR REPLACE FUNCTION artworks_updated() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  is_renumbered boolean;
  is_repriced boolean;
  is_moved boolean;
  changes_inventory boolean;
  entered integer[];
  departed integer[];
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
    entered := ARRAY(
      SELECT segment.no FROM new_rows CROSS JOIN LATERAL segments_of_artwork(id, order_date, created_at, published_at,
        title_sort_key, views_count, price) AS segment
      WHERE is_public);
    IF is_renumbered THEN
      entered := entered || ARRAY(
        SELECT segment.no FROM artwork_prices CROSS JOIN LATERAL segment_of_price(artwork_id, price_usd) AS segment
        WHERE is_public AND artwork_id IN (SELECT id FROM new_rows EXCEPT SELECT id FROM old_rows));
    END IF;
    departed := ARRAY(
      SELECT segment.no FROM old_rows CROSS JOIN LATERAL segments_of_artwork(id, order_date, created_at, published_at,
        title_sort_key, views_count, price) AS segment
      WHERE is_public);
  END IF;
  PERFORM record_list_change('artworks', ARRAY(SELECT id::text FROM new_rows LIMIT 1001), entered, departed);
  IF changes_inventory THEN
    PERFORM lock_offset_index('artworks');
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
    IF gallery_ids <> '{}' THEN
      PERFORM FROM galleries WHERE id = ANY (gallery_ids) AND xmin <> pg_current_xact_id()::xid
        ORDER BY id FOR KEY SHARE;
      PERFORM record_inventory_change(gallery_ids, ARRAY(SELECT id FROM new_rows));
    END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER after_update AFTER UPDATE ON artworks
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION artworks_updated();

CREATE OR REPLACE FUNCTION artworks_deleted() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  ids integer[] := ARRAY(SELECT id FROM old_rows);
  gallery_ids integer[];
BEGIN
  IF ids = '{}' THEN
    RETURN NULL;
  END IF;
  DELETE FROM artwork_documents WHERE id = ANY (ids);
  DELETE FROM artwork_prices WHERE artwork_id = ANY (ids);
  PERFORM lock_offset_index('artworks');
  PERFORM record_list_change('artworks', '{}', NULL, ARRAY(
    SELECT segment.no FROM old_rows CROSS JOIN LATERAL segments_of_artwork(id, order_date, created_at, published_at,
      title_sort_key, views_count, price) AS segment
    WHERE is_public));
  PERFORM add_to_artwork_counts(gallery_id, -count(*), -count(*) FILTER (WHERE available_for_sale = 'available'))
  FROM old_rows WHERE is_public GROUP BY gallery_id ORDER BY gallery_id;
  gallery_ids := ARRAY(SELECT DISTINCT gallery_id FROM old_rows WHERE is_public);
  IF gallery_ids <> '{}' THEN
    PERFORM FROM galleries WHERE id = ANY (gallery_ids) AND xmin <> pg_current_xact_id()::xid
      ORDER BY id FOR KEY SHARE;
    -- The foreign key of artwork_artists has already deleted the links to artists, which recorded the artists.
    PERFORM record_inventory_change(gallery_ids, '{}');
  END IF;
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
  PERFORM record_change(subject, NULL) FROM unnest(ARRAY['gallery', 'venue', 'artist']) AS subject;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER after_truncate AFTER TRUNCATE ON artworks
  FOR EACH STATEMENT EXECUTE FUNCTION artworks_truncated();

CREATE OR REPLACE FUNCTION artwork_artists_written() RETURNS trigger
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
    IF FOUND THEN
      PERFORM remove_artwork_documents(artwork_ids);
    END IF;
    PERFORM record_change('artist', artist_ids);
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER after_insert AFTER INSERT ON artwork_artists REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION artwork_artists_written();
CREATE OR REPLACE TRIGGER after_update AFTER UPDATE ON artwork_artists
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION artwork_artists_written();
CREATE OR REPLACE TRIGGER after_delete AFTER DELETE ON artwork_artists REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION artwork_artists_written();
CREATE OR REPLACE TRIGGER after_truncate AFTER TRUNCATE ON artwork_artists
  FOR EACH STATEMENT EXECUTE FUNCTION artwork_links_truncated();

CREATE OR REPLACE FUNCTION artwork_tags_written() RETURNS trigger
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
CREATE OR REPLACE TRIGGER after_insert AFTER INSERT ON artwork_tags REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION artwork_tags_written();
CREATE OR REPLACE TRIGGER after_update AFTER UPDATE ON artwork_tags
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION artwork_tags_written();
CREATE OR REPLACE TRIGGER after_delete AFTER DELETE ON artwork_tags REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION artwork_tags_written();
CREATE OR REPLACE TRIGGER after_truncate AFTER TRUNCATE ON artwork_tags
  FOR EACH STATEMENT EXECUTE FUNCTION artwork_links_truncated();
