import pg from 'pg'
import type { Database } from '../../src/database/tables.ts'
import { DOCUMENTS } from '../../src/resources.ts'

const FILLED: readonly (keyof Database)[] = [
  'users',
  'images',
  'galleries',
  'artists',
  'venue_images',
  'venues',
  'artwork_images',
  'artwork_image_colors',
  'artworks',
  'artwork_prices',
  'artwork_artists',
  'artwork_tags',
  'event_images',
  'events',
]

/** Tells the planner what was loaded and lets it read indexes alone. */
export async function vacuumCatalogue(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const documents = Object.values(DOCUMENTS).map(({ table }) => table)
    await client.query(`VACUUM (ANALYZE) ${[...FILLED, ...documents].join(', ')}`)
  } finally {
    await client.end()
  }
}
