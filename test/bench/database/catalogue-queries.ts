import { runOnce, selectOnce, withClient } from './bench-database-queries.ts'
import { DOCUMENTS } from '../../../src/resources.ts'

/** The rows of ten million ids would take gigabytes. */
const IDS_PER_READ = 1_000_000

/** In ascending order. */
export function selectPublicIds(
  databaseUrl: string,
  table: 'artworks' | 'events',
): Promise<Int32Array> {
  return withClient(databaseUrl, async (client) => {
    const ids: number[] = []
    const text = `SELECT id FROM ${table} WHERE is_public AND id > $1 ORDER BY id LIMIT ${IDS_PER_READ}`
    for (;;) {
      const values = [ids.at(-1) ?? 0]
      const { rows } = await client.query<[number]>({ text, values, rowMode: 'array' })
      for (const [id] of rows) ids.push(id)
      if (rows.length < IDS_PER_READ) return Int32Array.from(ids)
    }
  })
}

/**
 * Loads the database into PostgreSQL's memory, so that no disk is measured: all of it, or, without `pg_prewarm`,
 * the stored documents.
 */
export async function readIntoMemory(databaseUrl: string): Promise<void> {
  const prewarm = await selectOnce(
    databaseUrl,
    `SELECT FROM pg_available_extensions WHERE name = 'pg_prewarm'`,
  )
  const documents = Object.values(DOCUMENTS).map(
    ({ table }) =>
      `SELECT max(length(text)) FROM (SELECT text FROM ${table} ORDER BY id) AS document;`,
  )
  await runOnce(
    databaseUrl,
    prewarm.length === 1
      ? `CREATE EXTENSION IF NOT EXISTS pg_prewarm;
         SELECT pg_prewarm(oid) FROM pg_class WHERE relkind IN ('r', 'i', 't') AND relpersistence = 'p'`
      : `SET enable_seqscan = off; ${documents.join(' ')}`,
  )
}

const RELATED = [
  'artists',
  'tags',
  'galleries',
  'artwork_categories',
  'venues',
  'event_categories',
] as const

/** The ids of records that new artworks and events can refer to. */
export type RelatedIds = Readonly<Record<(typeof RELATED)[number], readonly number[]>>

export async function selectRelatedIds(databaseUrl: string): Promise<RelatedIds> {
  const lists = RELATED.map(
    (table) => `'${table}', ARRAY(SELECT id FROM ${table} ORDER BY id LIMIT 1000)`,
  )
  const text = `SELECT json_build_object(${lists.join(', ')}) AS ids`
  const [row] = await selectOnce<{ ids: RelatedIds }>(databaseUrl, text)
  if (row === undefined) throw new Error('A SELECT has no row')
  return row.ids
}

export function addMember(databaseUrl: string, galleryId: number, username: string): Promise<void> {
  return runOnce(
    databaseUrl,
    `INSERT INTO gallery_members (gallery_id, user_id)
     SELECT $1, id FROM users WHERE username = $2 ON CONFLICT DO NOTHING`,
    [galleryId, username],
  )
}

/** If new artworks did not come last, a walk could list them. */
export async function areArtworksPast(databaseUrl: string): Promise<boolean> {
  const text = 'SELECT FROM artworks WHERE order_date >= now() LIMIT 1'
  return (await selectOnce(databaseUrl, text)).length === 0
}
