-- Events and their pictures.

SELECT on_change('event_images', $$
    IF TG_OP = 'UPDATE' THEN
      PERFORM record_change('events', '{}');
      PERFORM remove_event_documents(ARRAY(
        SELECT events.id FROM events JOIN new_rows ON new_rows.id = featured_image_id));
    END IF;
$$);

CREATE OR REPLACE TRIGGER keep_publish_status BEFORE INSERT OR UPDATE OF publish_status, published_at ON events
  FOR EACH ROW EXECUTE FUNCTION keep_publish_status();

SELECT on_change('events', $$
    DECLARE
      entered integer[];
      departed integer[];
    BEGIN
      PERFORM lock_offset_index('events');
      IF TG_OP <> 'DELETE' THEN
        entered := ARRAY(
          SELECT segment.no FROM new_rows CROSS JOIN LATERAL segments_of(new_rows::events) AS segment WHERE is_public);
      END IF;
      IF TG_OP <> 'INSERT' THEN
        departed := ARRAY(
          SELECT segment.no FROM old_rows CROSS JOIN LATERAL segments_of(old_rows::events) AS segment WHERE is_public);
      END IF;
      PERFORM record_changed_events(ARRAY(SELECT DISTINCT id FROM changed), entered, departed);
    END;
$$);

CREATE OR REPLACE FUNCTION events_truncated() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM event_documents;
  PERFORM empty_offset_index('events');
  PERFORM record_change(subject, NULL) FROM unnest(ARRAY['venue', 'event_category']) AS subject;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER after_truncate AFTER TRUNCATE ON events
  FOR EACH STATEMENT EXECUTE FUNCTION events_truncated();
