-- Functions and triggers of the catalogue's tables. These files hold code only: the service runs all of them again when
-- their text differs from what the database has (src/database/migrate.ts). Data definitions are in ../migrations/.
--
-- A trigger follows its function. A PL/pgSQL function may call functions that a later file creates: PostgreSQL resolves
-- their names when the function runs. A migration drops a function or trigger that leaves these files, and a function
-- whose parameters or result change. The release before still calls the functions: it runs beside this one.

-- Enforces the state transitions of events and artworks (the contract has the table): no record becomes a draft
-- again, and `published_at` stays the time of the first publication.
CREATE OR REPLACE FUNCTION keep_publish_status() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
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

-- Makes `updated_at` different in each version of a record, because the service compares If-Match with it.
CREATE OR REPLACE FUNCTION move_updated_at() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF NEW.updated_at <= OLD.updated_at THEN
    NEW.updated_at := greatest(clock_timestamp(), OLD.updated_at + interval '1 microsecond');
  END IF;
  RETURN NEW;
END $$;

-- Change recording
--
-- Each table has statement-level triggers, one for each event or group of events. They use transition tables
-- (`old_rows`, `new_rows`) where they need them. A trigger records the change (4-change-log.sql), converts prices
-- (3-prices.sql), counts rows into segments (5-offset-index.sql) and removes prepared documents (6-documents.sql).
--
-- A transaction that changes a row also records, as changed, the records that embed the row, as far as its snapshot
-- shows them. It does not see a reference that a concurrent transaction adds, and the concurrent transaction does not
-- see the change. So a trigger locks each newly referenced row (FOR SHARE): the later of the two transactions waits,
-- and then sees both. For documents, the refresh holds these locks instead (6-documents.sql). A row that the same
-- transaction has written (`xmin`) is locked already or invisible to others, and needs no lock.

-- Records changed rows of a kind that processes cache by id. A DELETE records no ids: foreign keys allow it only
-- when no record refers to the row, and an insert that uses the id again is recorded.
CREATE OR REPLACE FUNCTION record_rows() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP IN ('INSERT', 'UPDATE') THEN
    IF EXISTS (SELECT FROM new_rows) THEN
      PERFORM record_change(TG_ARGV[0], ARRAY(SELECT id::text FROM new_rows LIMIT 1001));
    END IF;
  ELSE
    PERFORM record_change(TG_ARGV[0], CASE TG_OP WHEN 'DELETE' THEN '{}'::text[] END);
  END IF;
  RETURN NULL;
END $$;

-- Records that any row of a kind may have changed: for small tables, or where each change affects all rows.
CREATE OR REPLACE FUNCTION record_all() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM record_change(TG_ARGV[0], NULL);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION users_updated() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (SELECT FROM new_rows) THEN
    PERFORM record_change('user', ARRAY(SELECT id::text FROM new_rows LIMIT 1001));
    PERFORM record_change('gallery', ARRAY(
      SELECT galleries.id::text FROM galleries JOIN new_rows ON new_rows.id = owner_id LIMIT 1001));
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER after_insert AFTER INSERT ON users REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION record_rows('user');
CREATE OR REPLACE TRIGGER after_update AFTER UPDATE ON users REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION users_updated();
CREATE OR REPLACE TRIGGER after_removal AFTER DELETE OR TRUNCATE ON users
  FOR EACH STATEMENT EXECUTE FUNCTION record_rows('user');

CREATE OR REPLACE FUNCTION images_updated() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (SELECT FROM new_rows) THEN
    PERFORM record_change('gallery', ARRAY(
      SELECT galleries.id::text FROM galleries JOIN new_rows ON new_rows.id = featured_image_id LIMIT 1001));
    PERFORM record_change('artist', ARRAY(
      SELECT artists.id::text FROM artists JOIN new_rows ON new_rows.id = featured_image_id LIMIT 1001));
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER after_update AFTER UPDATE ON images REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION images_updated();

CREATE OR REPLACE TRIGGER move_updated_at BEFORE UPDATE ON galleries
  FOR EACH ROW EXECUTE FUNCTION move_updated_at();

CREATE OR REPLACE FUNCTION galleries_written() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (SELECT FROM new_rows) THEN
    PERFORM FROM users WHERE id = ANY (ARRAY(SELECT owner_id FROM new_rows))
      AND xmin <> pg_current_xact_id()::xid ORDER BY id FOR SHARE;
    PERFORM FROM images WHERE id = ANY (ARRAY(SELECT featured_image_id FROM new_rows))
      AND xmin <> pg_current_xact_id()::xid ORDER BY id FOR SHARE;
    PERFORM record_change('gallery', ARRAY(SELECT id::text FROM new_rows LIMIT 1001));
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER after_insert AFTER INSERT ON galleries REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION galleries_written();
CREATE OR REPLACE TRIGGER after_update AFTER UPDATE ON galleries REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION galleries_written();
CREATE OR REPLACE TRIGGER after_removal AFTER DELETE OR TRUNCATE ON galleries
  FOR EACH STATEMENT EXECUTE FUNCTION record_rows('gallery');

CREATE OR REPLACE TRIGGER move_updated_at BEFORE UPDATE ON artists
  FOR EACH ROW EXECUTE FUNCTION move_updated_at();

CREATE OR REPLACE FUNCTION artists_written() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (SELECT FROM new_rows) THEN
    PERFORM FROM images WHERE id = ANY (ARRAY(SELECT featured_image_id FROM new_rows))
      AND xmin <> pg_current_xact_id()::xid ORDER BY id FOR SHARE;
    PERFORM record_change('artist', ARRAY(SELECT id::text FROM new_rows LIMIT 1001));
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER after_insert AFTER INSERT ON artists REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION artists_written();
CREATE OR REPLACE TRIGGER after_update AFTER UPDATE ON artists REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION artists_written();
CREATE OR REPLACE TRIGGER after_removal AFTER DELETE OR TRUNCATE ON artists
  FOR EACH STATEMENT EXECUTE FUNCTION record_rows('artist');

CREATE OR REPLACE TRIGGER move_updated_at BEFORE UPDATE ON tags
  FOR EACH ROW EXECUTE FUNCTION move_updated_at();

CREATE OR REPLACE TRIGGER after_insert AFTER INSERT ON tags REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION record_rows('tag');
CREATE OR REPLACE TRIGGER after_update AFTER UPDATE ON tags REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION record_rows('tag');
CREATE OR REPLACE TRIGGER after_removal AFTER DELETE OR TRUNCATE ON tags
  FOR EACH STATEMENT EXECUTE FUNCTION record_rows('tag');

CREATE OR REPLACE FUNCTION venue_images_updated() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (SELECT FROM new_rows) THEN
    PERFORM record_change('venue', ARRAY(
      SELECT venues.id::text FROM venues JOIN new_rows ON new_rows.id = featured_image_id LIMIT 1001));
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER after_update AFTER UPDATE ON venue_images REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION venue_images_updated();

CREATE OR REPLACE TRIGGER move_updated_at BEFORE UPDATE ON venues
  FOR EACH ROW EXECUTE FUNCTION move_updated_at();

-- A venue shows the number of artworks that its gallery has for sale. Transactions that change this number do not
-- wait for each other. A transaction that assigns a venue to a gallery waits for them: this trigger locks the gallery
-- before the foreign key takes its weaker lock.
CREATE OR REPLACE FUNCTION lock_gallery_of_venue() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM FROM galleries WHERE id = NEW.gallery_id AND xmin <> pg_current_xact_id()::xid FOR UPDATE;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER before_gallery BEFORE INSERT OR UPDATE OF gallery_id ON venues FOR EACH ROW
  WHEN (NEW.gallery_id IS NOT NULL) EXECUTE FUNCTION lock_gallery_of_venue();

-- Of a venue, the document of an event contains the name.
CREATE OR REPLACE FUNCTION venues_written() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (SELECT FROM new_rows) THEN
    PERFORM FROM venue_images WHERE id = ANY (ARRAY(SELECT featured_image_id FROM new_rows))
      AND xmin <> pg_current_xact_id()::xid ORDER BY id FOR SHARE;
    PERFORM record_change('venue', ARRAY(SELECT id::text FROM new_rows LIMIT 1001));
    IF TG_OP = 'UPDATE' THEN
      PERFORM remove_event_documents(ARRAY(
        SELECT events.id FROM events JOIN new_rows ON new_rows.id = venue_id
        JOIN old_rows ON old_rows.id = new_rows.id WHERE old_rows.name <> new_rows.name));
    END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER after_insert AFTER INSERT ON venues REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION venues_written();
CREATE OR REPLACE TRIGGER after_update AFTER UPDATE ON venues REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION venues_written();
CREATE OR REPLACE TRIGGER after_removal AFTER DELETE OR TRUNCATE ON venues
  FOR EACH STATEMENT EXECUTE FUNCTION record_rows('venue');
