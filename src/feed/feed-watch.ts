import { LRUCache } from 'lru-cache'
import type { DatabaseReader } from '../database/kysely.ts'
import type { ListName } from '../lists/list.ts'
import { selectDelay, type FeedDelay } from './feed-queries.ts'
import type { components } from '../../generated/v1.ts'
import type { PrerenderedBody } from '../response-body.ts'
import type { FeedCursor } from './feed-cursor.ts'
import { selectLastNos } from './read-feed-queries.ts'
import { telemetry } from '../telemetry/telemetry.ts'

type Schemas = components['schemas']
export type Changes = Schemas['ArtworkChanges'] | Schemas['EventChanges']

/** The changes after a cursor. */
export interface ChangesRead {
  readonly body: PrerenderedBody<Changes>
  readonly isEmpty: boolean
  /** The cursor after them. */
  readonly next: FeedCursor
}

/** Reads of requests that were woken together: the same request is sent to the database, and its body made, once. */
type SharedReads = LRUCache<string, Promise<ChangesRead>>

/** Each is of 1 MiB or one record. */
const MAX_SHARED_READS = 16

/**
 * Takes a place for a response that takes long.
 * @param end called when another client gets the place.
 * @returns a function that leaves the place.
 * @throws 503 when there is none.
 */
export type TakePlace = (of: 'events' | 'snapshots', end: () => void) => () => void

/** Lets requests wait for entries, without a connection to the database for each. */
export interface FeedWatch {
  /**
   * Resolves when the last number of the feed is not `no`, after `ms`, or when the signal is aborted.
   * @returns undefined unless there is such a number.
   */
  until(
    list: ListName,
    no: number,
    ms: number,
    signal?: AbortSignal,
  ): Promise<SharedReads | undefined>
  /** Resolves after `ms`, or when the signal is aborted. */
  pause(ms: number, signal?: AbortSignal): Promise<void>
  readonly isClosed: boolean
  /** How far the feeds are behind; NaN while the database cannot be reached. */
  delay(): Promise<FeedDelay>
  /** Ends all waits, also later ones. */
  close(): void
}

/**
 * An entry is seen after half of it, on average. It is also the least time between two events of a stream: the contract
 * promises at most ten in a second.
 */
const POLL_MS = 100

interface Waiting {
  /** Whether it goes on after a poll with these last numbers; with none if the poll has failed. */
  isOver(lastNos: ReadonlyMap<string, number>): boolean
  wake(shared?: SharedReads): void
}

/** One query for all waiting requests of the process, and none while no request waits. */
export function watchFeeds(db: DatabaseReader): FeedWatch {
  const waiting = new Set<Waiting>()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const poll = async (): Promise<void> => {
    // After an error, each reads for itself, and reports it.
    const lastNos = await selectLastNos(db).catch(() => new Map<string, number>())
    const shared: SharedReads = new LRUCache({ max: MAX_SHARED_READS })
    for (const each of waiting) if (each.isOver(lastNos)) each.wake(shared)
    timer = undefined
    schedule()
  }
  /** It belongs to no trace: the first request that waits may have ended. */
  const pollForAll = (): Promise<void> => telemetry?.run(undefined, poll) ?? poll()
  const schedule = (): void => {
    if (waiting.size > 0) timer ??= setTimeout(() => void pollForAll(), POLL_MS).unref()
  }

  const wait = (
    isOver: Waiting['isOver'],
    ms: number,
    signal: AbortSignal | undefined,
  ): Promise<SharedReads | undefined> =>
    new Promise((resolve) => {
      if (isClosed || signal?.aborted === true) return resolve(undefined)
      const wake = (shared?: SharedReads): void => {
        clearTimeout(late)
        signal?.removeEventListener('abort', end)
        waiting.delete(entry)
        resolve(shared)
      }
      const end = (): void => wake()
      const entry = { isOver, wake }
      const late = setTimeout(end, ms)
      signal?.addEventListener('abort', end)
      waiting.add(entry)
      schedule()
    })

  return {
    // A lower number is one of a database that was restored.
    until: (list, no, ms, signal) => wait((lastNos) => lastNos.get(list) !== no, ms, signal),
    async pause(ms, signal) {
      await wait(() => false, ms, signal)
    },
    get isClosed() {
      return isClosed
    },
    delay: () => selectDelay(db).catch(() => ({ seconds: NaN, records: NaN })),
    close() {
      isClosed = true
      for (const { wake } of waiting) wake()
    },
  }
}
