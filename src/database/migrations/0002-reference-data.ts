import { sql, type Kysely } from 'kysely'

/** What every database starts with: the categories of the interface and the placeholder pictures. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [CATEGORIES, PLACEHOLDER_IMAGES]) {
    await sql.raw(part).execute(db)
  }
}

/** Fixed, so that the same data is the same on every machine. */
const CREATED_AT = `'2026-01-01T00:00:00Z'::instant`

const CATEGORIES = `
  INSERT INTO artwork_categories (name, created_at, updated_at)
    SELECT name, ${CREATED_AT}, ${CREATED_AT}
    FROM unnest(ARRAY['Prints', 'Paintings', 'Works On Paper', 'Photography',
      'Sculptures And Ceramics']) name;
  INSERT INTO event_categories (slug, name, description, created_at, updated_at) VALUES
    ('gallery-shows', 'Gallery Shows', 'Exhibitions at galleries and museums.', ${CREATED_AT},
      ${CREATED_AT});
`

/** Both get the id 1: a record without a picture of its own shows the one or the other. */
const PLACEHOLDER_IMAGES = `
  INSERT INTO users (id, username, slug, email) VALUES
    ('7f1e0f3a-52a5-4f0c-8a52-1d7f0c2b9a10', 'marketplace', 'marketplace', '');
  INSERT INTO colors (name, red, green, blue) VALUES
    ('White Smoke', 245, 245, 245), ('Light Gray', 211, 211, 211), ('Dark Gray', 169, 169, 169);
  INSERT INTO artwork_images (created_at, updated_at, alt_text, thumbnail_small, thumbnail,
    full_size, thumbnail_webp, full_size_webp, thumbnail_small_webp)
  VALUES (${CREATED_AT}, ${CREATED_AT}, 'No picture yet', '/placeholder.svg', '/placeholder.svg',
    '/placeholder.svg', '/placeholder.svg', '/placeholder.svg', '/placeholder.svg');
  INSERT INTO artwork_image_colors (artwork_image_id, position, color_id)
    SELECT 1, id - 1, id FROM colors;
  ALTER TABLE artworks ALTER featured_image_id SET DEFAULT 1;
  INSERT INTO event_images (created_at, updated_at, alt_text, uploaded_by, crop_small_webp,
    crop_smallest_webp, full_size, crop_small, crop_big, full_size_webp, crop_medium,
    crop_medium_webp, crop_big_webp, crop_smallest)
  VALUES (${CREATED_AT}, ${CREATED_AT}, 'No picture yet', '7f1e0f3a-52a5-4f0c-8a52-1d7f0c2b9a10',
    '/placeholder.svg', '/placeholder.svg', '/placeholder.svg', '/placeholder.svg',
    '/placeholder.svg', '/placeholder.svg', '/placeholder.svg', '/placeholder.svg',
    '/placeholder.svg', '/placeholder.svg');
  ALTER TABLE events ALTER featured_image_id SET DEFAULT 1;
`
