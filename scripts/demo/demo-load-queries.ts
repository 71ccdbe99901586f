import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { from } from 'pg-copy-streams'
import { createPool } from '../../src/database/pool.ts'
import type { Database } from '../../src/database/tables.ts'
import { DOCUMENTS } from '../../src/resources.ts'
import { withConnections } from '../task-database.ts'

/** Only one process loads at a time. */
const LOAD_LOCK = 5_432_019
const CONNECTIONS = 3

/** A pool whose commits need not reach the disk at once: what a crash loses is loaded again. */
export function createLoadPool(databaseUrl: string): pg.Pool {
  const pool = createPool({
    databaseUrl,
    poolSize: CONNECTIONS,
    statementTimeoutMs: 0,
    isPipelining: false,
    onConnectionError: () => {},
  })
  pool.on('connect', (client) => {
    void client.query('SET synchronous_commit = off')
  })
  return pool
}

/** Runs `work` while no other load runs on this database. */
export async function withLoadLock<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  return withClient(pool, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [LOAD_LOCK])
    try {
      return await work(client)
    } finally {
      await client.query('SELECT pg_advisory_unlock($1)', [LOAD_LOCK])
    }
  })
}

/** All of `work` or nothing of it. */
export async function inTransaction<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  return withClient(pool, async (client) => {
    await client.query('BEGIN')
    const result = await work(client)
    await client.query('COMMIT')
    return result
  })
}

/** A client that failed is not used again: what it was doing ends with its connection. */
async function withClient<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    const result = await work(client)
    client.release()
    return result
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** The tables that hold most rows of a catalogue. */
const LARGE_TABLES = 'artwork_images, artwork_image_colors, artworks, artwork_artists, artwork_tags'
const OTHER_TABLES =
  'users, images, galleries, artists, venue_images, venues, artwork_prices, artwork_counts, event_images, events'

/** Statements that drop the foreign keys and secondary indexes, and those that restore them. */
const DEFERRABLE = `
  SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS dropping,
    format('ALTER TABLE %s ADD CONSTRAINT %I %s',
      conrelid::regclass, conname, pg_get_constraintdef(oid)) AS restoring
  FROM pg_constraint WHERE contype = 'f' AND conrelid = ANY ($1::regclass[])
  UNION ALL
  SELECT format('DROP INDEX %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
  FROM pg_index WHERE indrelid = ANY ($1::regclass[])
    AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
  ORDER BY dropping`

export async function countArtworks(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ count: number }>('SELECT count(*) FROM artworks')
  return rows[0]?.count ?? 0
}

/**
 * Runs `work` without the artworks' foreign keys and secondary indexes, then checks every row and
 * builds every index at once, which costs a tenth of doing so row by row. To be called in a
 * transaction: others see all of them, always, and wait for these tables until it ends.
 */
export async function deferringChecks(
  client: pg.ClientBase,
  work: () => Promise<void>,
): Promise<void> {
  const { rows } = await client.query<{ dropping: string; restoring: string }>(DEFERRABLE, [
    LARGE_TABLES.split(', '),
  ])
  for (const { dropping } of rows) await client.query(dropping)
  await work()
  await client.query(`SET LOCAL maintenance_work_mem = '256MB'`)
  await client.query(`ANALYZE ${LARGE_TABLES}`)
  for (const { restoring } of rows) await client.query(restoring)
}

/** Characters sent at a time: large enough to be few, small enough to keep memory flat. */
const CHUNK = 65_536

/**
 * Copies the rows into the table; the first one's keys are the columns of all. Nothing is built
 * faster than the database takes it.
 */
export async function copyRows(
  client: pg.ClientBase,
  table: keyof Database,
  rows: Iterable<object>,
): Promise<void> {
  const iterator = rows[Symbol.iterator]()
  const first = iterator.next()
  if (first.done === true) return
  const columns = Object.keys(first.value).join(', ')
  const copy = client.query(from(`COPY ${table} (${columns}) FROM STDIN`))
  await pipeline(Readable.from(chunks(first.value, iterator)), copy)
}

function* chunks(first: object, rest: Iterator<object>): Generator<string> {
  let chunk = copyLine(first)
  for (let next = rest.next(); next.done !== true; next = rest.next()) {
    chunk += copyLine(next.value)
    if (chunk.length < CHUNK) continue
    yield chunk
    chunk = ''
  }
  yield chunk
}

const SPECIAL = /[\\\t\n\r]/g

/** One line of PostgreSQL's COPY text format, whose escapes are those of JSON. */
function copyLine(row: object): string {
  const fields = Object.values(row).map((value: string | number | boolean | null) =>
    value === null
      ? '\\N'
      : String(value).replace(SPECIAL, (letter) => JSON.stringify(letter).slice(1, -1)),
  )
  return `${fields.join('\t')}\n`
}

/**
 * Reserves ids, given in ascending order, in the table's sequence.
 * @returns what to add to each: 0, unless other records hold some of them; then all of them move
 *   behind everything that is there.
 */
export async function reserveIds(
  client: pg.ClientBase,
  table: keyof Database,
  ids: readonly number[],
): Promise<number> {
  const { rows } = await client.query<{ shift: number }>(
    `WITH used AS (
       SELECT name, EXISTS (SELECT FROM ${table} WHERE id = ANY($1::int[])) AS taken,
         greatest((SELECT max(id) FROM ${table}), pg_sequence_last_value(name), 0)::int AS highest
       FROM (SELECT pg_get_serial_sequence($2, 'id')::regclass AS name) sequence
     ), moved AS (
       SELECT name, highest, CASE WHEN taken THEN highest + 1 - $3 ELSE 0 END AS shift FROM used
     )
     SELECT shift, setval(name, greatest(highest, $4 + shift)) FROM moved`,
    [ids, table, ids[0], ids.at(-1)],
  )
  return rows[0]?.shift ?? 0
}

/** Updates the statistics and the visibility map, which index-only scans need. */
export async function vacuumCatalogue(databaseUrl: string): Promise<void> {
  const documents = Object.values(DOCUMENTS).map(({ table }) => table)
  const tables = [LARGE_TABLES, OTHER_TABLES, ...documents].join(', ')
  await withConnections(databaseUrl, 1, (db) => sql.raw(`VACUUM (ANALYZE) ${tables}`).execute(db))
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
