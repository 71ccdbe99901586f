-- A new epoch skips numbers, so that no other server can have given the ones that it gives: they begin after this one. 0 for
-- an epoch of an older version, which has skipped none.
ALTER TABLE feed_epochs ADD COLUMN skipped_through bigint NOT NULL DEFAULT 0;
