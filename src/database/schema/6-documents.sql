-- Prepared documents: the removal of those that a change outdates.

-- Removes the documents of artworks after a change of other rows. It skips artworks that the same transaction has
-- added or changed: they have no document any more, and their change is recorded.
CREATE OR REPLACE FUNCTION remove_artwork_documents(ids integer[]) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  affected integer[] := ARRAY(
    SELECT id FROM artworks WHERE id = ANY (ids) AND xmin <> pg_current_xact_id()::xid
    ORDER BY id FOR KEY SHARE);
BEGIN
  IF affected <> '{}' THEN
    DELETE FROM artwork_documents WHERE id = ANY (affected);
    PERFORM record_change('artworks', affected::text[]);
  END IF;
END $$;

-- The same for events.
CREATE OR REPLACE FUNCTION remove_event_documents(ids integer[]) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  affected integer[] := ARRAY(
    SELECT id FROM events WHERE id = ANY (ids) AND xmin <> pg_current_xact_id()::xid
    ORDER BY id FOR KEY SHARE);
BEGIN
  IF affected <> '{}' THEN
    DELETE FROM event_documents WHERE id = ANY (affected);
    PERFORM record_change('events', affected::text[]);
  END IF;
END $$;
