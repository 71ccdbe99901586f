import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../database/tables.ts'
import { foldDeltas, isLockNotAvailable, recordSplit, tryLock } from './maintenance-queries.ts'
import { SORT_ORDERS, type ListName, type SortOrder } from '../sort-orders.ts'
import {
  splitSegments,
  mergeSegments,
  planForRanges,
  sortOrdersToCompact,
} from './segment-queries.ts'

/** What came of it: there is more to do, nothing more, or a writer was at work and nothing was done. */
export type CompactionOutcome = 'more' | 'done' | 'busy'

/** The waypoints do not agree with the rows, as they do unless triggers were switched off. */
export class InconsistentOffsetIndex extends Error {
  readonly list: ListName

  constructor(list: ListName) {
    super(`The waypoints of ${list} do not agree with the rows: npm run offset-index -- rebuild`)
    this.name = 'WrongWaypoints'
    this.list = list
  }
}

/**
 * One short transaction: adds up what has been noted of a list, and then divides or merges stretches
 * of one of its tracks, if there is one that needs it. Never waits for a writer; writers wait for it.
 */
export async function compact(db: Kysely<Database>, list: ListName): Promise<CompactionOutcome> {
  try {
    return await readCommitted(db, (trx) => tidyIn(trx, list))
  } catch (error) {
    // Somebody who holds the whole table, as TRUNCATE does, may be about to wait for the list's lock.
    if (isLockNotAvailable(error)) return 'busy'
    throw error
  }
}

async function tidyIn(trx: Transaction<Database>, list: ListName): Promise<CompactionOutcome> {
  if (!(await tryLock(trx, list))) return 'busy'
  await planForRanges(trx)
  await foldDeltas(trx, list)
  const tracks = sortOrdersOf(list)
  const [untidy] = await sortOrdersToCompact(trx, tracks)
  const track = tracks.find(({ name }) => name === untidy?.name)
  if (untidy === undefined || track === undefined) return 'done'
  if (!untidy.isLong) await mergeSegments(trx, track)
  else if ((await splitSegments(trx, track)) === 0) throw new InconsistentOffsetIndex(list)
  await recordSplit(trx, [track.name])
  return 'more'
}

export function sortOrdersOf(list: ListName): SortOrder[] {
  return SORT_ORDERS.filter((track) => track.list === list)
}

/** Each statement sees what has been committed before it: after the lock, what its holders did. */
export function readCommitted<Result>(
  db: Kysely<Database>,
  work: (trx: Transaction<Database>) => Promise<Result>,
): Promise<Result> {
  return db.transaction().setIsolationLevel('read committed').execute(work)
}
