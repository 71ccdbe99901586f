-- For the filters of lists (src/lists/filters.ts).

-- The pictures that have a color are found in the index alone.
CREATE INDEX artwork_images_by_color ON artwork_image_colors (color_id, artwork_image_id);
DROP INDEX artwork_image_colors_of_color;

-- Whether one record has a sort key is looked up: to compute that of a long text takes milliseconds.
CREATE INDEX artworks_by_medium_and_id ON artworks (sort_key(medium), id);
CREATE INDEX artworks_by_city_and_id ON artworks (sort_key(city), id);
CREATE INDEX events_by_city_and_id ON events (sort_key(city), id);
DROP INDEX artworks_by_medium, artworks_by_city, events_by_city;
