import { sql, type Kysely, type Transaction } from 'kysely'
import type { Database } from '../../database/tables.ts'
import type { ListName } from '../sort-orders.ts'
import { SEGMENT_ROWS } from './segment-queries.ts'
import { pendingRows, pendingEntries } from './index-queries.ts'
import { KIND_LETTERS } from '../documents/fragment-cache.ts'

/** No transaction that is seen has such a number here. */
const NOT_YET = sql`pg_snapshot_xmax(pg_current_snapshot())`

export const LISTS = ['artworks', 'events'] as const satisfies readonly ListName[]

/** Writers of a list hold its lock shared (`lock_offset_index`). */
const LOCKS: Readonly<Record<ListName, number>> = { artworks: 5_432_022, events: 5_432_023 }

const LONGEST_WAIT_MS = 50

/**
 * For the rest of the transaction: whoever holds it knows of no uncommitted note of the list. For other
 * locks, the transaction waits for a moment only from here on.
 */
export async function tryLock(trx: Transaction<Database>, list: ListName): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    SELECT pg_try_advisory_xact_lock(${LOCKS[list]}::bigint) AS locked,
      set_config('lock_timeout', ${`${LONGEST_WAIT_MS}ms`}, true)`.execute(trx)
  return rows[0]?.locked === true
}

/**
 * Waits for writers that are at work, and lets others wait meanwhile, for no longer than `ms`. What
 * comes after in the transaction may take as long as it does, but waits for no row any longer.
 */
export async function waitForLock(
  trx: Transaction<Database>,
  list: ListName,
  ms: number,
): Promise<void> {
  await sql`SELECT set_config('lock_timeout', ${`${ms}ms`}, true),
    set_config('statement_timeout', '0', true)`.execute(trx)
  await sql`SELECT pg_advisory_xact_lock(${LOCKS[list]}::bigint)`.execute(trx)
}

/** Whether somebody held what was wanted (PostgreSQL, lock_timeout). */
export function isLockNotAvailable(error: unknown): boolean {
  return (error as { code?: unknown }).code === '55P03'
}

/**
 * Adds what has been noted to the rows of the stretches. What the statement sees is what it adds up,
 * so it can say by its own snapshot which notes those are. Needs the list's lock.
 */
export async function foldDeltas(trx: Transaction<Database>, list: ListName): Promise<void> {
  await sql`
    WITH noted AS MATERIALIZED (${sql.raw(pendingRows(list))}), added AS (
      UPDATE offset_anchors SET rows = offset_anchors.rows + noted.rows FROM noted
      WHERE offset_anchors.no = noted.no AND noted.rows <> 0
    )
    UPDATE offset_index_state SET folded_through = pg_current_snapshot() WHERE list = ${list}`.execute(
    trx,
  )
}

/** Tells every process to read these tracks anew: their stretches are others now. */
export async function recordSplit(
  trx: Transaction<Database>,
  tracks: readonly string[],
): Promise<void> {
  await sql`INSERT INTO change_log (subject, ids) VALUES ('segments', ${tracks}::text[])`.execute(
    trx,
  )
}

/** Tells every process that nothing is known of the parts that it remembers. */
export async function recordAllChanged(db: Kysely<Database>): Promise<void> {
  const kinds = Object.keys(KIND_LETTERS)
  await sql`INSERT INTO change_log (subject) SELECT unnest(${kinds}::text[])`.execute(db)
}

interface IndexState {
  readonly deltas: number
  readonly isOld: boolean
  readonly isLong: boolean
}

const MOST_COUNTED = 1_001

/**
 * What a list would have to be tidied for: notes that are not added up, whether one of them is older
 * than a minute, and whether they make a stretch too long.
 * @param isThorough also looks for stretches that have been too long before, at every waypoint.
 */
export async function probeIndex(
  db: Kysely<Database>,
  list: ListName,
  isThorough: boolean,
): Promise<IndexState> {
  const join = sql.raw(isThorough ? 'LEFT JOIN' : 'JOIN')
  const { rows } = await sql<IndexState>`
    WITH notes AS MATERIALIZED (
      SELECT noted.recorded_at ${sql.raw(pendingEntries(list))} LIMIT ${MOST_COUNTED}::integer
    )
    SELECT count(*)::integer AS deltas,
      count(*) FILTER (WHERE recorded_at < now() - interval '1 minute') > 0 AS "isOld",
      EXISTS (
        SELECT FROM offset_anchors ${join} (${sql.raw(pendingRows(list))}) AS noted USING (no)
        WHERE offset_anchors.rows + coalesce(noted.rows, 0) > ${2 * SEGMENT_ROWS}::integer
      ) AS "isLong"
    FROM notes`.execute(db)
  return rows[0] as IndexState
}

const PRUNED_AT_ONCE = 5_000

/**
 * Removes some of the oldest notes that are added up and that no process waits for any more, and says
 * up to where; a process that has seen less than that forgets all that it remembers.
 * @returns whether there may be more of them.
 */
export async function pruneChangeLog(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    WITH gone AS (
      DELETE FROM change_log WHERE ctid = ANY (ARRAY (
        SELECT ctid FROM change_log
        WHERE xid < ALL (SELECT pg_snapshot_xmin(folded_through) FROM offset_index_state)
          AND recorded_at < now() - interval '10 minutes'
        ORDER BY xid LIMIT ${PRUNED_AT_ONCE}::integer FOR UPDATE SKIP LOCKED
      ))
      RETURNING xid
    ), moved AS (
      UPDATE change_log_pruned SET through = greatest(through, last.xid)
      FROM (SELECT xid FROM gone ORDER BY xid DESC LIMIT 1) AS last
    )
    SELECT count(*)::integer AS count FROM gone`.execute(db)
  return (rows[0]?.count ?? 0) === PRUNED_AT_ONCE
}

/** Whether numbers of transactions in the database are of another server: a dump of it was restored. */
export async function hasForeignTransactions(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    SELECT EXISTS (SELECT FROM change_log WHERE xid >= ${NOT_YET})
      OR EXISTS (SELECT FROM offset_index_state WHERE pg_snapshot_xmax(folded_through) > ${NOT_YET})
      OR EXISTS (SELECT FROM change_log_pruned WHERE through >= ${NOT_YET}) AS found`.execute(db)
  return rows[0]?.found === true
}

/** Needs the locks of all lists, and all notes added up: in a statement before this. */
export async function removeForeignEntries(trx: Transaction<Database>): Promise<void> {
  await sql`DELETE FROM change_log WHERE xid >= ${NOT_YET}`.execute(trx)
  // Nobody here remembers anything from there.
  await sql`UPDATE change_log_pruned SET through = '0' WHERE through >= ${NOT_YET}`.execute(trx)
}
