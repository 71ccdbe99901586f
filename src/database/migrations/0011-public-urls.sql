-- A document also contains the public URL, where the placeholder picture is. Earlier releases leave these columns NULL.
ALTER TABLE artwork_documents ADD COLUMN public_url text;
ALTER TABLE event_documents ADD COLUMN public_url text;
ALTER TABLE format_of_documents ADD COLUMN public_url text;
