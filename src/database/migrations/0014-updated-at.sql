-- For the lists that are sorted by the time of the last change, and those of the records that have changed in a period.
CREATE INDEX artworks_by_updated_at ON artworks (updated_at, id) WHERE is_public;
CREATE INDEX events_by_updated_at ON events (updated_at, id) WHERE is_public;

-- Functions that have left ../schema/. A new database has none of them.
DROP FUNCTION IF EXISTS has_moved(artworks, artworks), has_moved(events, events);
