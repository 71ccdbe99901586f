-- The change log: the changes that each transaction has made to public data. A process that caches parts of the
-- catalogue reads the entries that became visible since its last snapshot (PostgreSQL, pg_snapshot), so that it
-- misses no change and serves no stale data.
CREATE TABLE change_log (
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  -- The kind of the changed records. `segments`, with sort orders as `ids`, when anchors were added or removed.
  subject text NOT NULL,
  -- NULL when more than 1,000 records, or any record of the kind, may have changed.
  ids text[],
  -- The segments whose number of rows changed, and by how much (5-offset-index.sql).
  segments integer[],
  deltas integer[],
  recorded_at timestamptz NOT NULL DEFAULT now(),
  CHECK (cardinality(segments) = cardinality(deltas))
);
CREATE INDEX change_log_by_xid ON change_log (xid);

-- Entries of the transaction `through` and of older ones may have been deleted. A process that has not read these
-- entries must discard its local state.
CREATE TABLE change_log_pruned (through xid8 NOT NULL);
INSERT INTO change_log_pruned VALUES ('0');

-- Records a change. Triggers find the affected records with further statements, which must see the commits that
-- happened while the triggers waited for locks. So a transaction that uses one snapshot for all its statements is
-- rejected.
CREATE FUNCTION record_change(
  subject text, ids text[], segments integer[] DEFAULT NULL, deltas integer[] DEFAULT NULL
) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'The catalogue cannot be changed in a transaction that is %',
      current_setting('transaction_isolation')
      USING ERRCODE = 'feature_not_supported', HINT = 'Let the transaction be READ COMMITTED.';
  END IF;
  INSERT INTO change_log (subject, ids, segments, deltas)
  VALUES ($1, CASE WHEN cardinality($2) <= 1000 THEN $2 END, $3, $4);
END $$;
