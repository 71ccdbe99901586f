import { memoizeByObject } from '../cache/memoize.ts'
import type { StreamEvent } from '../contract/event-stream.ts'
import type { ListName } from '../lists/list.ts'
import { toProblem } from '../problems/problem.ts'
import { REQUEST_BYTES } from '../response-body.ts'
import {
  changesAfter,
  readChanges,
  requestOf,
  type ChangesQuery,
  type ChangesRequest,
  type Sources,
} from './changes.ts'
import type { FeedCursor } from './feed-cursor.ts'
import type { ChangesRead, TakePlace } from './feed-watch.ts'

interface Listening extends Sources {
  readonly takePlace?: TakePlace | undefined
  readonly count?: (() => Promise<void>) | undefined
  readonly charge?: ((requests: number) => void) | undefined
}

/** Less than the time after which proxies close a connection on which nothing is sent. */
const COMMENT_MS = 15_000

/** Streams end at different times, so that clients do not all connect again at once. */
const DURATION_MS = { least: 10 * 60_000, most: 15 * 60_000 }

/** After the last changes, so that frequent ones come together. */
const GATHER_MS = 400

/** After an error. */
const REST_MS = 1_000

/** What comes later is tried again: the response has begun. */
const TEMPORARY = new Set([429, 503])

/**
 * The changes of a list as events, without end: the first one as soon as they are read, and each further one when there are
 * further changes. While a listener waits, it holds neither a connection to the database nor the changes that it has got.
 * @returns events, and undefined when the client should know that the stream goes on.
 * @throws 410 when changes after the cursor may be missing. Later, the stream ends then.
 */
export async function changeEventsOf(
  list: ListName,
  query: ChangesQuery,
  lastEventId: string | undefined,
  sources: Listening,
): Promise<AsyncGenerator<StreamEvent | undefined, void>> {
  const request = requestOf({ ...query, cursor: lastEventId ?? query.cursor })
  const first = await readChanges(list, request, sources.db)
  return eventsOf(list, request, [first], sources)
}

/** @param first taken out of its array, so that the changes do not stay in memory for as long as the stream goes on. */
async function* eventsOf(
  list: ListName,
  request: ChangesRequest,
  first: ChangesRead[],
  sources: Listening,
): AsyncGenerator<StreamEvent | undefined, void> {
  const { feeds, closed, takePlace, count, charge } = sources
  const ended = new AbortController()
  const { signal } = ended
  const end = (): void => ended.abort()
  closed?.().addEventListener('abort', end)
  const leave = takePlace?.('events', end)
  const { least, most } = DURATION_MS
  const endsAt = performance.now() + least + Math.random() * (most - least)
  const isOpen = (): boolean => !feeds.isClosed && !signal.aborted && performance.now() < endsAt
  const wait = { list, request, ms: COMMENT_MS, signal }
  let next: FeedCursor
  /** Undefined when there is nothing in time, or when it cannot be read now. */
  const readNext = async (): Promise<ChangesRead | undefined> => {
    try {
      const read = await changesAfter(next, wait, sources)
      if (read !== undefined) await count?.()
      return read
    } catch (error) {
      const { code, status } = toProblem(error)
      if (code === 'cursor_expired') end()
      else if (!TEMPORARY.has(status)) throw error
      await feeds.pause(REST_MS, signal)
      return undefined
    }
  }
  try {
    let read = first.pop()
    while (isOpen()) {
      if (read === undefined) {
        yield undefined
      } else {
        next = read.next
        charge?.(Math.max(0, Math.ceil(read.body.json.length / REQUEST_BYTES) - 1))
        yield eventOf(read)
        const isLast = read.body.frame?.has_more === false
        read = undefined
        if (isLast) await feeds.pause(GATHER_MS, signal)
      }
      read = await readNext()
    }
  } finally {
    leave?.()
  }
}

/** The same one for all listeners. */
const eventOf = memoizeByObject(({ body }: ChangesRead): StreamEvent => ({
  id: body.frame?.next_cursor ?? '',
  name: 'changes',
  data: body,
}))
