-- Triggers and functions that have left ../schema/. A new database has none of them.
DROP FUNCTION IF EXISTS record_rows(), users_updated(), images_updated(), galleries_written(), artists_written(),
  venue_images_updated(), venues_written(), artwork_images_updated(), colors_updated(), artwork_image_colors_written(),
  artwork_artists_written(), artwork_tags_written(), event_images_updated(), event_categories_updated(), events_written(),
  api_keys_stored(), artists_stored(), artwork_artists_stored(), artwork_images_stored(), artwork_tags_stored(),
  artworks_stored(), event_images_stored(), events_stored(), galleries_stored(), images_stored(), tags_stored(),
  venue_images_stored(), venues_stored() CASCADE;
DROP TRIGGER IF EXISTS after_write ON event_categories;
DROP TRIGGER IF EXISTS set_stored_by ON api_keys;
DROP TRIGGER IF EXISTS set_stored_by ON artwork_artists;
DROP TRIGGER IF EXISTS set_stored_by ON artwork_tags;
DROP FUNCTION IF EXISTS record_inventory_change(integer[], integer[]), record_list_change(text, text[], integer[], integer[]),
  segments_of_artwork(integer, timestamptz, timestamptz, timestamptz, text, integer, numeric),
  segment_of_price(integer, numeric), segments_of_event(integer, timestamptz, timestamptz);
