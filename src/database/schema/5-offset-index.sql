-- The offset index: the deltas of the numbers of rows of its segments. 9-sort-orders.sql finds the segments of
-- a row, and has the lock of a list.

-- The change of the number of rows of each segment, from the segments that rows have entered and departed from.
CREATE OR REPLACE FUNCTION moved_rows(entered integer[], departed integer[])
RETURNS TABLE (segments integer[], deltas integer[]) LANGUAGE sql IMMUTABLE
BEGIN ATOMIC
  SELECT array_agg(no), array_agg(delta) FROM (
    SELECT no, sum(delta)::integer AS delta FROM (
      SELECT no, 1 AS delta FROM unnest(entered) AS no
      UNION ALL
      SELECT no, -1 FROM unnest(departed) AS no
    ) AS moved
    GROUP BY no HAVING sum(delta) <> 0
  ) AS counted;
END;

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
