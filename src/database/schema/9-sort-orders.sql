-- Made from src/lists/list.ts by `npm run generate`. Do not edit.
--
-- The sort orders of the lists with an offset index (5-offset-index.sql).

-- A shared lock that writers hold from the lookup of segments until their commit. Maintenance takes the lock
-- exclusively before it splits segments (src/read-model/offset-index/maintenance-queries.ts).
CREATE OR REPLACE FUNCTION lock_offset_index(list text) RETURNS void LANGUAGE sql
RETURN pg_advisory_xact_lock_shared(CASE list WHEN 'artworks' THEN 5432022 WHEN 'events' THEN 5432023 END);

-- The segments of a public row of a table, in all sort orders by its columns.
CREATE OR REPLACE FUNCTION segments_of(listed artworks) RETURNS TABLE (no integer) LANGUAGE sql STABLE
BEGIN ATOMIC
  (SELECT offset_anchors.no FROM offset_anchors WHERE sort_order = 'artworks.order_date' AND first_time IS NOT NULL
    AND (first_time, first_id) <= (listed.order_date, listed.id)
    ORDER BY first_time DESC, first_id DESC LIMIT 1)
  UNION ALL
  (SELECT offset_anchors.no FROM offset_anchors WHERE sort_order = 'artworks.created_at' AND first_time IS NOT NULL
    AND (first_time, first_id) <= (listed.created_at, listed.id)
    ORDER BY first_time DESC, first_id DESC LIMIT 1)
  UNION ALL
  (SELECT offset_anchors.no FROM offset_anchors WHERE sort_order = 'artworks.published_at' AND first_time IS NOT NULL
    AND (first_time, first_id) <= (listed.published_at, listed.id)
    ORDER BY first_time DESC, first_id DESC LIMIT 1)
  UNION ALL
  (SELECT offset_anchors.no FROM offset_anchors WHERE sort_order = 'artworks.title' AND first_text IS NOT NULL
    AND (first_text, first_id) <= (listed.title_sort_key, listed.id)
    ORDER BY first_text DESC, first_id DESC LIMIT 1)
  UNION ALL
  (SELECT offset_anchors.no FROM offset_anchors WHERE sort_order = 'artworks.views_count' AND first_number IS NOT NULL
    AND (first_number, first_id) <= (listed.views_count::numeric, listed.id)
    ORDER BY first_number DESC, first_id DESC LIMIT 1)
  UNION ALL
  (SELECT offset_anchors.no FROM offset_anchors WHERE sort_order = 'artworks.price' AND first_number IS NOT NULL
    AND (first_number, first_id) <= (listed.price, listed.id)
    ORDER BY first_number DESC, first_id DESC LIMIT 1)
  UNION ALL
  (SELECT offset_anchors.no FROM offset_anchors WHERE sort_order = 'artworks.price_null' AND listed.price IS NULL
    AND num_nonnulls(first_time, first_number, first_text) = 0 AND first_id <= listed.id
    ORDER BY first_id DESC LIMIT 1)
  UNION ALL
  (SELECT offset_anchors.no FROM offset_anchors WHERE sort_order = 'artworks.updated_at' AND first_time IS NOT NULL
    AND (first_time, first_id) <= (listed.updated_at, listed.id)
    ORDER BY first_time DESC, first_id DESC LIMIT 1);
END;
CREATE OR REPLACE FUNCTION segments_of(listed artwork_prices) RETURNS TABLE (no integer) LANGUAGE sql STABLE
BEGIN ATOMIC
  (SELECT offset_anchors.no FROM offset_anchors WHERE sort_order = 'artworks.price_usd' AND first_number IS NOT NULL
    AND (first_number, first_id) <= (listed.price_usd, listed.artwork_id)
    ORDER BY first_number DESC, first_id DESC LIMIT 1)
  UNION ALL
  (SELECT offset_anchors.no FROM offset_anchors WHERE sort_order = 'artworks.price_usd_null' AND listed.price_usd IS NULL
    AND num_nonnulls(first_time, first_number, first_text) = 0 AND first_id <= listed.artwork_id
    ORDER BY first_id DESC LIMIT 1);
END;
CREATE OR REPLACE FUNCTION segments_of(listed events) RETURNS TABLE (no integer) LANGUAGE sql STABLE
BEGIN ATOMIC
  (SELECT offset_anchors.no FROM offset_anchors WHERE sort_order = 'events.start_time' AND first_time IS NOT NULL
    AND (first_time, first_id) <= (listed.start_time, listed.id)
    ORDER BY first_time DESC, first_id DESC LIMIT 1)
  UNION ALL
  (SELECT offset_anchors.no FROM offset_anchors WHERE sort_order = 'events.end_time' AND first_time IS NOT NULL
    AND (first_time, first_id) <= (listed.end_time, listed.id)
    ORDER BY first_time DESC, first_id DESC LIMIT 1)
  UNION ALL
  (SELECT offset_anchors.no FROM offset_anchors WHERE sort_order = 'events.updated_at' AND first_time IS NOT NULL
    AND (first_time, first_id) <= (listed.updated_at, listed.id)
    ORDER BY first_time DESC, first_id DESC LIMIT 1);
END;

-- Whether an artwork has another place in an order other than that by the time of its last change; and its segment in that
-- order, in which every update moves it.
CREATE OR REPLACE FUNCTION has_moved(was artworks, becomes artworks) RETURNS boolean LANGUAGE sql IMMUTABLE
RETURN (was.id, was.is_public, was.order_date, was.created_at, was.published_at, was.title_sort_key, was.views_count, was.price)
  IS DISTINCT FROM (becomes.id, becomes.is_public, becomes.order_date, becomes.created_at, becomes.published_at, becomes.title_sort_key, becomes.views_count, becomes.price);
CREATE OR REPLACE FUNCTION segment_by_update(listed artworks) RETURNS integer LANGUAGE sql STABLE
RETURN
  (SELECT offset_anchors.no FROM offset_anchors WHERE sort_order = 'artworks.updated_at' AND first_time IS NOT NULL
    AND (first_time, first_id) <= (listed.updated_at, listed.id)
    ORDER BY first_time DESC, first_id DESC LIMIT 1);

-- What a new list or sort order needs. The files before this one have replaced the triggers of the table, so its writers
-- wait until this transaction ends. A migration makes the index of a sort order.
INSERT INTO offset_index_state (list, folded_through) VALUES ('artworks', pg_current_snapshot())
ON CONFLICT (list) DO NOTHING;
INSERT INTO offset_index_state (list, folded_through) VALUES ('events', pg_current_snapshot())
ON CONFLICT (list) DO NOTHING;
INSERT INTO offset_anchors (sort_order, first_time, first_id, rows)
SELECT 'artworks.order_date', '-infinity', 0, (
  SELECT count(*) FROM artworks WHERE is_public)
WHERE NOT EXISTS (SELECT FROM offset_anchors WHERE sort_order = 'artworks.order_date');
INSERT INTO offset_anchors (sort_order, first_time, first_id, rows)
SELECT 'artworks.created_at', '-infinity', 0, (
  SELECT count(*) FROM artworks WHERE is_public)
WHERE NOT EXISTS (SELECT FROM offset_anchors WHERE sort_order = 'artworks.created_at');
INSERT INTO offset_anchors (sort_order, first_time, first_id, rows)
SELECT 'artworks.published_at', '-infinity', 0, (
  SELECT count(*) FROM artworks WHERE is_public)
WHERE NOT EXISTS (SELECT FROM offset_anchors WHERE sort_order = 'artworks.published_at');
INSERT INTO offset_anchors (sort_order, first_text, first_id, rows)
SELECT 'artworks.title', '', 0, (
  SELECT count(*) FROM artworks WHERE is_public)
WHERE NOT EXISTS (SELECT FROM offset_anchors WHERE sort_order = 'artworks.title');
INSERT INTO offset_anchors (sort_order, first_number, first_id, rows)
SELECT 'artworks.views_count', '-Infinity', 0, (
  SELECT count(*) FROM artworks WHERE is_public)
WHERE NOT EXISTS (SELECT FROM offset_anchors WHERE sort_order = 'artworks.views_count');
INSERT INTO offset_anchors (sort_order, first_number, first_id, rows)
SELECT 'artworks.price', '-Infinity', 0, (
  SELECT count(*) FROM artworks WHERE is_public AND price IS NOT NULL)
WHERE NOT EXISTS (SELECT FROM offset_anchors WHERE sort_order = 'artworks.price');
INSERT INTO offset_anchors (sort_order, first_id, rows)
SELECT 'artworks.price_null', 0, (
  SELECT count(*) FROM artworks WHERE is_public AND price IS NULL)
WHERE NOT EXISTS (SELECT FROM offset_anchors WHERE sort_order = 'artworks.price_null');
INSERT INTO offset_anchors (sort_order, first_number, first_id, rows)
SELECT 'artworks.price_usd', '-Infinity', 0, (
  SELECT count(*) FROM (SELECT artwork_id AS id, is_public, price_usd, price_eur FROM artwork_prices) AS prices WHERE is_public AND price_usd IS NOT NULL)
WHERE NOT EXISTS (SELECT FROM offset_anchors WHERE sort_order = 'artworks.price_usd');
INSERT INTO offset_anchors (sort_order, first_id, rows)
SELECT 'artworks.price_usd_null', 0, (
  SELECT count(*) FROM (SELECT artwork_id AS id, is_public, price_usd, price_eur FROM artwork_prices) AS prices WHERE is_public AND price_usd IS NULL)
WHERE NOT EXISTS (SELECT FROM offset_anchors WHERE sort_order = 'artworks.price_usd_null');
INSERT INTO offset_anchors (sort_order, first_time, first_id, rows)
SELECT 'artworks.updated_at', '-infinity', 0, (
  SELECT count(*) FROM artworks WHERE is_public)
WHERE NOT EXISTS (SELECT FROM offset_anchors WHERE sort_order = 'artworks.updated_at');
INSERT INTO offset_anchors (sort_order, first_time, first_id, rows)
SELECT 'events.start_time', '-infinity', 0, (
  SELECT count(*) FROM events WHERE is_public)
WHERE NOT EXISTS (SELECT FROM offset_anchors WHERE sort_order = 'events.start_time');
INSERT INTO offset_anchors (sort_order, first_time, first_id, rows)
SELECT 'events.end_time', '-infinity', 0, (
  SELECT count(*) FROM events WHERE is_public)
WHERE NOT EXISTS (SELECT FROM offset_anchors WHERE sort_order = 'events.end_time');
INSERT INTO offset_anchors (sort_order, first_time, first_id, rows)
SELECT 'events.updated_at', '-infinity', 0, (
  SELECT count(*) FROM events WHERE is_public)
WHERE NOT EXISTS (SELECT FROM offset_anchors WHERE sort_order = 'events.updated_at');
