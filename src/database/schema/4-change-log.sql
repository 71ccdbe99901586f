-- The change log.

-- Records a change. Triggers find the affected records with further statements, which must see the commits that
-- happened while the triggers waited for locks. So a transaction that uses one snapshot for all its statements is
-- rejected.
CREATE OR REPLACE FUNCTION record_change(
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
