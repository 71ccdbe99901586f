import { sql, type Kysely } from 'kysely'

/** What writing needs: states, rules by name, remembered answers, and indexes of what is not public. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [STATES, VERSIONS, RULE_NAMES, LENGTHS, IDEMPOTENCY_KEYS, UNPUBLISHED]) {
    await sql.raw(part).execute(db)
  }
}

const STATES = `
  -- The states of events and artworks (the contract has the table): nothing becomes a draft again,
  -- and published_at tells of the first publication and is kept.
  CREATE FUNCTION keep_publish_status() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'UPDATE' THEN
      IF NEW.publish_status <> OLD.publish_status
        AND (OLD.publish_status || ' ' || NEW.publish_status) NOT IN
          ('draft published', 'published archived', 'archived published') THEN
        RAISE EXCEPTION 'A record that is % cannot become %', OLD.publish_status, NEW.publish_status
          USING ERRCODE = 'check_violation', CONSTRAINT = 'publish_status_transition';
      END IF;
      NEW.published_at := coalesce(OLD.published_at, NEW.published_at);
    END IF;
    IF NEW.publish_status = 'draft' THEN
      NEW.published_at := NULL;
    ELSIF NEW.published_at IS NULL THEN
      NEW.published_at := now();
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER keep_publish_status BEFORE INSERT OR UPDATE OF publish_status, published_at ON events
    FOR EACH ROW EXECUTE FUNCTION keep_publish_status();
  CREATE TRIGGER keep_publish_status BEFORE INSERT OR UPDATE OF publish_status, published_at ON artworks
    FOR EACH ROW EXECUTE FUNCTION keep_publish_status();
`

const VERSIONS = `
  -- Every state of an event has a time of its own, whoever writes it: If-Match is held against it.
  CREATE FUNCTION move_updated_at() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NEW.updated_at <= OLD.updated_at THEN
      NEW.updated_at := greatest(clock_timestamp(), OLD.updated_at + interval '1 microsecond');
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER move_updated_at BEFORE UPDATE ON events
    FOR EACH ROW EXECUTE FUNCTION move_updated_at();
`

/** So that an error can be told as the rule that was broken (src/database/broken-rules.ts). */
const RULE_NAMES = `
  ALTER TABLE events RENAME CONSTRAINT events_check TO events_end_not_before_start;
  ALTER TABLE artworks RENAME CONSTRAINT artworks_check TO artworks_price_when_shown;
  ALTER TABLE artworks RENAME CONSTRAINT artworks_check1 TO artworks_min_price_in_range;
  ALTER TABLE artworks RENAME CONSTRAINT artworks_check2 TO artworks_max_price_in_range;
  ALTER TABLE artworks RENAME CONSTRAINT artworks_check3 TO artworks_range_in_order;
  ALTER TABLE artworks RENAME CONSTRAINT artworks_check4 TO artworks_discount_when_automated;
  ALTER TABLE artworks RENAME CONSTRAINT artworks_check5 TO artworks_days_when_automated;
`

/**
 * A page must not grow without end, whoever writes. Not valid for what is there already: imported
 * texts are as long as they are.
 */
const LENGTHS = `
  ALTER TABLE events ADD CONSTRAINT events_text_lengths CHECK (
    length(content) <= 100000 AND length(address) <= 1000 AND length(city) <= 1000
    AND length(additional_info) <= 10000 AND length(contact_name) <= 1000 AND length(email) <= 1000
    AND length(phone) <= 1000) NOT VALID;
  ALTER TABLE artworks ADD CONSTRAINT artworks_text_lengths CHECK (
    length(medium) <= 10000 AND length(street_address) <= 1000 AND length(city) <= 1000
    AND length(zip_code) <= 1000 AND length(state) <= 1000) NOT VALID;
  ALTER TABLE venues ADD CONSTRAINT venues_text_lengths CHECK (
    length(name) <= 1000 AND length(city) <= 1000) NOT VALID;
`

const IDEMPOTENCY_KEYS = `
  -- Answers to POST requests, given again for 24 hours to whoever repeats the request.
  CREATE TABLE idempotency_keys (
    owner_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    idempotency_key text NOT NULL CHECK (length(idempotency_key) BETWEEN 1 AND 255),
    -- SHA-256 of the operation and the body.
    fingerprint bytea NOT NULL CHECK (octet_length(fingerprint) = 32),
    status smallint NOT NULL CHECK (status BETWEEN 200 AND 299),
    headers jsonb NOT NULL,
    body text NOT NULL,
    created_at instant NOT NULL DEFAULT now(),
    PRIMARY KEY (owner_id, idempotency_key)
  );
  CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);
`

const UNPUBLISHED = `
  CREATE INDEX events_not_public ON events (publish_status, author_id)
    WHERE publish_status <> 'published';
  CREATE INDEX artworks_not_public ON artworks (publish_status, author_id)
    WHERE publish_status <> 'published';
  -- Whether a picture that was replaced still belongs to something.
  CREATE INDEX events_of_image ON events (featured_image_id);
`
