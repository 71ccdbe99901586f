-- The offset index: the segments of records, and the deltas of their numbers of rows.

-- The segments of a public artwork in all sort orders except that of price_usd.
CREATE OR REPLACE FUNCTION segments_of_artwork(id integer, order_date timestamptz, created_at timestamptz,
  published_at timestamptz, title_sort_key text, views_count integer, price numeric)
RETURNS TABLE (no integer) LANGUAGE sql STABLE
BEGIN ATOMIC
  (SELECT no FROM offset_anchors WHERE sort_order = 'artworks.order_date' AND first_time IS NOT NULL
    AND (first_time, first_id) <= (order_date, segments_of_artwork.id)
    ORDER BY first_time DESC, first_id DESC LIMIT 1)
  UNION ALL
  (SELECT no FROM offset_anchors WHERE sort_order = 'artworks.created_at' AND first_time IS NOT NULL
    AND (first_time, first_id) <= (created_at, segments_of_artwork.id)
    ORDER BY first_time DESC, first_id DESC LIMIT 1)
  UNION ALL
  (SELECT no FROM offset_anchors WHERE sort_order = 'artworks.published_at' AND first_time IS NOT NULL
    AND (first_time, first_id) <= (published_at, segments_of_artwork.id)
    ORDER BY first_time DESC, first_id DESC LIMIT 1)
  UNION ALL
  (SELECT no FROM offset_anchors WHERE sort_order = 'artworks.title' AND first_text IS NOT NULL
    AND (first_text, first_id) <= (title_sort_key, segments_of_artwork.id)
    ORDER BY first_text DESC, first_id DESC LIMIT 1)
  UNION ALL
  (SELECT no FROM offset_anchors WHERE sort_order = 'artworks.views_count' AND first_number IS NOT NULL
    AND (first_number, first_id) <= (views_count::numeric, segments_of_artwork.id)
    ORDER BY first_number DESC, first_id DESC LIMIT 1)
  UNION ALL
  (SELECT no FROM offset_anchors WHERE sort_order = 'artworks.price' AND first_number IS NOT NULL
    AND (first_number, first_id) <= (price, segments_of_artwork.id)
    ORDER BY first_number DESC, first_id DESC LIMIT 1)
  UNION ALL
  (SELECT no FROM offset_anchors WHERE sort_order = 'artworks.price_null' AND price IS NULL
    AND num_nonnulls(first_time, first_number, first_text) = 0
    AND first_id <= segments_of_artwork.id ORDER BY first_id DESC LIMIT 1);
END;

-- The segment of a public artwork in the sort order by price_usd.
CREATE OR REPLACE FUNCTION segment_of_price(id integer, price_usd numeric) RETURNS TABLE (no integer)
LANGUAGE sql STABLE
BEGIN ATOMIC
  (SELECT no FROM offset_anchors WHERE sort_order = 'artworks.price_usd' AND first_number IS NOT NULL
    AND (first_number, first_id) <= (price_usd, segment_of_price.id)
    ORDER BY first_number DESC, first_id DESC LIMIT 1)
  UNION ALL
  (SELECT no FROM offset_anchors WHERE sort_order = 'artworks.price_usd_null' AND price_usd IS NULL
    AND num_nonnulls(first_time, first_number, first_text) = 0
    AND first_id <= segment_of_price.id ORDER BY first_id DESC LIMIT 1);
END;

-- The segments of a public event.
CREATE OR REPLACE FUNCTION segments_of_event(id integer, start_time timestamptz, end_time timestamptz)
RETURNS TABLE (no integer) LANGUAGE sql STABLE
BEGIN ATOMIC
  (SELECT no FROM offset_anchors WHERE sort_order = 'events.start_time' AND first_time IS NOT NULL
    AND (first_time, first_id) <= (start_time, segments_of_event.id)
    ORDER BY first_time DESC, first_id DESC LIMIT 1)
  UNION ALL
  (SELECT no FROM offset_anchors WHERE sort_order = 'events.end_time' AND first_time IS NOT NULL
    AND (first_time, first_id) <= (end_time, segments_of_event.id)
    ORDER BY first_time DESC, first_id DESC LIMIT 1);
END;

-- A shared lock that writers hold from the lookup of segments until their commit. Maintenance takes the lock
-- exclusively before it splits segments (src/read-model/offset-index/maintenance-queries.ts).
CREATE OR REPLACE FUNCTION lock_offset_index(list text) RETURNS void LANGUAGE sql
RETURN pg_advisory_xact_lock_shared(CASE list WHEN 'artworks' THEN 5432022 ELSE 5432023 END);

-- Records a change of a list with the change of the number of rows of each segment.
CREATE OR REPLACE FUNCTION record_list_change(list text, ids text[], entered integer[], departed integer[]) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  segments integer[];
  deltas integer[];
BEGIN
  SELECT array_agg(no), array_agg(delta) INTO segments, deltas FROM (
    SELECT no, sum(delta)::integer AS delta FROM (
      SELECT no, 1 AS delta FROM unnest(entered) AS no
      UNION ALL
      SELECT no, -1 FROM unnest(departed) AS no
    ) AS moved
    GROUP BY no HAVING sum(delta) <> 0
  ) AS counted;
  PERFORM record_change(list, ids, segments, deltas);
END $$;

-- Records that all rows of a list have left its segments.
CREATE OR REPLACE FUNCTION empty_offset_index(emptied text) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
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
END $$;
