import { sql, type InsertObject, type Kysely, type Transaction } from 'kysely'
import type { Database } from '../../src/database/tables.ts'
import { fingerprintOf, type SourceRecord } from './listings.ts'

/** The tables that imports write, and with them `<kind>_sources` (migrations/0001-baseline.sql). */
type Kind = 'artist' | 'artwork' | 'venue' | 'event'

export interface Source {
  readonly kind: Kind
  /** Name of the publisher's list. */
  readonly name: string
}

/** A record with the id of its row. */
export interface Identified<Listing> {
  readonly id: number
  readonly record: Listing
}

/**
 * Writes the records that are new or have changed.
 * @param write inserts the rows of these ids, or updates those that exist.
 * @returns the id of each record's row, by external id.
 */
export async function upsertFromSource<Listing extends SourceRecord>(
  trx: Transaction<Database>,
  source: Source,
  records: Iterable<Listing>,
  write: (rows: readonly Identified<Listing>[]) => Promise<void>,
): Promise<Map<string, number>> {
  const byId = new Map([...records].map((record) => [record.externalId, record]))
  const stored = await findStored(trx, source, [...byId.keys()])
  const changed = [...byId.values()].filter((record) => !isStored(record, stored))
  const rows = await identify(trx, source.kind, changed, stored)
  if (rows.length > 0) {
    await write(rows)
    await saveSources(trx, source, rows)
  }
  const ids = new Map([...stored].map(([externalId, { id }]) => [externalId, id]))
  for (const { id, record } of rows) ids.set(record.externalId, id)
  return ids
}

/**
 * Inserts the rows, which have the same columns, or updates those whose id exists.
 * @param writtenOnce the columns that an update leaves as they are.
 */
export async function upsertRows<
  Table extends 'artworks' | 'artwork_images' | 'artists' | 'venues' | 'events',
>(
  trx: Transaction<Database>,
  table: Table,
  rows: readonly InsertObject<Database, Table>[],
  writtenOnce: readonly (keyof InsertObject<Database, Table>)[] = [],
): Promise<void> {
  if (rows.length === 0) return
  const once: readonly PropertyKey[] = ['id', ...writtenOnce]
  const updated = Object.keys(rows[0] ?? {}).filter((column) => !once.includes(column))
  const changes = updated.map((column) => [column, sql.ref(`excluded.${column}`)])
  await trx
    .insertInto<Table>(table)
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['id']).doUpdateSet(Object.fromEntries(changes) as never),
    )
    .execute()
}

/** The external ids of the records whose stored version is equal. */
export async function findUnchangedInSource(
  trx: Transaction<Database>,
  source: Source,
  records: readonly SourceRecord[],
): Promise<Set<string>> {
  const ids = records.map(({ externalId }) => externalId)
  const stored = await findStored(trx, source, ids)
  const unchanged = records.filter((record) => isStored(record, stored))
  return new Set(unchanged.map(({ externalId }) => externalId))
}

interface Stored {
  readonly external_id: string
  readonly id: number
  readonly fingerprint: string
}

function isStored(record: SourceRecord, stored: ReadonlyMap<string, Stored>): boolean {
  return stored.get(record.externalId)?.fingerprint === fingerprintOf(record)
}

async function findStored(
  trx: Transaction<Database>,
  { kind, name }: Source,
  externalIds: readonly string[],
): Promise<Map<string, Stored>> {
  const { rows } = await sql<Stored>`
    SELECT external_id, ${sql.ref(`${kind}_id`)} AS id, fingerprint
    FROM ${sql.table(`${kind}_sources`)}
    WHERE source = ${name} AND external_id = ANY(${externalIds})`.execute(trx)
  return new Map(rows.map((row) => [row.external_id, row]))
}

async function identify<Listing extends SourceRecord>(
  trx: Transaction<Database>,
  kind: Kind,
  records: readonly Listing[],
  stored: ReadonlyMap<string, Stored>,
): Promise<Identified<Listing>[]> {
  const newCount = records.filter(({ externalId }) => !stored.has(externalId)).length
  const newIds = await reserveIds(trx, `${kind}s`, newCount)
  return records.map((record) => {
    const id = stored.get(record.externalId)?.id ?? newIds.shift()
    if (id === undefined) throw new Error(`Too few ids were reserved for ${kind}s`)
    return { id, record }
  })
}

/** Reserves ids from the sequence, so that related rows can be written before they are read back. */
export async function reserveIds(
  trx: Transaction<Database>,
  table: string,
  count: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT nextval(pg_get_serial_sequence(${table}, 'id')) AS id
    FROM generate_series(1, ${count}::integer)`.execute(trx)
  return rows.map(({ id }) => id)
}

async function saveSources(
  trx: Transaction<Database>,
  { kind, name }: Source,
  rows: readonly Identified<SourceRecord>[],
): Promise<void> {
  const externalIds = rows.map(({ record }) => record.externalId)
  const ids = rows.map(({ id }) => id)
  const fingerprints = rows.map(({ record }) => fingerprintOf(record))
  await sql`
    INSERT INTO ${sql.table(`${kind}_sources`)}
      (source, external_id, ${sql.ref(`${kind}_id`)}, fingerprint)
    SELECT ${name}::text, * FROM unnest(${externalIds}::text[], ${ids}::integer[],
      ${fingerprints}::text[])
    ON CONFLICT (source, external_id) DO UPDATE SET fingerprint = excluded.fingerprint`.execute(trx)
}

/** First half of the key of an import's advisory lock; the second half names the source. */
const LOCK_SPACE = 5_432_019

/** Locks the source for this session; false when another session holds the lock. */
export async function tryLockSource(session: Kysely<Database>, source: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    SELECT pg_try_advisory_lock(${LOCK_SPACE}, hashtext(${source})) AS locked`.execute(session)
  return rows[0]?.locked === true
}

export async function unlockSource(session: Kysely<Database>, source: string): Promise<void> {
  await sql`SELECT pg_advisory_unlock(${LOCK_SPACE}, hashtext(${source}))`.execute(session)
}

/** Runs `work` so that its failure undoes it alone and not the whole transaction. */
export async function withSavepoint(
  trx: Transaction<Database>,
  work: () => Promise<void>,
): Promise<void> {
  await sql`SAVEPOINT part`.execute(trx)
  try {
    await work()
  } catch (error) {
    await sql`ROLLBACK TO SAVEPOINT part`.execute(trx)
    throw error
  }
  await sql`RELEASE SAVEPOINT part`.execute(trx)
}
