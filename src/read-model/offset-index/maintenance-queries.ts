import { sql, type Kysely, type Transaction } from 'kysely'
import { selectRows, type DatabaseReader } from '../../database/kysely.ts'
import type { Database } from '../../database/tables.ts'
import type { ListName } from '../../lists/list.ts'
import { SEGMENT_ROWS } from './segment-queries.ts'
import { pendingRows, pendingEntries } from './index-queries.ts'
import { KIND_LETTERS } from '../documents/fragment-cache.ts'

/** No visible transaction of this server has this id or a higher one. */
const FIRST_UNASSIGNED = sql`pg_snapshot_xmax(pg_current_snapshot())`

export const LISTS = ['artworks', 'events'] as const satisfies readonly ListName[]

/** Writers of a list hold its lock shared (`lock_offset_index`). */
const LOCKS: Readonly<Record<ListName, number>> = { artworks: 5_432_022, events: 5_432_023 }

const MAX_WAIT_MS = 50

/**
 * Tries to take the list's lock until the end of the transaction. While it is held, the list has no uncommitted
 * change-log entry. Afterwards, the transaction waits only briefly for other locks.
 */
export async function tryLock(trx: Transaction<Database>, list: ListName): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    SELECT pg_try_advisory_xact_lock(${LOCKS[list]}::bigint) AS locked,
      set_config('lock_timeout', ${`${MAX_WAIT_MS}ms`}, true)`.execute(trx)
  return rows[0]?.locked === true
}

/**
 * Waits for active writers, at most `ms`; new writers wait meanwhile. Later statements of the transaction have no
 * time limit, but wait no longer than this for a row lock.
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

/** Whether a lock wait timed out (PostgreSQL, lock_timeout). */
export function isLockNotAvailable(error: unknown): boolean {
  return (error as { code?: unknown }).code === '55P03'
}

/**
 * Folds the pending deltas into the anchors. The statement folds exactly the entries that its snapshot sees, so it
 * stores that snapshot. Needs the list's lock.
 */
export async function foldDeltas(trx: Transaction<Database>, list: ListName): Promise<void> {
  await sql`
    WITH pending AS MATERIALIZED (${sql.raw(pendingRows(list))}), added AS (
      UPDATE offset_anchors SET rows = offset_anchors.rows + pending.rows FROM pending
      WHERE offset_anchors.no = pending.no AND pending.rows <> 0
    )
    UPDATE offset_index_state SET folded_through = pg_current_snapshot() WHERE list = ${list}`.execute(
    trx,
  )
}

/** Makes every process reload these sort orders, because their segments have changed. */
export async function recordSplit(
  trx: Transaction<Database>,
  sortOrders: readonly string[],
): Promise<void> {
  await sql`INSERT INTO change_log (subject, ids) VALUES ('segments', ${sortOrders}::text[])`.execute(
    trx,
  )
}

/** Makes every process discard its cached fragments. */
export async function recordAllChanged(db: Kysely<Database>): Promise<void> {
  const kinds = Object.keys(KIND_LETTERS)
  await sql`INSERT INTO change_log (subject) SELECT unnest(${kinds}::text[])`.execute(db)
}

interface IndexState {
  readonly deltas: number
  readonly isOld: boolean
  readonly isLong: boolean
}

const MAX_COUNTED = 1_001

/**
 * The reasons to compact a list: the number of pending entries, whether one is older than a minute, and whether
 * they make a segment too long.
 * @param isThorough also checks segments without pending entries.
 */
export async function probeIndex(
  db: DatabaseReader,
  list: ListName,
  isThorough: boolean,
): Promise<IndexState> {
  const join = sql.raw(isThorough ? 'LEFT JOIN' : 'JOIN')
  const rows = await selectRows(db)<IndexState>`
    WITH entries AS MATERIALIZED (
      SELECT pending.recorded_at ${sql.raw(pendingEntries(list))} LIMIT ${MAX_COUNTED}::integer
    )
    SELECT count(*)::integer AS deltas,
      count(*) FILTER (WHERE recorded_at < now() - interval '1 minute') > 0 AS "isOld",
      EXISTS (
        SELECT FROM offset_anchors ${join} (${sql.raw(pendingRows(list))}) AS pending USING (no)
        WHERE offset_anchors.rows + coalesce(pending.rows, 0) > ${2 * SEGMENT_ROWS}::integer
      ) AS "isLong"
    FROM entries`
  return rows[0] as IndexState
}

const PRUNE_BATCH = 5_000

/**
 * Deletes a batch of the oldest folded entries, and records the last deleted transaction: a process that has not
 * read up to it discards its local state.
 * @returns whether there may be more to delete.
 */
export async function pruneChangeLog(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    WITH gone AS (
      DELETE FROM change_log WHERE ctid = ANY (ARRAY (
        SELECT ctid FROM change_log
        WHERE xid < ALL (SELECT pg_snapshot_xmin(folded_through) FROM offset_index_state)
          AND recorded_at < now() - interval '10 minutes'
        ORDER BY xid LIMIT ${PRUNE_BATCH}::integer FOR UPDATE SKIP LOCKED
      ))
      RETURNING xid
    ), moved AS (
      UPDATE change_log_pruned SET through = greatest(through, last.xid)
      FROM (SELECT xid FROM gone ORDER BY xid DESC LIMIT 1) AS last
    )
    SELECT count(*)::integer AS count FROM gone`.execute(db)
  return (rows[0]?.count ?? 0) === PRUNE_BATCH
}

/** Whether the database contains transaction ids of another server: a dump was restored. */
export async function hasForeignTransactions(db: DatabaseReader): Promise<boolean> {
  const rows = await selectRows(db)<{ found: boolean }>`
    SELECT EXISTS (SELECT FROM change_log WHERE xid >= ${FIRST_UNASSIGNED})
      OR EXISTS (SELECT FROM offset_index_state WHERE pg_snapshot_xmax(folded_through) > ${FIRST_UNASSIGNED})
      OR EXISTS (SELECT FROM change_log_pruned WHERE through >= ${FIRST_UNASSIGNED}) AS found`
  return rows[0]?.found === true
}

/** Needs the locks of all lists, and all entries folded by an earlier statement. */
export async function removeForeignEntries(trx: Transaction<Database>): Promise<void> {
  await sql`DELETE FROM change_log WHERE xid >= ${FIRST_UNASSIGNED}`.execute(trx)
  // No process has local state from the other server.
  await sql`UPDATE change_log_pruned SET through = '0' WHERE through >= ${FIRST_UNASSIGNED}`.execute(
    trx,
  )
}
