-- How a page is found at any depth. A track is one order of what a list shows; a waypoint is where a stretch
-- of it begins, and says how many rows lie between it and the next. Triggers record by how much stretches
-- grow or shrink, in the transaction that does it and without touching a row that another transaction could
-- wait for; src/read-model/offset-index/maintenance.ts adds the records up.
CREATE TABLE waypoints (
  no integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  track text COLLATE "C" NOT NULL,
  -- The first row that can lie in the stretch, by the one of these that the track is ordered by and the id.
  -- The first waypoint of a track stands before all rows.
  first_time timestamptz,
  first_number numeric,
  first_text text COLLATE "C",
  first_id integer NOT NULL,
  -- Without what is recorded in `changes` after the snapshot of its list.
  rows integer NOT NULL,
  CHECK (num_nonnulls(first_time, first_number, first_text) <= 1)
);
CREATE UNIQUE INDEX waypoints_by_time ON waypoints (track, first_time, first_id)
  WHERE first_time IS NOT NULL;
CREATE UNIQUE INDEX waypoints_by_number ON waypoints (track, first_number, first_id)
  WHERE first_number IS NOT NULL;
CREATE UNIQUE INDEX waypoints_by_text ON waypoints (track, first_text, first_id)
  WHERE first_text IS NOT NULL;
CREATE UNIQUE INDEX waypoints_by_id ON waypoints (track, first_id)
  WHERE num_nonnulls(first_time, first_number, first_text) = 0;
INSERT INTO waypoints (track, first_time, first_id, rows)
SELECT unnest(ARRAY['artworks.order_date', 'artworks.created_at', 'artworks.published_at',
  'events.start_time', 'events.end_time']), '-infinity', 0, 0;
INSERT INTO waypoints (track, first_number, first_id, rows)
SELECT unnest(ARRAY['artworks.views_count', 'artworks.price', 'artworks.price_usd']), '-Infinity', 0, 0;
INSERT INTO waypoints (track, first_text, first_id, rows) VALUES ('artworks.title', '', 0, 0);
-- Rows without the key stand on a track of their own, ordered by id.
INSERT INTO waypoints (track, first_id, rows)
VALUES ('artworks.price_null', 0, 0), ('artworks.price_usd_null', 0, 0);

CREATE TABLE waypoint_lists (
  list text PRIMARY KEY,
  -- What all transactions that it sees have recorded is added up in `waypoints.rows`.
  added_up pg_snapshot NOT NULL
);
INSERT INTO waypoint_lists VALUES ('artworks', pg_current_snapshot()), ('events', pg_current_snapshot());

-- The stretches that a public artwork lies in, but for those of price_usd.
CREATE FUNCTION stretches_of_artwork(id integer, order_date timestamptz, created_at timestamptz,
  published_at timestamptz, title_sort_key text, views_count integer, price numeric)
RETURNS TABLE (no integer) LANGUAGE sql STABLE
BEGIN ATOMIC
  (SELECT no FROM waypoints WHERE track = 'artworks.order_date' AND first_time IS NOT NULL
    AND (first_time, first_id) <= (order_date, stretches_of_artwork.id)
    ORDER BY first_time DESC, first_id DESC LIMIT 1)
  UNION ALL
  (SELECT no FROM waypoints WHERE track = 'artworks.created_at' AND first_time IS NOT NULL
    AND (first_time, first_id) <= (created_at, stretches_of_artwork.id)
    ORDER BY first_time DESC, first_id DESC LIMIT 1)
  UNION ALL
  (SELECT no FROM waypoints WHERE track = 'artworks.published_at' AND first_time IS NOT NULL
    AND (first_time, first_id) <= (published_at, stretches_of_artwork.id)
    ORDER BY first_time DESC, first_id DESC LIMIT 1)
  UNION ALL
  (SELECT no FROM waypoints WHERE track = 'artworks.title' AND first_text IS NOT NULL
    AND (first_text, first_id) <= (title_sort_key, stretches_of_artwork.id)
    ORDER BY first_text DESC, first_id DESC LIMIT 1)
  UNION ALL
  (SELECT no FROM waypoints WHERE track = 'artworks.views_count' AND first_number IS NOT NULL
    AND (first_number, first_id) <= (views_count::numeric, stretches_of_artwork.id)
    ORDER BY first_number DESC, first_id DESC LIMIT 1)
  UNION ALL
  (SELECT no FROM waypoints WHERE track = 'artworks.price' AND first_number IS NOT NULL
    AND (first_number, first_id) <= (price, stretches_of_artwork.id)
    ORDER BY first_number DESC, first_id DESC LIMIT 1)
  UNION ALL
  (SELECT no FROM waypoints WHERE track = 'artworks.price_null' AND price IS NULL
    AND num_nonnulls(first_time, first_number, first_text) = 0
    AND first_id <= stretches_of_artwork.id ORDER BY first_id DESC LIMIT 1);
END;

-- The stretch of price_usd that a public artwork lies in.
CREATE FUNCTION stretch_of_price(id integer, price_usd numeric) RETURNS TABLE (no integer)
LANGUAGE sql STABLE
BEGIN ATOMIC
  (SELECT no FROM waypoints WHERE track = 'artworks.price_usd' AND first_number IS NOT NULL
    AND (first_number, first_id) <= (price_usd, stretch_of_price.id)
    ORDER BY first_number DESC, first_id DESC LIMIT 1)
  UNION ALL
  (SELECT no FROM waypoints WHERE track = 'artworks.price_usd_null' AND price_usd IS NULL
    AND num_nonnulls(first_time, first_number, first_text) = 0
    AND first_id <= stretch_of_price.id ORDER BY first_id DESC LIMIT 1);
END;

-- The stretches that a public event lies in.
CREATE FUNCTION stretches_of_event(id integer, start_time timestamptz, end_time timestamptz)
RETURNS TABLE (no integer) LANGUAGE sql STABLE
BEGIN ATOMIC
  (SELECT no FROM waypoints WHERE track = 'events.start_time' AND first_time IS NOT NULL
    AND (first_time, first_id) <= (start_time, stretches_of_event.id)
    ORDER BY first_time DESC, first_id DESC LIMIT 1)
  UNION ALL
  (SELECT no FROM waypoints WHERE track = 'events.end_time' AND first_time IS NOT NULL
    AND (first_time, first_id) <= (end_time, stretches_of_event.id)
    ORDER BY first_time DESC, first_id DESC LIMIT 1);
END;

-- While rows are counted into stretches, nobody divides these (keeper-queries.ts).
CREATE FUNCTION hold_waypoints(list text) RETURNS void LANGUAGE sql
RETURN pg_advisory_xact_lock_shared(CASE list WHEN 'artworks' THEN 5432022 ELSE 5432023 END);

-- Records that all rows of a list have left its stretches.
CREATE FUNCTION empty_waypoints(emptied text) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM hold_waypoints(emptied);
  PERFORM record_change(emptied, NULL, array_agg(no), array_agg(-(rows + noted))) FROM (
    SELECT no, rows, coalesce(sum(delta) FILTER (WHERE NOT pg_visible_in_snapshot(xid, added_up)), 0)::integer AS noted
    FROM waypoints
    JOIN waypoint_lists ON list = emptied
    LEFT JOIN (changes CROSS JOIN LATERAL unnest(changes.waypoints, changes.deltas) AS note (stretch, delta))
      ON stretch = no
    WHERE track LIKE emptied || '.%'
    GROUP BY no, rows
  ) AS stretches;
END $$;
