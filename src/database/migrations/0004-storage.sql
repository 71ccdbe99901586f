-- The user for whose storage a row counts, NULL for a row that the operator, or a release before this migration, has
-- stored. The default is the user of the transaction (src/writes/transaction.ts). Without a value, no table is rewritten.
-- It is no reference: PostgreSQL would check it for each row, and a row outlives its user without harm.
ALTER TABLE api_keys ADD COLUMN stored_by uuid DEFAULT nullif(current_setting('storage.user_id', true), '')::uuid;
ALTER TABLE artists ADD COLUMN stored_by uuid DEFAULT nullif(current_setting('storage.user_id', true), '')::uuid;
ALTER TABLE artwork_artists ADD COLUMN stored_by uuid DEFAULT nullif(current_setting('storage.user_id', true), '')::uuid;
ALTER TABLE artwork_images ADD COLUMN stored_by uuid DEFAULT nullif(current_setting('storage.user_id', true), '')::uuid;
ALTER TABLE artwork_tags ADD COLUMN stored_by uuid DEFAULT nullif(current_setting('storage.user_id', true), '')::uuid;
ALTER TABLE artworks ADD COLUMN stored_by uuid DEFAULT nullif(current_setting('storage.user_id', true), '')::uuid;
ALTER TABLE event_images ADD COLUMN stored_by uuid DEFAULT nullif(current_setting('storage.user_id', true), '')::uuid;
ALTER TABLE events ADD COLUMN stored_by uuid DEFAULT nullif(current_setting('storage.user_id', true), '')::uuid;
ALTER TABLE galleries ADD COLUMN stored_by uuid DEFAULT nullif(current_setting('storage.user_id', true), '')::uuid;
ALTER TABLE images ADD COLUMN stored_by uuid DEFAULT nullif(current_setting('storage.user_id', true), '')::uuid;
ALTER TABLE tags ADD COLUMN stored_by uuid DEFAULT nullif(current_setting('storage.user_id', true), '')::uuid;
ALTER TABLE venue_images ADD COLUMN stored_by uuid DEFAULT nullif(current_setting('storage.user_id', true), '')::uuid;
ALTER TABLE venues ADD COLUMN stored_by uuid DEFAULT nullif(current_setting('storage.user_id', true), '')::uuid;

-- The bytes that users have stored: the sum of the rows of a user, of which a transaction changes one that no other
-- transaction has locked, as in `artwork_counts`. So writers do not wait for each other. A single row can be negative.
CREATE TABLE stored_bytes (
  no integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id uuid NOT NULL,
  bytes bigint NOT NULL
  -- Leaves room for new versions of a row on its page, so that an update writes no index.
) WITH (fillfactor = 50);
CREATE INDEX stored_bytes_of_user ON stored_bytes (user_id);
