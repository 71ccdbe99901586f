-- Prepared documents: the JSON text of public records, built by the SQL expression of their resource
-- (src/read-model/documents/). They are a cache: a reader that finds no document of its format version repeats the read
-- with a statement that builds the text. So a row may be missing at any time, and both tables may be emptied at any time. A change of a
-- source row of a document removes the document.
--
-- The refresh of a document locks the source rows, and skips a document with a locked source row. A transaction that
-- changes a source row holds a lock on it until it ends. So no document is built from rows that a concurrent
-- transaction is about to change (src/read-model/documents/document-refresh.ts).
CREATE TABLE artwork_documents (
  id integer PRIMARY KEY,
  -- The format version of the document builder (src/resources.ts).
  format smallint NOT NULL,
  -- A hash of the text: different for different texts.
  digest text NOT NULL,
  -- The UTF-8 bytes of the text as Latin-1 characters (src/response-body.ts), split where the URL of the media host
  -- is to be inserted. Joining the pieces takes a fifth of the time of `replace`.
  pieces text[] NOT NULL
  -- A document is read far more often than written, so it is stored uncompressed if it fits into a page.
) WITH (toast_tuple_target = 8160);
CREATE TABLE event_documents (LIKE artwork_documents INCLUDING ALL) WITH (toast_tuple_target = 8160);

-- Removes the documents of artworks after a change of other rows. It skips artworks that the same transaction has
-- added or changed: they have no document any more, and their change is recorded.
CREATE FUNCTION remove_artwork_documents(ids integer[]) RETURNS void
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
CREATE FUNCTION remove_event_documents(ids integer[]) RETURNS void
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
