-- The initial rows of every database: the categories of the contract and the placeholder pictures. Their timestamps
-- are fixed, so that they are equal on every machine.

INSERT INTO artwork_categories (name, created_at, updated_at)
SELECT name, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'
FROM unnest(ARRAY['Prints', 'Paintings', 'Works On Paper', 'Photography', 'Sculptures And Ceramics'])
  AS category (name);
INSERT INTO event_categories (slug, name, description, created_at, updated_at) VALUES
  ('gallery-shows', 'Gallery Shows', 'Exhibitions at galleries and museums.',
    '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z');

-- Both pictures get the id 1, the default of `featured_image_id` of artworks and events.
INSERT INTO users (id, username, slug, email) VALUES
  ('7f1e0f3a-52a5-4f0c-8a52-1d7f0c2b9a10', 'marketplace', 'marketplace', '');
INSERT INTO artwork_images (created_at, updated_at, alt_text, thumbnail_small, thumbnail, full_size,
  thumbnail_webp, full_size_webp, thumbnail_small_webp)
VALUES ('2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z', 'No picture yet', '/placeholder.svg',
  '/placeholder.svg', '/placeholder.svg', '/placeholder.svg', '/placeholder.svg', '/placeholder.svg');
INSERT INTO event_images (created_at, updated_at, alt_text, uploaded_by, crop_small_webp,
  crop_smallest_webp, full_size, crop_small, crop_big, full_size_webp, crop_medium, crop_medium_webp,
  crop_big_webp, crop_smallest)
VALUES ('2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z', 'No picture yet',
  '7f1e0f3a-52a5-4f0c-8a52-1d7f0c2b9a10', '/placeholder.svg', '/placeholder.svg', '/placeholder.svg',
  '/placeholder.svg', '/placeholder.svg', '/placeholder.svg', '/placeholder.svg', '/placeholder.svg',
  '/placeholder.svg', '/placeholder.svg');
