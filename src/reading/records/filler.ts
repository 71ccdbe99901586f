import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { OutsideContract } from '../../contract/response-validator.ts'
import type { Database } from '../../database/tables.ts'
import { acceptDocument } from './accept-document.ts'
import type { ListName } from '../orderings.ts'
import { planForRanges } from '../waypoints/stretch-queries.ts'
import { readCommitted } from '../waypoints/tidy.ts'
import {
  deleteDocuments,
  lockMissing,
  selectWindow,
  storeDocuments,
  type StoredDocument,
  type Window,
} from './filler-queries.ts'

export interface Filler {
  /** These records of a list have changed; undefined for any of them. */
  note(list: ListName, ids: readonly number[] | undefined): void
  /** Waits for the batch that is under way. */
  stop(): Promise<void>
}

export interface FillerOptions {
  readonly db: Kysely<Database>
  /** How many requests have been read for: while it moves on, batches are further apart. */
  readonly readCount: () => number
  /** Told once of what keeps documents from being stored. */
  readonly onError: (error: unknown) => void
  /** After the start. */
  readonly delayMs?: number
}

const WINDOW = 2_000
/** Records of one transaction: a writer of one of them waits for no longer than all of them take. */
const BATCH = 250
/** Of several processes, which hear of a change at the same time, the first stores and the others find it. */
const DELAY_MS = 100
const JITTER_MS = 200
const AFTER_FAILURE_MS = 10_000
/** Of more records than these of a list, all are looked at. */
const MAX_NAMED = 10_000

/**
 * Stores the documents that are missing: all of them after the start, then those of changed records.
 * Nobody waits for it, and it may end anywhere: a document that is missing is made by its reader.
 */
export function startFiller({ db, readCount, onError, delayMs = 1_000 }: FillerOptions): Filler {
  const stopping = new AbortController()
  const { signal } = stopping
  /** What to look at; undefined for the whole list. */
  const waiting = new Map<ListName, Set<number> | undefined>([
    ['artworks', undefined],
    ['events', undefined],
  ])
  let running = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let seen = readCount()
  let told: string | undefined

  /** While others read, half of the time is theirs alone. */
  const pause = async (ms: number): Promise<void> => {
    if (readCount() !== seen) await sleep(ms, undefined, { signal }).catch(() => {})
    seen = readCount()
  }

  const fill = async (list: ListName): Promise<void> => {
    const ids = waiting.get(list)
    waiting.delete(list)
    try {
      if (ids === undefined) await storeMissing(db, list, pause, signal)
      else await storeInBatches(db, list, [...ids], pause, signal)
    } catch (error) {
      waiting.set(list, undefined)
      throw error
    }
  }

  const turn = async (): Promise<void> => {
    try {
      const lists = [...waiting.keys()]
      for (const list of lists) await fill(list)
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

  schedule(delayMs)
  return {
    note(list, ids) {
      const known = waiting.has(list) ? waiting.get(list) : new Set<number>()
      for (const id of ids ?? []) known?.add(id)
      const isWhole = ids === undefined || (known?.size ?? 0) > MAX_NAMED
      waiting.set(list, isWhole ? undefined : known)
      schedule(DELAY_MS + Math.random() * JITTER_MS)
    },
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}

/**
 * Stores all documents of a list that are missing, batch by batch.
 * @param pause called between two batches, with the time that the last one took.
 */
export async function storeMissing(
  db: Kysely<Database>,
  list: ListName,
  pause: (ms: number) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  for (let after: number | null = 0; after !== null && !signal.aborted;) {
    const { last, missing } = await nextWindow(db, list, after)
    await storeInBatches(db, list, missing, pause, signal)
    after = last
  }
}

async function storeInBatches(
  db: Kysely<Database>,
  list: ListName,
  ids: readonly number[],
  pause: (ms: number) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  for (let at = 0; at < ids.length && !signal.aborted; at += BATCH) {
    const start = performance.now()
    await storeBatch(db, list, ids.slice(at, at + BATCH))
    await pause(performance.now() - start)
  }
}

function storeBatch(db: Kysely<Database>, list: ListName, ids: readonly number[]): Promise<void> {
  return readCommitted(db, async (trx) => {
    await planForRanges(trx)
    const locked = await lockMissing(trx, list, ids)
    if (locked.length === 0) return
    const refused = refusedOf(list, await storeDocuments(trx, list, locked))
    if (refused.length > 0) await deleteDocuments(trx, list, refused)
  })
}

function nextWindow(db: Kysely<Database>, list: ListName, after: number): Promise<Window> {
  return readCommitted(db, async (trx) => {
    await planForRanges(trx)
    return selectWindow(trx, list, after, WINDOW)
  })
}

/** Those that the contract does not allow. Their readers are told, each by its own request. */
function refusedOf(list: ListName, documents: readonly StoredDocument[]): number[] {
  return documents.flatMap(({ id, text, digest }) => {
    try {
      acceptDocument(list, text, digest)
      return []
    } catch (error) {
      if (error instanceof OutsideContract) return [id]
      throw error
    }
  })
}
