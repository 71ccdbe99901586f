import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Database } from '../../database/tables.ts'
import type { Task } from '../../work/worker.ts'
import { probeIndex } from './maintenance-queries.ts'
import { COUNTED_LISTS, type ListName } from '../../lists/list.ts'
import { repairAfterRestore, rebuildSortOrders } from './rebuild.ts'
import { compact, InconsistentOffsetIndex } from './compaction.ts'

interface IndexMaintenance extends Task {
  /** Lets the next run rebuild the anchors of a list, after a reader has found them to be wrong. */
  rebuild(list: ListName): void
}

interface MaintenanceOptions {
  /** The data version of the local state: nothing has changed while it stays the same. */
  readonly dataVersion: () => number
  readonly onInconsistent: (error: InconsistentOffsetIndex) => void
  readonly everyMs?: number
}

const MAX_PENDING = 1_000
const REBUILD_EVERY_MS = 60_000
const TRIES = 20
const BETWEEN_TRIES_MS = 40

/**
 * The maintenance of the offset index: folds deltas, and splits and merges segments, at the start and whenever data has
 * changed. Every process does it; locks keep them apart.
 */
export function indexMaintenance({
  dataVersion,
  onInconsistent,
  everyMs = 1_000,
}: MaintenanceOptions): IndexMaintenance {
  const wrong = new Set<ListName>()
  const rebuilt = new Map<ListName, number>()
  let isFirst = true
  let isSettled = false
  let seen = -1

  const rebuild = (list: ListName): void => {
    const last = rebuilt.get(list) ?? -Infinity
    if (wrong.has(list) || performance.now() - last < REBUILD_EVERY_MS) return
    wrong.add(list)
    onInconsistent(new InconsistentOffsetIndex(list))
  }

  return {
    name: 'offset_index',
    everyMs,
    rebuild,
    isDue: () => dataVersion() !== seen || !isSettled || wrong.size > 0,
    async *run(db, signal) {
      seen = dataVersion()
      isSettled = false
      if (isFirst && (await repairAfterRestore(db, signal)))
        COUNTED_LISTS.forEach((list) => wrong.add(list))
      for (const list of wrong) {
        await rebuildSortOrders(db, list, signal)
        rebuilt.set(list, performance.now())
        wrong.delete(list)
        yield
      }
      const settled = []
      try {
        for (const list of COUNTED_LISTS) settled.push(yield* compactIfDue(db, list, isFirst))
      } catch (error) {
        if (!(error instanceof InconsistentOffsetIndex)) throw error
        return rebuild(error.list)
      }
      isSettled = settled.every(Boolean)
      isFirst = false
    },
  }
}

/** @returns whether nothing is pending. */
async function* compactIfDue(
  db: Kysely<Database>,
  list: ListName,
  isThorough: boolean,
): AsyncGenerator<void, boolean> {
  const { deltas, isOld, isLong } = await probeIndex(db, list, isThorough)
  if (deltas <= MAX_PENDING && !isOld && !isLong) return deltas === 0
  return yield* compactAll(db, list)
}

/** @returns whether the list is compact; false if writers held its lock at each try. */
export async function* compactAll(
  db: Kysely<Database>,
  list: ListName,
): AsyncGenerator<void, boolean> {
  for (let tries = 0; tries < TRIES;) {
    const outcome = await compact(db, list)
    if (outcome === 'done') return true
    tries = outcome === 'busy' ? tries + 1 : 0
    if (outcome === 'busy') await sleep(Math.random() * BETWEEN_TRIES_MS)
    yield
  }
  return false
}
