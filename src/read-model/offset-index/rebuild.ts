import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { planForRanges, readCommitted } from '../../database/kysely.ts'
import { hasForeignTransactions, deleteForeignEntries } from '../../changes/change-log-queries.ts'
import type { Database } from '../../database/tables.ts'
import { foldDeltas, isLockNotAvailable, waitForLock } from './maintenance-queries.ts'
import { SORT_ORDERS, type SortOrder } from '../sort-orders.ts'
import { COUNTED_LISTS, type ListName } from '../../lists/list.ts'
import { findWrongPrices } from '../documents/consistency-check.ts'
import { findWrongCounts, repairCounts } from '../documents/artwork-counts.ts'
import { repairPrices } from '../documents/price-refresh.ts'
import { ALL_ROWS, splitSegments, resetSegments } from './segment-queries.ts'
import { recordSplit, sortOrdersOf } from './compaction.ts'

/**
 * Rebuilds the anchors of a sort order. Readers continue; writers of its list wait.
 * @param signal aborts the wait for active writers, with an error.
 */
export function rebuildSortOrder(
  db: Kysely<Database>,
  sortOrder: SortOrder,
  signal?: AbortSignal,
): Promise<void> {
  const work = async (trx: Transaction<Database>): Promise<void> => {
    await planForRanges(trx)
    await foldDeltas(trx, sortOrder.list)
    await resetSegments(trx, sortOrder)
    await splitSegments(trx, sortOrder, ALL_ROWS)
    await recordSplit(trx, [sortOrder])
  }
  return withLocks(db, [sortOrder.list], work, signal)
}

/** Rebuilds the wrong rows of `artwork_prices`, from which sort orders are counted. @returns their number. */
export const rebuildPrices = repairOf(findWrongPrices, repairPrices)

/** Counts the artworks of galleries again whose stored numbers are wrong. @returns the number of these galleries. */
export const rebuildCounts = repairOf(findWrongCounts, repairCounts)

function repairOf(find: typeof findWrongPrices, repair: typeof repairPrices) {
  return async (db: Kysely<Database>, signal?: AbortSignal): Promise<number> => {
    const wrong = await find(db)
    if (wrong.length > 0) {
      await withLocks(db, ['artworks'], (trx) => repair(trx, wrong), signal)
    }
    return wrong.length
  }
}

/** Rebuilds all sort orders of a list, each in its own transaction. */
export async function rebuildSortOrders(
  db: Kysely<Database>,
  list: ListName,
  signal?: AbortSignal,
): Promise<void> {
  if (list === 'artworks') {
    await rebuildPrices(db, signal)
    await rebuildCounts(db, signal)
  }
  for (const sortOrder of sortOrdersOf(list)) {
    if (signal?.aborted !== true) await rebuildSortOrder(db, sortOrder, signal)
  }
}

/**
 * Repairs the change log after a dump was restored on another server. Its transaction ids are invalid there: until this
 * server has reached them, deltas would be counted twice, or not at all. So the deltas of the dump are folded, and its
 * entries are deleted. Writes between the restore and this call may be missing, so all sort orders must be rebuilt.
 * @returns whether a repair was necessary.
 */
export async function repairAfterRestore(
  db: Kysely<Database>,
  signal?: AbortSignal,
): Promise<boolean> {
  if (!(await hasForeignTransactions(db))) return false
  const work = async (trx: Transaction<Database>): Promise<boolean> => {
    // Another process may have repaired it meanwhile.
    if (!(await hasForeignTransactions(trx))) return false
    for (const list of COUNTED_LISTS) await foldDeltas(trx, list)
    await deleteForeignEntries(trx)
    await recordSplit(trx, SORT_ORDERS)
    return true
  }
  return withLocks(db, COUNTED_LISTS, work, signal)
}

/** New writers queue behind a waiting lock request, so each wait is short. */
const MAX_WAIT_MS = 500

async function withLocks<Result>(
  db: Kysely<Database>,
  lists: readonly ListName[],
  work: (trx: Transaction<Database>) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  for (;;) {
    try {
      return await readCommitted(db, async (trx) => {
        for (const list of lists) await waitForLock(trx, list, MAX_WAIT_MS)
        return work(trx)
      })
    } catch (error) {
      if (!isLockNotAvailable(error) || signal?.aborted === true) throw error
      await sleep(MAX_WAIT_MS)
    }
  }
}
