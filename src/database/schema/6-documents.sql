-- Prepared documents: the JSON text of a public record, made by the SQL expression of its resource
-- (src/read-model/documents/). They are a cache: a reader that finds none of its format version builds the text in
-- its own statement. So rows may be missing at any time, and both tables may be emptied at any time. A change of a
-- row that a document is made of removes the document.
--
-- The refresh of a document locks the rows that it is made of and skips locked rows. A transaction that changes
-- one of them holds its lock until it ends. So no document is built from rows that a concurrent transaction is
-- about to change (src/read-model/documents/document-refresh.ts).
CREATE TABLE artwork_documents (
  id integer PRIMARY KEY,
  -- The format version of the document builder (src/resources.ts).
  format smallint NOT NULL,
  -- Differs whenever the text does.
  digest text NOT NULL,
  -- The UTF-8 bytes of the text as Latin-1 characters (src/response-body.ts), split at each place of the media host.
  -- Joining the pieces takes a fifth of the time of `replace`.
  pieces text[] NOT NULL
  -- Read far more often than written: stored uncompressed as long as it fits a page.
) WITH (toast_tuple_target = 8160);
CREATE TABLE event_documents (LIKE artwork_documents INCLUDING ALL) WITH (toast_tuple_target = 8160);

-- Removes the documents of artworks after a change of other rows. An artwork that the same transaction has added or
-- changed has no document, and its change is recorded.
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
