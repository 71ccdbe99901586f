-- Stored documents: the JSON text of a public record, made by the SQL expression of its declaration
-- (src/documents/). They are a store, not a source: a reader that finds none of its format makes the text in
-- its own statement. So rows may be missing at any time, and both tables may be emptied at any time. A change
-- of the sources of a document removes its row.
--
-- The store of a document locks the rows that it is made of and passes over rows that are locked. A
-- transaction that changes a source holds one of them until it ends. So a document is never made of what
-- another transaction is about to change (src/read-model/documents/document-refresh.ts).
CREATE TABLE artwork_documents (
  id integer PRIMARY KEY,
  -- Of the declaration that made the text (src/resources.ts).
  format smallint NOT NULL,
  -- Differs whenever the text does.
  digest text NOT NULL,
  -- The text's UTF-8 bytes as characters (src/contract/response-body.ts): what comes before the media host, between one
  -- place of it and the next, and after it. To join these takes a fifth of the time of `replace`.
  pieces text[] NOT NULL
  -- Read far more often than written: as it is, as long as it fits a page.
) WITH (toast_tuple_target = 8160);
CREATE TABLE event_documents (LIKE artwork_documents INCLUDING ALL) WITH (toast_tuple_target = 8160);

-- Removes the documents of artworks of which other rows have changed. An artwork that this very transaction
-- has added or changed has no document, and is recorded already.
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

-- The same of events.
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
