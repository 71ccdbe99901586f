-- Idempotent requests.

-- Claims a key until the end of the transaction, by an advisory lock, which a crash releases, too. It fails when another
-- transaction has claimed the key or a response is stored. The error, rather than a result, lets the service send the
-- write without waiting.
CREATE OR REPLACE FUNCTION claim_idempotency_key(owner uuid, key text) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF pg_try_advisory_xact_lock(hashtextextended(owner || ' ' || key, 5432021)) THEN
    -- A statement of its own, so that its snapshot is newer than the lock.
    PERFORM FROM idempotency_keys
      WHERE owner_id = owner AND idempotency_key = key AND created_at > now() - interval '24 hours';
    IF NOT FOUND THEN
      RETURN;
    END IF;
  END IF;
  -- src/writes/idempotency-queries.ts handles this SQLSTATE.
  RAISE EXCEPTION 'The idempotency key is claimed' USING ERRCODE = 'IK001';
END $$;

-- The right of a sender. A write holds a shared lock on its key from its last check until COMMIT. A revocation holds the
-- exclusive one, so no write commits after it, and it waits for no write at work.

-- Fails when a key has been revoked, unless by this transaction. A write runs it along with COMMIT, because it may have
-- waited for a lock since its key was looked up.
CREATE OR REPLACE FUNCTION require_unrevoked_key(key_id integer) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(5432024, key_id);
  PERFORM FROM api_keys WHERE id = key_id AND (revoked_at IS NULL OR revoked_at = now());
  IF NOT FOUND THEN
    -- src/auth/api-key-queries.ts handles this SQLSTATE.
    RAISE EXCEPTION 'The API key has been revoked' USING ERRCODE = 'AK001';
  END IF;
END $$;

-- A key that is revoked already stays revoked since then. The row is locked first, as by a request that replaces the key: in the
-- other order, each could wait for the other.
CREATE OR REPLACE FUNCTION revoke_key(key_id integer) RETURNS SETOF api_keys
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM FROM api_keys WHERE id = key_id FOR UPDATE;
  PERFORM pg_advisory_xact_lock(5432024, key_id);
  RETURN QUERY UPDATE api_keys SET revoked_at = coalesce(revoked_at, now()) WHERE id = key_id RETURNING *;
END $$;
