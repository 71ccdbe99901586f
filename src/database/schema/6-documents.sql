-- Prepared documents: the removal of those that a change outdates, and their formats.

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

-- The same for events. It waits for no transaction that has changed one of them: such a transaction, which can be a long
-- batch, removes the document when it commits. So nobody waits for it to rename a venue.
CREATE OR REPLACE FUNCTION remove_event_documents(ids integer[]) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  affected integer[] := ARRAY(
    SELECT id FROM events WHERE id = ANY (ids) AND xmin <> pg_current_xact_id()::xid);
BEGIN
  IF affected <> '{}' THEN
    PERFORM record_changed_events(affected);
  END IF;
END $$;

-- Records changed events. Their documents are removed when the transaction commits, or at once if there are so many that
-- the entry of the change log does not have their ids. Until the end of the transaction, nobody can store a document that
-- outlives it: the transaction has locked the event, or the venue, category or picture that it has changed.
CREATE OR REPLACE FUNCTION record_changed_events(
  changed integer[], entered integer[] DEFAULT '{}', departed integer[] DEFAULT '{}'
) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF cardinality(changed) > 1000 THEN
    DELETE FROM event_documents WHERE id = ANY (changed);
  END IF;
  PERFORM record_change('events', changed::text[], segments, deltas) FROM moved_rows(entered, departed);
END $$;

-- In the order of the ids, so that two transactions do not wait for each other.
CREATE OR REPLACE FUNCTION remove_documents_of_change() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM event_documents WHERE id = ANY (ARRAY(
    SELECT id FROM event_documents WHERE id = ANY (NEW.ids::integer[]) ORDER BY id FOR UPDATE));
  RETURN NULL;
END $$;

-- Records that not all documents of a list have the same format any more. Releases that know nothing of the table
-- `format_of_documents` store documents, too, so it is no process that does it.
CREATE OR REPLACE FUNCTION record_other_formats() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE format_of_documents AS stored SET revision = revision + 1, is_complete = false
  WHERE list = TG_ARGV[0] AND EXISTS (
    SELECT FROM new_rows WHERE (new_rows.format, new_rows.media_url) IS DISTINCT FROM (stored.format, stored.media_url)
      OR new_rows.public_url <> stored.public_url);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER record_inserted_formats AFTER INSERT ON artwork_documents
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_other_formats('artworks');
CREATE OR REPLACE TRIGGER record_updated_formats AFTER UPDATE ON artwork_documents
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_other_formats('artworks');
CREATE OR REPLACE TRIGGER record_inserted_formats AFTER INSERT ON event_documents
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_other_formats('events');
CREATE OR REPLACE TRIGGER record_updated_formats AFTER UPDATE ON event_documents
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_other_formats('events');
