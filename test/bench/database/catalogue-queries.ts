import { withClient } from './bench-database-queries.ts'
import { DOCUMENTS } from '../../../src/resources.ts'

/** In ascending order. */
export function selectPublicIds(
  databaseUrl: string,
  table: 'artworks' | 'events',
): Promise<Int32Array> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<[number]>({
      text: `SELECT id FROM ${table} WHERE is_public ORDER BY id`,
      rowMode: 'array',
    })
    return Int32Array.from(rows, ([id]) => id)
  })
}

/**
 * Loads the database into PostgreSQL's memory, so that no disk is measured: all of it, or, without `pg_prewarm`,
 * the stored documents.
 */
export function readIntoMemory(databaseUrl: string): Promise<void> {
  return withClient(databaseUrl, async (client) => {
    const { rowCount } = await client.query(
      `SELECT FROM pg_available_extensions WHERE name = 'pg_prewarm'`,
    )
    if (rowCount === 1) {
      await client.query('CREATE EXTENSION IF NOT EXISTS pg_prewarm')
      await client.query(
        `SELECT pg_prewarm(oid) FROM pg_class WHERE relkind IN ('r', 'i', 't') AND relpersistence = 'p'`,
      )
      return
    }
    await client.query('SET enable_seqscan = off')
    for (const { table } of Object.values(DOCUMENTS)) {
      await client.query(
        `SELECT max(length(text)) FROM (SELECT text FROM ${table} ORDER BY id) AS document`,
      )
    }
  })
}

/** The ids of records that new artworks and events can refer to. */
export interface RelatedIds {
  readonly artists: readonly number[]
  readonly tags: readonly number[]
  readonly galleries: readonly number[]
  readonly artwork_categories: readonly number[]
  readonly venues: readonly number[]
  readonly event_categories: readonly number[]
}

const RELATED: readonly (keyof RelatedIds)[] = [
  'artists',
  'tags',
  'galleries',
  'artwork_categories',
  'venues',
  'event_categories',
]

export function selectRelatedIds(databaseUrl: string): Promise<RelatedIds> {
  return withClient(databaseUrl, async (client) => {
    const select = async (table: string): Promise<[string, number[]]> => {
      const { rows } = await client.query<{ id: number }>(`SELECT id FROM ${table} LIMIT 1000`)
      return [table, rows.map(({ id }) => id)]
    }
    const lists: [string, number[]][] = []
    for (const table of RELATED) lists.push(await select(table))
    return Object.fromEntries(lists) as unknown as RelatedIds
  })
}

/** Makes a user a member of a gallery. */
export function addMember(databaseUrl: string, galleryId: number, username: string): Promise<void> {
  return withClient(databaseUrl, async (client) => {
    await client.query(
      `INSERT INTO gallery_members (gallery_id, user_id)
       SELECT $1, id FROM users WHERE username = $2 ON CONFLICT DO NOTHING`,
      [galleryId, username],
    )
  })
}

/** If new artworks did not come last, a walk could list them. */
export function selectLatestOrderDate(databaseUrl: string): Promise<{ isPast: boolean }> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ isPast: boolean }>(
      `SELECT coalesce(max(order_date) < now(), true) AS "isPast" FROM artworks`,
    )
    return rows[0] ?? { isPast: true }
  })
}
