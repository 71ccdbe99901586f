-- The change log: what each transaction has changed of what the public may see. A process that remembers
-- something of the catalogue asks what has become visible since its last snapshot, so that it misses
-- nothing and believes nothing for too long.
CREATE TABLE change_log (
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  -- What kind of records changed.
  subject text NOT NULL,
  -- NULL when they are too many to name, and any may have changed.
  ids text[],
  -- By how many rows which segments grew (5-offset-index.sql).
  segments integer[],
  deltas integer[],
  recorded_at timestamptz NOT NULL DEFAULT now(),
  CHECK (cardinality(segments) = cardinality(deltas))
);
CREATE INDEX change_log_by_xid ON change_log (xid);

-- Rows of these transactions and older ones may have been removed: a process that has not read them must
-- forget all that it remembers.
CREATE TABLE change_log_pruned (through xid8 NOT NULL);
INSERT INTO change_log_pruned VALUES ('0');

-- Records a change. Triggers look for what a change affects in statements of their own, and must see what was
-- committed while they waited. So a transaction with one snapshot for all its statements is refused.
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
