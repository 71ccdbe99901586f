-- The pictures that have a color are found in the index alone (src/lists/filters.ts).
CREATE INDEX artwork_images_by_color ON artwork_image_colors (color_id, artwork_image_id);
DROP INDEX artwork_image_colors_of_color;
