import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Database } from '../../database/tables.ts'
import { LISTS, probeIndex, pruneChangeLog } from './maintenance-queries.ts'
import type { ListName } from '../sort-orders.ts'
import { repairAfterRestore, rebuildSortOrders } from './rebuild.ts'
import { compact, InconsistentOffsetIndex } from './compaction.ts'

export interface IndexMaintenance {
  /** To be called when a list's waypoints are found to be wrong: they are made anew in the background. */
  rebuild(list: ListName): void
  /** Waits for the transaction that is under way. */
  stop(): Promise<void>
}

interface MaintenanceOptions {
  readonly db: Kysely<Database>
  /** Of the memory: as long as it is the same, nothing has happened. */
  readonly generation: () => number
  /** Told of waypoints that are wrong, and once of what keeps them from being kept. */
  readonly onError: (error: unknown) => void
  readonly periodMs?: number
}

const MOST_NOTES = 1_000
const PRUNE_EVERY_MS = 60_000
const REBUILD_EVERY_MS = 60_000
const TRIES = 20
const BETWEEN_TRIES_MS = 40
/** After a failure that nothing can be done about, so many periods pass. */
const PERIODS_AFTER_FAILURE = 10

/**
 * Keeps the waypoints of a service that runs: at the start, and then once a period if anything has
 * happened. Every process of a service has one; which of them comes first does not matter.
 */
export function startIndexMaintenance({
  db,
  generation,
  onError,
  periodMs = 1_000,
}: MaintenanceOptions): IndexMaintenance {
  const stopping = new AbortController()
  const { signal } = stopping
  const wrong = new Set<ListName>()
  const rebuilt = new Map<ListName, number>()
  let isFirst = true
  let isSettled = false
  let seen = -1
  let pruned = -Infinity
  let told: string | undefined
  let running = Promise.resolve()

  const rebuild = (list: ListName): void => {
    const last = rebuilt.get(list) ?? -Infinity
    if (wrong.has(list) || performance.now() - last < REBUILD_EVERY_MS) return
    wrong.add(list)
    onError(new InconsistentOffsetIndex(list))
  }

  const rebuildWrong = async (): Promise<void> => {
    for (const list of wrong) {
      await rebuildSortOrders(db, list, signal)
      rebuilt.set(list, performance.now())
      wrong.delete(list)
    }
  }

  const begin = async (): Promise<void> => {
    if (await repairAfterRestore(db, signal)) for (const list of LISTS) wrong.add(list)
  }

  const turn = async (): Promise<void> => {
    if (isFirst) await begin()
    await rebuildWrong()
    const settled = []
    for (const list of LISTS) settled.push(await keep(db, list, isFirst, signal))
    isSettled = settled.every(Boolean)
    isFirst = false
    if (performance.now() - pruned < PRUNE_EVERY_MS) return
    pruned = performance.now()
    while (!signal.aborted && (await pruneChangeLog(db)));
  }

  /** @returns in how many milliseconds to try again. */
  const fail = (error: unknown): number => {
    isSettled = false
    if (error instanceof InconsistentOffsetIndex) rebuild(error.list)
    else if (told !== String(error) && !signal.aborted) onError(error)
    told = String(error)
    return wrong.size > 0 ? periodMs : PERIODS_AFTER_FAILURE * periodMs
  }

  const beat = async (): Promise<void> => {
    const now = generation()
    if (isSettled && wrong.size === 0 && now === seen) return schedule(periodMs)
    seen = now
    try {
      await turn()
      told = undefined
      schedule(periodMs)
    } catch (error) {
      schedule(fail(error))
    }
  }

  let timer: NodeJS.Timeout | undefined
  const schedule = (ms: number): void => {
    if (signal.aborted) return
    timer = setTimeout(() => {
      running = beat()
    }, ms).unref()
  }

  schedule(0)
  return {
    rebuild,
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}

/** @returns whether there is nothing left to be done, and nothing to wait for. */
async function keep(
  db: Kysely<Database>,
  list: ListName,
  isThorough: boolean,
  signal: AbortSignal,
): Promise<boolean> {
  const { deltas, isOld, isLong } = await probeIndex(db, list, isThorough)
  if (deltas <= MOST_NOTES && !isOld && !isLong) return deltas === 0
  return compactAll(db, list, signal)
}

/** @returns whether it is tidy; not if writers leave no gap. */
export async function compactAll(
  db: Kysely<Database>,
  list: ListName,
  signal?: AbortSignal,
): Promise<boolean> {
  for (let tries = 0; tries < TRIES;) {
    if (signal?.aborted === true) return false
    const outcome = await compact(db, list)
    if (outcome === 'done') return true
    tries = outcome === 'busy' ? tries + 1 : 0
    if (outcome === 'busy') await sleep(Math.random() * BETWEEN_TRIES_MS)
  }
  return false
}
