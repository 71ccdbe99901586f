import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from '../../src/database/tables.ts'
import { DOCUMENTS } from '../../src/resources.ts'
import { withConnections } from '../task-database.ts'
import { BASE_DATE } from './random.ts'

/** Only one process loads at a time. */
const LOAD_LOCK = 5_432_019

/**
 * Waits for another load of this database, and keeps later ones out while `session` lasts. Its commits need not reach the
 * disk at once: what a crash loses is loaded again.
 */
export async function beginLoad(session: Kysely<Database>): Promise<void> {
  await sql`SET synchronous_commit = off`.execute(session)
  await sql`SELECT pg_advisory_lock(${LOAD_LOCK})`.execute(session)
}

/** Inserts the rows in one statement; the first one's keys are the columns of all. */
export async function insertRows(
  db: Kysely<Database>,
  table: keyof Database,
  rows: readonly object[],
  onConflict: RawBuilder<unknown> = sql``,
): Promise<void> {
  if (rows.length === 0) return
  const columns = columnsOf(rows)
  await sql`INSERT INTO ${sql.table(table)} (${columns})
    SELECT ${columns} FROM json_populate_recordset(NULL::${sql.table(table)}, ${JSON.stringify(rows)})
    ${onConflict}`.execute(db)
}

function columnsOf(rows: readonly object[]): RawBuilder<unknown> {
  return sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)))
}

export async function selectIdsBySlug(
  db: Kysely<Database>,
  table: 'galleries' | 'artists' | 'venues' | 'artworks' | 'events',
  slugs: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ slug: string; id: number }>`
    SELECT slug, id FROM ${sql.table(table)} WHERE slug = ANY(${slugs}::text[])`.execute(db)
  return new Map(rows.map(({ slug, id }) => [slug, id]))
}

/**
 * Adds the rows that are missing. One that somebody else has added under the same name serves as well.
 * @param isSame a condition on `existing` and `listed`.
 * @returns the ids of all of them, in the order of the list.
 */
export async function ensureListed(
  db: Kysely<Database>,
  table: 'tags' | 'colors' | 'event_categories' | 'artwork_categories',
  rows: readonly object[],
  isSame = sql`existing.name = listed.name`,
): Promise<number[]> {
  const columns = columnsOf(rows)
  const listed = sql`(SELECT place, (jsonb_populate_record(NULL::${sql.table(table)}, value)).*
    FROM jsonb_array_elements(${JSON.stringify(rows)}::jsonb) WITH ORDINALITY AS row (value, place)) AS listed`
  const existing = sql`SELECT id FROM ${sql.table(table)} AS existing WHERE ${isSame}`
  await sql`INSERT INTO ${sql.table(table)} (${columns}) SELECT ${columns} FROM ${listed}
    WHERE NOT EXISTS (${existing}) ORDER BY place`.execute(db)
  const ids = await sql<{ id: number }>`
    SELECT (${existing} LIMIT 1) AS id FROM ${listed} ORDER BY place`.execute(db)
  return ids.rows.map(({ id }) => id)
}

export const SAME_COLOR = sql`existing.name = listed.name
  OR (existing.red, existing.green, existing.blue) = (listed.red, listed.green, listed.blue)`
export const SAME_EVENT_CATEGORY = sql`existing.slug = listed.slug OR existing.name = listed.name`

/** The currencies with a rate of the base date. */
export async function selectCurrencies(db: Kysely<Database>): Promise<Set<string>> {
  const { rows } = await sql<{ currency: string }>`
    SELECT currency FROM exchange_rates WHERE rate_date = ${BASE_DATE}`.execute(db)
  return new Set(rows.map(({ currency }) => currency))
}

const TABLES = [
  'users images galleries artists venue_images venues event_images events artwork_images',
  'artwork_image_colors artworks artwork_artists artwork_tags artwork_prices artwork_counts',
  ...Object.values(DOCUMENTS).map(({ table }) => table),
].flatMap((names) => names.split(' '))

/**
 * Updates the statistics and the visibility map, which index-only scans need.
 * @throws the reason of `signal`.
 */
export async function vacuumCatalogue(databaseUrl: string, signal: AbortSignal): Promise<void> {
  await withConnections(databaseUrl, 1, async (db) => {
    for (const table of TABLES) {
      signal.throwIfAborted()
      await sql`VACUUM (ANALYZE) ${sql.table(table)}`.execute(db)
    }
  })
}

/** Whether a gallery, an artwork or an event belongs to a user who is not of the demo (users.ts). */
export function hasOtherRecords(databaseUrl: string): Promise<boolean> {
  return withConnections(databaseUrl, 1, async (db) => {
    const { rows } = await sql`SELECT FROM users WHERE username NOT LIKE 'member-%' AND (
      id IN (SELECT owner_id FROM galleries) OR
      id IN (SELECT author_id FROM artworks) OR
      id IN (SELECT author_id FROM events)
    ) LIMIT 1`.execute(db)
    return rows.length > 0
  })
}
