import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { isRepeatable } from '../../database/errors.ts'
import type { Database } from '../../database/tables.ts'
import { planForRanges } from '../offset-index/segment-queries.ts'
import { readCommitted } from '../offset-index/compaction.ts'

/** Something that is stored of records, and can be missing or outdated: each record by itself. */
export interface RefreshTask {
  /** The subjects of the change log after whose changes it has to be done again. */
  readonly subjects: readonly string[]
  /** After a batch, while others read, it rests for so many times as long as the batch took. */
  readonly idleRatio: number
  /** The highest id; 0 when there are no records. */
  lastId(db: Kysely<Database>): Promise<number>
  /** The next `size` records after the id `after`. */
  window(trx: Transaction<Database>, after: number, size: number): Promise<IdWindow>
  /** Does it for those of the records that still need it, and waits for nobody. */
  refresh(trx: Transaction<Database>, ids: readonly number[]): Promise<void>
}

/** A part of all records in the order of their ids. */
export interface IdWindow {
  /** The last id; null at the end. */
  readonly last: number | null
  /** Records that need the work. */
  readonly stale: readonly number[]
}

export interface BackgroundRefresh {
  /** Records of a subject have changed; undefined for any of them. */
  recordChanged(subject: string, ids: readonly number[] | undefined): void
  /** Records of a subject were found that need work: others will, unless all have been looked at. */
  recordStale(subject: string, ids: readonly number[]): void
  /** Waits for the batch that is under way. */
  stop(): Promise<void>
}

interface BackgroundRefreshOptions {
  readonly db: Kysely<Database>
  readonly tasks: readonly RefreshTask[]
  /** How many requests have been read for: while it moves on, batches are further apart. */
  readonly readCount: () => number
  /** Told once of what keeps the work from being done. */
  readonly onError: (error: unknown) => void
  /** After the start, until all records are looked at. */
  readonly delayMs?: number
}

const WINDOW = 2_000
/** Records of one transaction: a writer of one of them waits for no longer than all of them take. */
const BATCH = 250
/** Of several processes, which hear of a change at the same time, the first works and the others find it. */
const DELAY_MS = 100
const JITTER_MS = 200
const AFTER_FAILURE_MS = 10_000
/** Of a batch that deadlocks undo. */
const MOST_TRIES = 10
/** The first seconds are for those who have waited for the process to start. */
const FIRST_MS = 20_000
/** Of more records than these, all are looked at. */
const MAX_NAMED = 10_000

/**
 * Does each work for changed records, and once for all records: some seconds after the start, or when the first
 * record that needs it is found. Nobody waits for it, and it may end anywhere: what is done is committed batch by
 * batch, and the rest is found again.
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
  /** The records to look at; undefined for all. */
  const waiting = new Map<RefreshTask, Set<number> | undefined>()
  const notLookedAt = new Set(tasks)
  let running = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let seen = readCount()
  let told: string | undefined

  /** While others read, some of the time is theirs alone. */
  const pause = async (ms: number): Promise<void> => {
    if (readCount() !== seen) await sleep(ms, undefined, { signal }).catch(() => {})
    seen = readCount()
  }

  const doWork = async (work: RefreshTask): Promise<void> => {
    const ids = waiting.get(work)
    if (ids === undefined) notLookedAt.delete(work)
    waiting.delete(work)
    const pace: Pace = { pause: (ms) => pause(ms * work.idleRatio), signal }
    try {
      if (ids === undefined) await refreshAll(db, work, pace)
      else await doBatches(db, work, [...ids], pace)
    } catch (error) {
      waiting.set(work, undefined)
      throw error
    }
  }

  const turn = async (): Promise<void> => {
    try {
      const wanted = [...waiting.keys()]
      for (const work of wanted) await doWork(work)
      timer = undefined
      told = undefined
      if (waiting.size > 0) schedule(DELAY_MS + Math.random() * JITTER_MS)
    } catch (error) {
      timer = undefined
      if (told !== String(error) && !signal.aborted) onError(error)
      told = String(error)
      schedule(AFTER_FAILURE_MS)
    }
  }

  const schedule = (ms: number): void => {
    if (signal.aborted || timer !== undefined) return
    timer = setTimeout(() => {
      running = turn()
    }, ms).unref()
  }

  const noteFor = (work: RefreshTask, ids: readonly number[] | undefined): void => {
    const known = waiting.has(work) ? waiting.get(work) : new Set<number>()
    for (const id of ids ?? []) known?.add(id)
    const isWhole = ids === undefined || (known?.size ?? 0) > MAX_NAMED
    waiting.set(work, isWhole ? undefined : known)
  }

  const note = (subject: string, ids: readonly number[] | undefined): void => {
    if (ids?.length === 0) return
    for (const work of tasks) if (work.subjects.includes(subject)) noteFor(work, ids)
    if (waiting.size > 0) schedule(DELAY_MS + Math.random() * JITTER_MS)
  }

  const first = setTimeout(() => {
    for (const work of notLookedAt) noteFor(work, undefined)
    schedule(0)
  }, delayMs).unref()
  return {
    recordChanged: note,
    recordStale(subject, ids) {
      const isFirst = tasks.some((work) => work.subjects.includes(subject) && notLookedAt.has(work))
      note(subject, isFirst ? undefined : ids)
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
  /** How many batches at a time, each on a connection of its own; 1 when left out. */
  readonly atOnce?: number
  /** Called between two batches, with the time that the last one took. */
  readonly pause?: (ms: number) => Promise<void>
  readonly signal?: AbortSignal
  /** Told of the id up to which the work is done. */
  readonly onProgress?: (id: number) => void
}

const NEVER = new AbortController().signal

/** Does a work for all records that need it, batch by batch. */
export async function refreshAll(
  db: Kysely<Database>,
  work: RefreshTask,
  pace: Pace = {},
): Promise<void> {
  const { signal = NEVER } = pace
  for (let after: number | null = 0; after !== null && !signal.aborted;) {
    const start: number = after
    const { last, stale } = await inBatch(db, (trx) => work.window(trx, start, WINDOW))
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
 * Each statement of it sees what was committed before. A batch that a deadlock has undone is done again, as a
 * TRUNCATE and a batch can wait for each other.
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
      if (tries === MOST_TRIES || !isRepeatable(error)) throw error
      await sleep(Math.random() * JITTER_MS)
    }
  }
}
