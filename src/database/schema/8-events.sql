-- Events: their pictures and categories.

CREATE OR REPLACE FUNCTION event_images_updated() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (SELECT FROM new_rows) THEN
    PERFORM record_change('events', '{}');
    PERFORM remove_event_documents(ARRAY(
      SELECT events.id FROM events JOIN new_rows ON new_rows.id = featured_image_id));
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER after_update AFTER UPDATE ON event_images REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION event_images_updated();

CREATE OR REPLACE TRIGGER move_updated_at BEFORE UPDATE ON event_categories
  FOR EACH ROW EXECUTE FUNCTION move_updated_at();

-- Of a category, the document of an event contains the name.
CREATE OR REPLACE FUNCTION event_categories_updated() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM record_change('event_category', NULL);
  PERFORM remove_event_documents(ARRAY(
    SELECT events.id FROM events JOIN new_rows ON new_rows.id = category_id
    JOIN old_rows ON old_rows.id = new_rows.id WHERE old_rows.name <> new_rows.name));
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER after_update AFTER UPDATE ON event_categories
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION event_categories_updated();
CREATE OR REPLACE TRIGGER after_write AFTER INSERT OR DELETE OR TRUNCATE ON event_categories
  FOR EACH STATEMENT EXECUTE FUNCTION record_all('event_category');

CREATE OR REPLACE TRIGGER keep_publish_status BEFORE INSERT OR UPDATE OF publish_status, published_at ON events
  FOR EACH ROW EXECUTE FUNCTION keep_publish_status();

CREATE OR REPLACE TRIGGER move_updated_at BEFORE UPDATE ON events
  FOR EACH ROW EXECUTE FUNCTION move_updated_at();

CREATE OR REPLACE FUNCTION events_written() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  ids integer[];
  entered integer[];
  departed integer[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    -- A new event has no document.
    ids := ARRAY(SELECT id FROM new_rows LIMIT 1001);
  ELSIF TG_OP = 'UPDATE' THEN
    ids := ARRAY(SELECT id FROM old_rows UNION SELECT id FROM new_rows);
  ELSE
    ids := ARRAY(SELECT id FROM old_rows);
  END IF;
  IF ids = '{}' THEN
    RETURN NULL;
  END IF;
  PERFORM lock_offset_index('events');
  IF TG_OP <> 'DELETE' THEN
    entered := ARRAY(
      SELECT segment.no FROM new_rows CROSS JOIN LATERAL segments_of_event(id, start_time, end_time) AS segment
      WHERE is_public);
  END IF;
  IF TG_OP <> 'INSERT' THEN
    departed := ARRAY(
      SELECT segment.no FROM old_rows CROSS JOIN LATERAL segments_of_event(id, start_time, end_time) AS segment
      WHERE is_public);
  END IF;
  PERFORM record_changed_events(ids, entered, departed);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER after_insert AFTER INSERT ON events REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION events_written();
CREATE OR REPLACE TRIGGER after_update AFTER UPDATE ON events
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION events_written();
CREATE OR REPLACE TRIGGER after_delete AFTER DELETE ON events REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION events_written();

CREATE OR REPLACE FUNCTION events_truncated() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM event_documents;
  PERFORM empty_offset_index('events');
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER after_truncate AFTER TRUNCATE ON events
  FOR EACH STATEMENT EXECUTE FUNCTION events_truncated();
