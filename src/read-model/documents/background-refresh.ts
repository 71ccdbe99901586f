import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { isRetryable } from '../../database/errors.ts'
import type { DatabaseReader } from '../../database/kysely.ts'
import type { Database } from '../../database/tables.ts'
import { planForRanges } from '../offset-index/segment-queries.ts'
import { readCommitted } from '../offset-index/compaction.ts'

/** How one kind of derived data, such as documents, is found stale and refreshed. */
export interface RefreshTask {
  /** Change-log subjects that make it stale. */
  readonly subjects: readonly string[]
  /** The pause after a batch or a search while clients read, as a multiple of its duration. */
  readonly idleRatio: number
  /** The highest id; 0 when there are no records. */
  lastId(db: DatabaseReader): Promise<number>
  /** Called once, before the first batch. */
  begin?(db: Kysely<Database>): Promise<void>
  /** The next `size` records after the id `after`. */
  window(trx: Transaction<Database>, after: number, size: number): Promise<IdWindow>
  /** Refreshes the given records that are still stale, and skips locked ones. */
  refresh(trx: Transaction<Database>, ids: readonly number[]): Promise<void>
}

/** A range of records in the order of their ids. */
export interface IdWindow {
  /** The last id; null at the end. */
  readonly last: number | null
  /** The ids of stale records. */
  readonly stale: readonly number[]
}

export interface BackgroundRefresh {
  /** Records of a subject have changed; null for all of them. */
  recordChanged(subject: string, ids: readonly string[] | null): void
  /** A reader found stale records. Before the first full scan, this starts the scan, as more may be stale. */
  recordStale(subject: string, ids: readonly number[]): void
  /** Waits for the batch that is under way. */
  stop(): Promise<void>
}

interface BackgroundRefreshOptions {
  readonly db: Kysely<Database>
  readonly tasks: readonly RefreshTask[]
  /** The number of reads so far. While it grows, there are pauses between batches. */
  readonly readCount: () => number
  /** Called once for each distinct error. */
  readonly onError: (error: unknown) => void
  /** The delay of the first full scan. */
  readonly delayMs?: number
}

const WINDOW = 2_000
/** Records in one transaction. A writer of one of them waits for the whole transaction. */
const BATCH = 250
/**
 * All processes see a change at the same time. After random delays, one of them refreshes the records, and the others
 * find nothing stale.
 */
const DELAY_MS = 100
const JITTER_MS = 200
const AFTER_FAILURE_MS = 10_000
/** Maximum number of tries of a batch, after deadlocks. */
const MAX_TRIES = 10
/** The first full scan does not compete with the first requests after the start. */
const FIRST_MS = 20_000
/** Above this number of changed records, all records are scanned. */
const MAX_NAMED = 10_000

/**
 * Refreshes changed records. It also scans all records once: some seconds after the start, or when a reader finds the
 * first stale record. No request waits for it. It can stop at any time, because each batch is committed and the next
 * scan finds the rest.
 */
export function startBackgroundRefresh({
  db,
  tasks,
  readCount,
  onError,
  delayMs = FIRST_MS,
}: BackgroundRefreshOptions): BackgroundRefresh {
  const stopping = new AbortController()
  const { signal } = stopping
  /** The records to check; undefined for all. */
  const waiting = new Map<RefreshTask, Set<number> | undefined>()
  const unscanned = new Set(tasks)
  const begun = new Set<RefreshTask>()
  let running = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let seen = readCount()
  let lastError: string | undefined

  /** Pauses while clients read. */
  const pause = async (ms: number): Promise<void> => {
    if (readCount() !== seen) await sleep(ms, undefined, { signal }).catch(() => {})
    seen = readCount()
  }

  const runTask = async (work: RefreshTask): Promise<void> => {
    const ids = waiting.get(work)
    if (ids === undefined) unscanned.delete(work)
    waiting.delete(work)
    const pace: Pace = { pause: (ms) => pause(ms * work.idleRatio), signal }
    try {
      if (!begun.has(work)) await work.begin?.(db)
      begun.add(work)
      if (ids === undefined) await refreshAll(db, work, pace)
      else await doBatches(db, work, [...ids], pace)
    } catch (error) {
      waiting.set(work, undefined)
      throw error
    }
  }

  const runQueued = async (): Promise<void> => {
    try {
      const queued = [...waiting.keys()]
      for (const work of queued) await runTask(work)
      timer = undefined
      lastError = undefined
      if (waiting.size > 0) schedule(DELAY_MS + Math.random() * JITTER_MS)
    } catch (error) {
      timer = undefined
      if (lastError !== String(error) && !signal.aborted) onError(error)
      lastError = String(error)
      schedule(AFTER_FAILURE_MS)
    }
  }

  const schedule = (ms: number): void => {
    if (signal.aborted || timer !== undefined) return
    timer = setTimeout(() => {
      running = runQueued()
    }, ms).unref()
  }

  const enqueueFor = (work: RefreshTask, ids: readonly number[] | undefined): void => {
    const known = waiting.has(work) ? waiting.get(work) : new Set<number>()
    for (const id of ids ?? []) known?.add(id)
    const isWhole = ids === undefined || (known?.size ?? 0) > MAX_NAMED
    waiting.set(work, isWhole ? undefined : known)
  }

  const enqueue = (subject: string, ids: readonly number[] | undefined): void => {
    if (ids?.length === 0) return
    for (const work of tasks) if (work.subjects.includes(subject)) enqueueFor(work, ids)
    if (waiting.size > 0) schedule(DELAY_MS + Math.random() * JITTER_MS)
  }

  const first = setTimeout(() => {
    for (const work of unscanned) enqueueFor(work, undefined)
    schedule(0)
  }, delayMs).unref()
  return {
    recordChanged: (subject, ids) => enqueue(subject, ids?.map(Number)),
    recordStale(subject, ids) {
      const isFirst = tasks.some((work) => work.subjects.includes(subject) && unscanned.has(work))
      enqueue(subject, isFirst ? undefined : ids)
    },
    async stop() {
      stopping.abort()
      clearTimeout(first)
      clearTimeout(timer)
      await running
    },
  }
}

interface Pace {
  /** Concurrent batches, each on a connection of its own; 1 by default. */
  readonly atOnce?: number
  /** Called after each batch, and after each search for stale records, with its duration. */
  readonly pause?: (ms: number) => Promise<void>
  readonly signal?: AbortSignal
  /** Called with the id up to which records are refreshed. */
  readonly onProgress?: (id: number) => void
}

const NEVER = new AbortController().signal

/** Refreshes all stale records in batches. */
export async function refreshAll(
  db: Kysely<Database>,
  work: RefreshTask,
  pace: Pace = {},
): Promise<void> {
  const { signal = NEVER } = pace
  for (let after: number | null = 0; after !== null && !signal.aborted;) {
    const lowest: number = after
    const start = performance.now()
    const { last, stale } = await inBatch(db, (trx) => work.window(trx, lowest, WINDOW))
    await pace.pause?.(performance.now() - start)
    await doBatches(db, work, stale, pace)
    after = last
    if (last !== null) pace.onProgress?.(last)
  }
}

async function doBatches(
  db: Kysely<Database>,
  work: RefreshTask,
  ids: readonly number[],
  { atOnce = 1, pause, signal = NEVER }: Pace,
): Promise<void> {
  let at = 0
  const doNext = async (): Promise<void> => {
    while (at < ids.length && !signal.aborted) {
      const batch = ids.slice(at, at + BATCH)
      at += BATCH
      const start = performance.now()
      await inBatch(db, (trx) => work.refresh(trx, batch))
      await pause?.(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, doNext))
}

/**
 * READ COMMITTED, so each statement sees all commits before it. A batch is retried after a deadlock, because a TRUNCATE
 * and a batch can wait for each other.
 */
async function inBatch<Result>(
  db: Kysely<Database>,
  task: (trx: Transaction<Database>) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await readCommitted(db, async (trx) => {
        await planForRanges(trx)
        return task(trx)
      })
    } catch (error) {
      if (tries === MAX_TRIES || !isRetryable(error)) throw error
      await sleep(Math.random() * JITTER_MS)
    }
  }
}
