import { sql, type Kysely } from 'kysely'
import type { Database } from '../../../../src/database/tables.ts'

const TABLES = [
  'users',
  'galleries',
  'artists',
  'artist_sources',
  'artworks',
  'artwork_sources',
  'artwork_artists',
  'artwork_images',
  'artwork_categories',
  'venues',
  'venue_sources',
  'events',
  'event_sources',
  'tags',
  'exchange_rates',
]

/** Changes with every row that is written or deleted in a table that imports write. */
export async function rowVersions(db: Kysely<Database>): Promise<unknown> {
  const tables = TABLES.map(
    (table) =>
      sql`SELECT ${table}::text AS name, xmin::text::bigint AS version FROM ${sql.table(table)}`,
  )
  const { rows } = await sql`
    SELECT name, count(*), sum(version) FROM (${sql.join(tables, sql` UNION ALL `)}) AS written
    GROUP BY name ORDER BY name`.execute(db)
  return rows
}
