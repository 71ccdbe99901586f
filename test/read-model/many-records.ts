import { sql, type Kysely } from 'kysely'
import type { Database } from '../../src/database/tables.ts'

// Each in one statement, as copies of one that is there, with many equal keys.

export async function makeManyArtworks(db: Kysely<Database>, count: number): Promise<void> {
  await sql`
    INSERT INTO artworks (title, slug, gallery_id, units, category_id, price, price_currency,
      price_display, publish_status, published_at, order_date, created_at, views_count)
    SELECT 'Title ' || number % 97, 'many-' || number, gallery_id, units, category_id,
      CASE WHEN number % 3 > 0 THEN number % 53 END, 'USD',
      CASE WHEN number % 3 > 0 THEN 'show price' ELSE 'price on request' END, 'published',
      ${day('number % 41')}, ${day('number % 43')}, ${day('number % 47')}, number % 31
    FROM generate_series(1, ${count}::integer) AS number, (SELECT * FROM artworks LIMIT 1) AS one`.execute(
    db,
  )
}

export async function makeManyEvents(db: Kysely<Database>, count: number): Promise<void> {
  await sql`
    INSERT INTO events (author_id, venue_id, category_id, featured_image_id, publish_status, slug,
      title, start_time, end_time)
    SELECT author_id, venue_id, category_id, featured_image_id, 'published', 'many-' || number,
      'Event', ${day('number % 41')}, ${day('number % 41 + number % 7')}
    FROM generate_series(1, ${count}::integer) AS number, (SELECT * FROM events LIMIT 1) AS one`.execute(
    db,
  )
}

/** A moment in 2024, so many days after its first. */
const day = (number: string) =>
  sql.raw(`timestamptz '2024-01-01T00:00:00Z' + (${number}) * interval '1 day'`)
