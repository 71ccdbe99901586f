import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../database/tables.ts'
import { addUp, isLockNotAvailable, LISTS, noteDivided, waitForLock } from './keeper-queries.ts'
import { TRACKS, type ListName, type TrackName } from '../orderings.ts'
import { checkStore } from '../records/check-stores.ts'
import { repairPrices } from '../records/price-work.ts'
import { isOfAnotherServer, removeNotesOfAnotherServer } from './restored-queries.ts'
import { ALL_ROWS, divideStretches, planForRanges, uniteStretches } from './stretch-queries.ts'
import { readCommitted, tracksOfList } from './tidy.ts'

/**
 * Makes a track's waypoints anew while readers go on; writers of its list wait for it.
 * @param signal ends the waiting for writers that are at work, with an error.
 */
export function rebuildTrack(
  db: Kysely<Database>,
  track: TrackName,
  signal?: AbortSignal,
): Promise<void> {
  const work = async (trx: Transaction<Database>): Promise<void> => {
    await planForRanges(trx)
    await addUp(trx, track.list)
    await uniteStretches(trx, track)
    await divideStretches(trx, track, ALL_ROWS)
    await noteDivided(trx, [track.name])
  }
  return withLocks(db, [track.list], work, signal)
}

/**
 * Makes the prices of artworks anew that are not what the artworks make, which their tracks are counted of.
 * @returns their number.
 */
export async function rebuildPrices(db: Kysely<Database>, signal?: AbortSignal): Promise<number> {
  const wrong = await checkStore(db, 'prices of artworks')
  if (wrong.length > 0) {
    await withLocks(db, ['artworks'], (trx) => repairPrices(trx, wrong), signal)
  }
  return wrong.length
}

/** All tracks of a list, each in a transaction of its own. */
export async function rebuildTracks(
  db: Kysely<Database>,
  list: ListName,
  signal?: AbortSignal,
): Promise<void> {
  if (list === 'artworks') await rebuildPrices(db, signal)
  for (const track of tracksOfList(list)) {
    if (signal?.aborted !== true) await rebuildTrack(db, track, signal)
  }
}

/**
 * A dump that was restored on another server has numbers of that server's transactions, which say
 * nothing here: as long as those here are smaller, notes would be counted twice, or not at all. What
 * the dump has noted is added up, and its notes are removed. Whoever wrote between the restoration and
 * this may be missed: all tracks are to be rebuilt.
 * @returns whether there was something to mend.
 */
export async function mendRestored(db: Kysely<Database>, signal?: AbortSignal): Promise<boolean> {
  if (!(await isOfAnotherServer(db))) return false
  const work = async (trx: Transaction<Database>): Promise<boolean> => {
    // Another process may have been faster.
    if (!(await isOfAnotherServer(trx))) return false
    for (const list of LISTS) await addUp(trx, list)
    await removeNotesOfAnotherServer(trx)
    const names = TRACKS.map(({ name }) => name)
    await noteDivided(trx, names)
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
