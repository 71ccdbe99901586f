import { sql, type Transaction } from 'kysely'
import { selectRows, type DatabaseReader } from '../../database/kysely.ts'
import type { Database } from '../../database/tables.ts'
import type { ListName } from '../../lists/list.ts'
import { SEGMENT_ROWS } from './segment-queries.ts'
import { pendingRows, pendingEntries } from './index-queries.ts'

/** Writers of a list hold its lock shared (`lock_offset_index`). */
export const LOCKS: Readonly<Record<ListName, number>> = { artworks: 5_432_022, events: 5_432_023 }

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
    UPDATE offset_index_state SET folded_through = pg_current_snapshot()
    WHERE list = ${list}`.execute(trx)
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
