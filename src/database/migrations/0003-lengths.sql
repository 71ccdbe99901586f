-- The lengths of prepared documents, by which a page of long ones ends early without reading those after its end. NULL for
-- a document that the release before this migration has stored.
ALTER TABLE artwork_documents ADD COLUMN length integer;
ALTER TABLE event_documents ADD COLUMN length integer;
