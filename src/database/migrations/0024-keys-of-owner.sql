-- The keys of a user that are not revoked, or were not a minute ago, are found without those that were revoked before.
CREATE INDEX api_keys_of_owner_by_revocation ON api_keys (owner_id, revoked_at);
DROP INDEX api_keys_of_owner;
