import type { DatabaseReader } from '../database/kysely.ts'
import type { ListName } from '../lists/list.ts'
import { selectDelay, type FeedDelay } from './feed-queries.ts'
import { selectLastNos, type FeedSlice } from './read-feed-queries.ts'

/** What those have read who were woken together: the same request is sent to the database once. */
export type SharedSlices = Map<string, Promise<FeedSlice>>

/** Lets requests wait for entries, without a connection to the database for each. */
export interface FeedWatch {
  /**
   * Resolves when the feed has a number after `no`, after `ms`, or when the signal is aborted.
   * @returns undefined unless there is such a number.
   */
  until(
    list: ListName,
    no: number,
    ms: number,
    signal?: AbortSignal,
  ): Promise<SharedSlices | undefined>
  /** How far the feeds are behind; NaN while the database cannot be reached. */
  delay(): Promise<FeedDelay>
  /** Ends all waits, also later ones. */
  close(): void
}

/** An entry is seen after half of it, on average. */
const POLL_MS = 100

interface Waiting {
  readonly list: ListName
  readonly no: number
  wake(shared?: SharedSlices): void
}

/** One query for all waiting requests of the process, and none while no request waits. */
export function watchFeeds(db: DatabaseReader): FeedWatch {
  const waiting = new Set<Waiting>()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const poll = async (): Promise<void> => {
    try {
      const lastNos = await selectLastNos(db)
      const shared: SharedSlices = new Map()
      for (const each of waiting) if ((lastNos.get(each.list) ?? 0) > each.no) each.wake(shared)
    } catch {
      // Each reads for itself, and reports the error.
      const shared: SharedSlices = new Map()
      for (const { wake } of waiting) wake(shared)
    }
    timer = undefined
    schedule()
  }
  const schedule = (): void => {
    if (waiting.size > 0) timer ??= setTimeout(() => void poll(), POLL_MS).unref()
  }

  return {
    until: (list, no, ms, signal) =>
      new Promise((resolve) => {
        if (isClosed || signal?.aborted === true) return resolve(undefined)
        const wake = (shared?: SharedSlices): void => {
          clearTimeout(late)
          signal?.removeEventListener('abort', end)
          waiting.delete(entry)
          resolve(shared)
        }
        const end = (): void => wake()
        const entry = { list, no, wake }
        const late = setTimeout(end, ms)
        signal?.addEventListener('abort', end)
        waiting.add(entry)
        schedule()
      }),
    delay: () => selectDelay(db).catch(() => ({ seconds: NaN, records: NaN })),
    close() {
      isClosed = true
      for (const { wake } of waiting) wake()
    },
  }
}
