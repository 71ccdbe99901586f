import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { isRetryable } from '../../database/errors.ts'
import { planForRanges, readCommitted, type DatabaseReader } from '../../database/kysely.ts'
import type { Database } from '../../database/tables.ts'
import type { Task } from '../../work/worker.ts'

/** How one kind of derived data, such as documents, is found stale and refreshed. */
export interface Refresh {
  /** Of its task. */
  readonly name: string
  /** Change-log subjects that make it stale. */
  readonly subjects: readonly string[]
  /** The pause after a batch or a search while clients read, as a multiple of its duration. */
  readonly pauseRatio: number
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
  /** The ids of stale records, in order. */
  readonly stale: readonly number[]
}

/** A range of records, and the ids of those whose derived data are wrong. */
export type WrongWindow = Pick<IdWindow, 'last'> & { readonly wrong: readonly number[] }

interface RefreshTask extends Task {
  /** Records of a subject have changed; null for all of them. */
  recordChanged(subject: string, ids: readonly string[] | null): void
  /** A reader found stale records. Before the first search, this starts the search, as more may be stale. */
  recordStale(subject: string, ids: readonly number[]): void
}

const WINDOW = 2_000
/** Records in one transaction. A writer of one of them waits for the whole transaction. */
const BATCH = 250
/**
 * All processes see a change at the same time. After random times, one of them refreshes the records, and the others
 * find nothing stale.
 */
const EVERY_MS = 200
/** Maximum number of tries of a batch, after deadlocks. */
const MAX_TRIES = 10
const MAX_RETRY_DELAY_MS = 200
/** The first search does not compete with the first requests after the start. */
const FIRST_SEARCH_MS = 20_000
/** Above this number of changed records, all records are searched. */
const MAX_NAMED = 10_000

/**
 * The task that refreshes changed records. It also searches all records once: some seconds after the start, or when a
 * reader finds the first stale record. It can end after any batch, because the next search finds the rest.
 */
export function refreshTask(refresh: Refresh): RefreshTask {
  const searchAt = performance.now() + FIRST_SEARCH_MS
  let hasBegun = false
  let hasSearched = false
  /** The records to refresh; undefined for all that a search finds stale. */
  let waiting: Set<number> | undefined = new Set()

  const enqueue = (subject: string, ids: readonly (number | string)[] | undefined): void => {
    if (!refresh.subjects.includes(subject)) return
    for (const id of ids ?? []) waiting?.add(Number(id))
    if (ids === undefined || (waiting?.size ?? 0) > MAX_NAMED) waiting = undefined
  }

  const isSearchDue = (): boolean =>
    waiting === undefined || (!hasSearched && performance.now() >= searchAt)

  return {
    name: refresh.name,
    everyMs: EVERY_MS,
    pauseRatio: refresh.pauseRatio,
    recordChanged: (subject, ids) => enqueue(subject, ids ?? undefined),
    recordStale(subject, ids) {
      if (ids.length > 0) enqueue(subject, hasSearched ? ids : undefined)
    },
    isDue: () => isSearchDue() || waiting?.size !== 0,
    async *run(db) {
      const ids = isSearchDue() ? undefined : [...(waiting ?? [])]
      hasSearched ||= ids === undefined
      waiting = new Set()
      try {
        if (!hasBegun) await refresh.begin?.(db)
        hasBegun = true
        yield* ids === undefined ? refreshAll(db, refresh) : refreshEach(db, refresh, ids)
      } catch (error) {
        waiting = undefined
        throw error
      }
    },
  }
}

/**
 * Refreshes all stale records in batches.
 * @param atOnce concurrent batches, each on a connection of its own.
 * @yields the id up to which records are refreshed.
 */
export async function* refreshAll(
  db: Kysely<Database>,
  refresh: Refresh,
  atOnce = 1,
): AsyncGenerator<number, void> {
  for (let after: number | null = 0; after !== null;) {
    const lowest: number = after
    const { last, stale } = await inBatch(db, (trx) => refresh.window(trx, lowest, WINDOW))
    yield lowest
    yield* refreshEach(db, refresh, stale, atOnce)
    after = last
  }
}

async function* refreshEach(
  db: Kysely<Database>,
  refresh: Refresh,
  ids: readonly number[],
  atOnce = 1,
): AsyncGenerator<number, void> {
  for (let left = ids; left.length > 0;) {
    const batches: (readonly number[])[] = []
    for (; batches.length < atOnce && left.length > 0; left = left.slice(BATCH)) {
      batches.push(left.slice(0, BATCH))
    }
    await Promise.all(batches.map((batch) => inBatch(db, (trx) => refresh.refresh(trx, batch))))
    yield batches.at(-1)?.at(-1) ?? 0
  }
}

/**
 * READ COMMITTED, so each statement sees all commits before it. A batch is retried after a deadlock, because a TRUNCATE
 * and a batch can wait for each other.
 */
async function inBatch<Result>(
  db: Kysely<Database>,
  batch: (trx: Transaction<Database>) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await readCommitted(db, async (trx) => {
        await planForRanges(trx)
        return batch(trx)
      })
    } catch (error) {
      if (tries === MAX_TRIES || !isRetryable(error)) throw error
      await sleep(Math.random() * MAX_RETRY_DELAY_MS)
    }
  }
}
