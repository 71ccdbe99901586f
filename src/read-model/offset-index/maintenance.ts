import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Database } from '../../database/tables.ts'
import { pruneChangeLog } from '../../changes/change-log-queries.ts'
import { LISTS, probeIndex } from './maintenance-queries.ts'
import type { ListName } from '../sort-orders.ts'
import { repairAfterRestore, rebuildSortOrders } from './rebuild.ts'
import { compact, InconsistentOffsetIndex } from './compaction.ts'

export interface IndexMaintenance {
  /** Rebuilds the anchors of a list in the background, after a reader has found them to be wrong. */
  rebuild(list: ListName): void
  /** Waits for the current transaction. */
  stop(): Promise<void>
}

interface MaintenanceOptions {
  readonly db: Kysely<Database>
  /** The data version of the local state: nothing has changed while it stays the same. */
  readonly dataVersion: () => number
  /** Called for inconsistent anchors, and once for each reason why maintenance fails. */
  readonly onError: (error: unknown) => void
  readonly periodMs?: number
}

const MAX_PENDING = 1_000
const PRUNE_EVERY_MS = 60_000
const REBUILD_EVERY_MS = 60_000
const TRIES = 20
const BETWEEN_TRIES_MS = 40
/** Periods to wait after a failure that a rebuild does not repair. */
const PERIODS_AFTER_FAILURE = 10

/**
 * The maintenance worker of the offset index. It folds deltas, splits and merges segments and prunes the change log: at
 * the start, and then in each period in which data has changed. Every process runs one; locks keep them apart.
 */
export function startIndexMaintenance({
  db,
  dataVersion,
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
  let lastError: string | undefined
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

  const repair = async (): Promise<void> => {
    if (await repairAfterRestore(db, signal)) for (const list of LISTS) wrong.add(list)
  }

  const maintain = async (): Promise<void> => {
    if (isFirst) await repair()
    await rebuildWrong()
    const settled = []
    for (const list of LISTS) settled.push(await compactIfDue(db, list, isFirst, signal))
    isSettled = settled.every(Boolean)
    isFirst = false
    if (performance.now() - pruned < PRUNE_EVERY_MS) return
    pruned = performance.now()
    while (!signal.aborted && (await pruneChangeLog(db)));
  }

  /** @returns the milliseconds until the next try. */
  const fail = (error: unknown): number => {
    isSettled = false
    if (error instanceof InconsistentOffsetIndex) rebuild(error.list)
    else if (lastError !== String(error) && !signal.aborted) onError(error)
    lastError = String(error)
    return wrong.size > 0 ? periodMs : PERIODS_AFTER_FAILURE * periodMs
  }

  const tick = async (): Promise<void> => {
    const now = dataVersion()
    if (isSettled && wrong.size === 0 && now === seen) return schedule(periodMs)
    seen = now
    try {
      await maintain()
      lastError = undefined
      schedule(periodMs)
    } catch (error) {
      schedule(fail(error))
    }
  }

  let timer: NodeJS.Timeout | undefined
  const schedule = (ms: number): void => {
    if (signal.aborted) return
    timer = setTimeout(() => {
      running = tick()
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

/** @returns whether nothing is pending. */
async function compactIfDue(
  db: Kysely<Database>,
  list: ListName,
  isThorough: boolean,
  signal: AbortSignal,
): Promise<boolean> {
  const { deltas, isOld, isLong } = await probeIndex(db, list, isThorough)
  if (deltas <= MAX_PENDING && !isOld && !isLong) return deltas === 0
  return compactAll(db, list, signal)
}

/** @returns whether the list is compact; false if writers held its lock at each try. */
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
