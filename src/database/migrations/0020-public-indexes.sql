-- A read of the public costs nothing for records that are not public: the indexes that it reads have public rows only, or have
-- them apart.

-- 4-search.sql defines others.
DROP FUNCTION IF EXISTS found_artworks(text), found_events(text), artworks_with(text, boolean), events_with(text, boolean),
  search_conditions(text, boolean);

-- Each look-up of a word reads the list of rows that are not in the index yet, and a misspelt word takes up to 1,400 look-ups.
-- So the list is short, and names, which are few and short, have none.
DROP INDEX artworks_by_words, events_by_words;
CREATE INDEX artworks_by_words ON artworks USING gin (words_of_artwork(title, medium))
  WITH (gin_pending_list_limit = 64) WHERE is_public;
CREATE INDEX artworks_not_public_by_words ON artworks USING gin (words_of_artwork(title, medium))
  WITH (gin_pending_list_limit = 64) WHERE NOT is_public;
CREATE INDEX events_by_words ON events USING gin (words_of_event(title, city, content))
  WITH (gin_pending_list_limit = 64) WHERE is_public;
CREATE INDEX events_not_public_by_words ON events USING gin (words_of_event(title, city, content))
  WITH (gin_pending_list_limit = 64) WHERE NOT is_public;

DO $$
DECLARE
  of_names text;
BEGIN
  FOREACH of_names IN ARRAY ARRAY['artists_by_words', 'galleries_by_words', 'tags_by_words', 'venues_by_words'] LOOP
    EXECUTE format('ALTER INDEX %I SET (fastupdate = off)', of_names);
    PERFORM gin_clean_pending_list(of_names::regclass);
  END LOOP;
END $$;

DROP INDEX artworks_by_medium, artworks_by_city, events_by_city;
CREATE INDEX artworks_by_medium ON artworks (sort_key(medium)) WHERE is_public;
CREATE INDEX artworks_by_city ON artworks (sort_key(city)) WHERE is_public;
CREATE INDEX events_by_city ON events (sort_key(city)) WHERE is_public;

-- Foreign keys need them, too.
DROP INDEX artworks_of_gallery, artworks_of_category, events_of_venue, events_of_category;
CREATE INDEX artworks_of_gallery ON artworks (gallery_id, is_public);
CREATE INDEX artworks_of_category ON artworks (category_id, is_public);
CREATE INDEX events_of_venue ON events (venue_id, is_public);
CREATE INDEX events_of_category ON events (category_id, is_public);

-- For the sitemap, which finds the next public record after an id.
CREATE INDEX artworks_by_id ON artworks (id) WHERE is_public;
CREATE INDEX events_by_id ON events (id) WHERE is_public;
