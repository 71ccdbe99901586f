import { sql, type Kysely } from 'kysely'

/**
 * Where imported rows came from. `external_id` is the publisher's own, `fingerprint` a hash of what
 * was imported: equal means that reading the same file again changes nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, column, target] of SOURCED) {
    await sql
      .raw(
        `CREATE TABLE ${table} (
          source text NOT NULL,
          external_id text NOT NULL,
          ${column} integer NOT NULL UNIQUE REFERENCES ${target} ON DELETE CASCADE,
          fingerprint text NOT NULL,
          PRIMARY KEY (source, external_id)
        )`,
      )
      .execute(db)
  }
}

const SOURCED = [
  ['artist_sources', 'artist_id', 'artists'],
  ['artwork_sources', 'artwork_id', 'artworks'],
  ['venue_sources', 'venue_id', 'venues'],
  ['event_sources', 'event_id', 'events'],
] as const
