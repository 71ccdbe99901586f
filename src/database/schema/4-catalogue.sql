-- The rules of records, and the records beside the listings: users, galleries, artists, tags, venues, categories, keys.

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
DO $do$
DECLARE
  versioned text;
BEGIN
  FOR versioned IN
    SELECT unnest('{artworks,events}'::text[]) UNION ALL
    -- The tables of records with a name; not those of other roles, on which only their owners may make a trigger.
    SELECT relname FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
    WHERE relnamespace = quote_ident(current_schema())::regnamespace AND relkind = 'r' AND attname = 'name_sort_key'
      AND relowner = (SELECT relowner FROM pg_class WHERE oid = 'artworks'::regclass)
  LOOP
    EXECUTE format('CREATE OR REPLACE TRIGGER move_updated_at BEFORE UPDATE ON %I
      FOR EACH ROW EXECUTE FUNCTION move_updated_at()', versioned);
  END LOOP;
END $do$;

-- Processes cache these records by id, embedded records included. A change is recorded for each record that embeds the row,
-- and even if this transaction sees none, because a concurrent transaction may be adding a reference.

SELECT on_change('users', $$
    PERFORM record_change('user', ARRAY(SELECT id::text FROM written LIMIT 1001));
    IF TG_OP = 'UPDATE' THEN
      PERFORM record_change('gallery', ARRAY(
        SELECT galleries.id::text FROM galleries JOIN new_rows ON new_rows.id = owner_id LIMIT 1001));
    END IF;
$$);

SELECT on_change('images', $$
    IF TG_OP = 'UPDATE' THEN
      PERFORM record_change('gallery', ARRAY(
        SELECT galleries.id::text FROM galleries JOIN new_rows ON new_rows.id = featured_image_id LIMIT 1001));
      PERFORM record_change('artist', ARRAY(
        SELECT artists.id::text FROM artists JOIN new_rows ON new_rows.id = featured_image_id LIMIT 1001));
    END IF;
$$);

SELECT on_change('galleries', $$
    IF TG_OP <> 'DELETE' THEN
      PERFORM FROM users WHERE id = ANY (ARRAY(SELECT owner_id FROM new_rows))
        AND xmin <> pg_current_xact_id()::xid ORDER BY id FOR SHARE;
      PERFORM FROM images WHERE id = ANY (ARRAY(SELECT featured_image_id FROM new_rows))
        AND xmin <> pg_current_xact_id()::xid ORDER BY id FOR SHARE;
    END IF;
    PERFORM record_change('gallery', ARRAY(SELECT id::text FROM written LIMIT 1001));
$$);

SELECT on_change('artists', $$
    IF TG_OP <> 'DELETE' THEN
      PERFORM FROM images WHERE id = ANY (ARRAY(SELECT featured_image_id FROM new_rows))
        AND xmin <> pg_current_xact_id()::xid ORDER BY id FOR SHARE;
    END IF;
    PERFORM record_change('artist', ARRAY(SELECT id::text FROM written LIMIT 1001));
$$);

SELECT on_change('tags', $$
    PERFORM record_change('tag', ARRAY(SELECT id::text FROM written LIMIT 1001));
$$);

SELECT on_change('venue_images', $$
    IF TG_OP = 'UPDATE' THEN
      PERFORM record_change('venue', ARRAY(
        SELECT venues.id::text FROM venues JOIN new_rows ON new_rows.id = featured_image_id LIMIT 1001));
    END IF;
$$);

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

-- Of a venue, the document of an event contains the name and the coordinates.
SELECT on_change('venues', $$
    IF TG_OP <> 'DELETE' THEN
      PERFORM FROM venue_images WHERE id = ANY (ARRAY(SELECT featured_image_id FROM new_rows))
        AND xmin <> pg_current_xact_id()::xid ORDER BY id FOR SHARE;
    END IF;
    PERFORM record_change('venue', ARRAY(SELECT id::text FROM written LIMIT 1001));
    IF TG_OP = 'UPDATE' THEN
      PERFORM remove_event_documents(ARRAY(
        SELECT events.id FROM events JOIN new_rows ON new_rows.id = venue_id
        JOIN old_rows ON old_rows.id = new_rows.id
        WHERE (old_rows.name, old_rows.latitude, old_rows.longitude)
          IS DISTINCT FROM (new_rows.name, new_rows.latitude, new_rows.longitude)));
    END IF;
$$);

SELECT on_change('artwork_categories', $$
    PERFORM record_change('artwork_category', ARRAY(SELECT id::text FROM written LIMIT 1001));
$$);
SELECT on_change('artwork_category_collectors', $$
    PERFORM record_change('artwork_category', ARRAY(SELECT DISTINCT category_id::text FROM changed LIMIT 1001));
$$);
CREATE OR REPLACE TRIGGER after_truncate AFTER TRUNCATE ON artwork_category_collectors
  FOR EACH STATEMENT EXECUTE FUNCTION record_all('artwork_category');

-- Of a category, the document of an event contains the name.
SELECT on_change('event_categories', $$
    PERFORM record_change('event_category', ARRAY(SELECT id::text FROM written LIMIT 1001));
    IF TG_OP = 'UPDATE' THEN
      PERFORM remove_event_documents(ARRAY(
        SELECT events.id FROM events JOIN new_rows ON new_rows.id = category_id
        JOIN old_rows ON old_rows.id = new_rows.id WHERE old_rows.name <> new_rows.name));
    END IF;
$$);

-- Only the bytes of API keys count, which no update changes.
SELECT on_change('api_keys', '', '{INSERT,DELETE}');
