import type { Kysely, Transaction } from 'kysely'
import { planForRanges, readCommitted } from '../../database/kysely.ts'
import { appendChanges } from '../../changes/change-log-queries.ts'
import type { Database } from '../../database/tables.ts'
import { foldDeltas, isLockNotAvailable, tryLock } from './maintenance-queries.ts'
import { SORT_ORDERS, type SortOrder } from '../sort-orders.ts'
import type { ListName } from '../../lists/list.ts'
import { splitSegments, mergeSegments, sortOrdersToCompact } from './segment-queries.ts'

/** `busy`: a writer held the list's lock, and nothing was done. */
type CompactionOutcome = 'more' | 'done' | 'busy'

/** The anchors do not agree with the rows: triggers were disabled during a write. */
export class InconsistentOffsetIndex extends Error {
  readonly list: ListName

  constructor(list: ListName) {
    super(`The anchors of ${list} do not agree with the rows: npm run offset-index -- rebuild`)
    this.name = 'InconsistentOffsetIndex'
    this.list = list
  }
}

/**
 * One short transaction: folds the pending deltas of a list into its anchors, then splits or merges segments of one
 * sort order, if necessary. It never waits for a writer; writers wait for it.
 */
export async function compact(db: Kysely<Database>, list: ListName): Promise<CompactionOutcome> {
  try {
    return await readCommitted(db, (trx) => compactIn(trx, list))
  } catch (error) {
    // A transaction that holds a table lock, such as TRUNCATE, may be about to wait for the list's lock.
    if (isLockNotAvailable(error)) return 'busy'
    throw error
  }
}

async function compactIn(trx: Transaction<Database>, list: ListName): Promise<CompactionOutcome> {
  if (!(await tryLock(trx, list))) return 'busy'
  await planForRanges(trx)
  await foldDeltas(trx, list)
  const sortOrders = sortOrdersOf(list)
  const [candidate] = await sortOrdersToCompact(trx, sortOrders)
  const sortOrder = sortOrders.find(({ name }) => name === candidate?.name)
  if (candidate === undefined || sortOrder === undefined) return 'done'
  if (!candidate.isLong) await mergeSegments(trx, sortOrder)
  else if ((await splitSegments(trx, sortOrder)) === 0) throw new InconsistentOffsetIndex(list)
  await recordSplit(trx, [sortOrder])
  return 'more'
}

/** Makes every process reload these sort orders, because their segments have changed. */
export function recordSplit(
  trx: Transaction<Database>,
  sortOrders: readonly SortOrder[],
): Promise<void> {
  return appendChanges(
    trx,
    ['segments'],
    sortOrders.map(({ name }) => name),
  )
}

export function sortOrdersOf(list: ListName): SortOrder[] {
  return SORT_ORDERS.filter((sortOrder) => sortOrder.list === list)
}
