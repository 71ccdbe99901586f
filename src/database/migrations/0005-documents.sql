-- Prepared documents as whole texts. Documents of earlier formats have `pieces`, those of later ones have `text`, which is
-- the UTF-8 bytes of the text as Latin-1 characters (src/response-body.ts). The format of a text is the number of its
-- builder and the URL of the media host, which the text contains.
ALTER TABLE artwork_documents ALTER COLUMN pieces DROP NOT NULL, ADD COLUMN media_url text, ADD COLUMN text text;
ALTER TABLE event_documents ALTER COLUMN pieces DROP NOT NULL, ADD COLUMN media_url text, ADD COLUMN text text;

-- The format in which the documents of a list are stored now: that of the process that began to store them last
-- (src/read-model/documents/document-refresh.ts).
CREATE TABLE format_of_documents (
  list text PRIMARY KEY,
  format smallint NOT NULL,
  media_url text NOT NULL,
  -- Increases when another format takes the place, and whenever a document of another format is stored.
  revision integer NOT NULL DEFAULT 1,
  -- Whether all stored documents have this format: a search since the last revision has replaced all others.
  is_complete boolean NOT NULL DEFAULT false
);
