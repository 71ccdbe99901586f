-- A record that takes another name does not wait for transactions that refer to it, such as batches: PostgreSQL counts the
-- columns of a partial index as no key of the row, so their locks (FOR KEY SHARE) do not conflict with the change.
ALTER TABLE tags DROP CONSTRAINT tags_name_key;
CREATE UNIQUE INDEX tags_name_key ON tags (name) WHERE name IS NOT NULL;
ALTER TABLE artwork_categories DROP CONSTRAINT artwork_categories_name_key;
CREATE UNIQUE INDEX artwork_categories_name_key ON artwork_categories (name) WHERE name IS NOT NULL;
ALTER TABLE event_categories DROP CONSTRAINT event_categories_name_key;
CREATE UNIQUE INDEX event_categories_name_key ON event_categories (name) WHERE name IS NOT NULL;

-- Removes the documents of changed events at the end of the transaction (../schema/6-documents.sql). PostgreSQL can replace
-- the function later, but not a trigger that is deferred.
CREATE FUNCTION remove_documents_of_change() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$ BEGIN RETURN NULL; END $$;
CREATE CONSTRAINT TRIGGER remove_documents AFTER INSERT ON change_log DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.subject = 'events' AND NEW.ids <> '{}') EXECUTE FUNCTION remove_documents_of_change();
