import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../database/tables.ts'
import {
  foldDeltas,
  isLockNotAvailable,
  LISTS,
  recordSplit,
  waitForLock,
} from './maintenance-queries.ts'
import { SORT_ORDERS, type ListName, type SortOrder } from '../sort-orders.ts'
import { findWrongPrices } from '../documents/consistency-check.ts'
import { repairPrices } from '../documents/price-refresh.ts'
import { hasForeignTransactions, removeForeignEntries } from './maintenance-queries.ts'
import { ALL_ROWS, splitSegments, planForRanges, resetSegments } from './segment-queries.ts'
import { readCommitted, sortOrdersOf } from './compaction.ts'

/**
 * Makes a track's waypoints anew while readers go on; writers of its list wait for it.
 * @param signal ends the waiting for writers that are at work, with an error.
 */
export function rebuildSortOrder(
  db: Kysely<Database>,
  track: SortOrder,
  signal?: AbortSignal,
): Promise<void> {
  const work = async (trx: Transaction<Database>): Promise<void> => {
    await planForRanges(trx)
    await foldDeltas(trx, track.list)
    await resetSegments(trx, track)
    await splitSegments(trx, track, ALL_ROWS)
    await recordSplit(trx, [track.name])
  }
  return withLocks(db, [track.list], work, signal)
}

/**
 * Makes the prices of artworks anew that are not what the artworks make, which their tracks are counted of.
 * @returns their number.
 */
export async function rebuildPrices(db: Kysely<Database>, signal?: AbortSignal): Promise<number> {
  const wrong = await findWrongPrices(db)
  if (wrong.length > 0) {
    await withLocks(db, ['artworks'], (trx) => repairPrices(trx, wrong), signal)
  }
  return wrong.length
}

/** All tracks of a list, each in a transaction of its own. */
export async function rebuildSortOrders(
  db: Kysely<Database>,
  list: ListName,
  signal?: AbortSignal,
): Promise<void> {
  if (list === 'artworks') await rebuildPrices(db, signal)
  for (const track of sortOrdersOf(list)) {
    if (signal?.aborted !== true) await rebuildSortOrder(db, track, signal)
  }
}

/**
 * A dump that was restored on another server has numbers of that server's transactions, which say
 * nothing here: as long as those here are smaller, notes would be counted twice, or not at all. What
 * the dump has noted is added up, and its notes are removed. Whoever wrote between the restoration and
 * this may be missed: all tracks are to be rebuilt.
 * @returns whether there was something to mend.
 */
export async function repairAfterRestore(
  db: Kysely<Database>,
  signal?: AbortSignal,
): Promise<boolean> {
  if (!(await hasForeignTransactions(db))) return false
  const work = async (trx: Transaction<Database>): Promise<boolean> => {
    // Another process may have been faster.
    if (!(await hasForeignTransactions(trx))) return false
    for (const list of LISTS) await foldDeltas(trx, list)
    await removeForeignEntries(trx)
    const names = SORT_ORDERS.map(({ name }) => name)
    await recordSplit(trx, names)
    return true
  }
  return withLocks(db, LISTS, work, signal)
}

/** Those who come while somebody waits for a lock wait as well; so waiting is done in short pieces. */
const LONGEST_WAIT_MS = 500

async function withLocks<Result>(
  db: Kysely<Database>,
  lists: readonly ListName[],
  work: (trx: Transaction<Database>) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  for (;;) {
    try {
      return await readCommitted(db, async (trx) => {
        for (const list of lists) await waitForLock(trx, list, LONGEST_WAIT_MS)
        return work(trx)
      })
    } catch (error) {
      if (!isLockNotAvailable(error) || signal?.aborted === true) throw error
      await sleep(LONGEST_WAIT_MS)
    }
  }
}
