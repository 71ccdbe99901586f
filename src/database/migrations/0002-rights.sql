-- The records of a category, which a change and the deletion of the category look for.
CREATE INDEX artworks_of_category ON artworks (category_id);
CREATE INDEX events_of_category ON events (category_id);
