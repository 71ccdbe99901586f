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
  type Wait,
} from './changes.ts'
import type { FeedCursor } from './feed-cursor.ts'
import type { ChangesRead, TakePlace } from './feed-watch.ts'

interface StreamSources extends Sources {
  readonly takePlace?: TakePlace | undefined
  readonly count?: (() => Promise<void>) | undefined
  readonly charge?: ((requests: number) => void) | undefined
}

/** Less than the time after which proxies close a connection on which nothing is sent. */
const COMMENT_MS = 15_000

/** Streams end at different times, so that clients do not all connect again at once. */
const DURATION_MS = { min: 10 * 60_000, max: 15 * 60_000 }

/** After the last changes, so that frequent ones come together. */
const GATHER_MS = 400

/** After an error. */
const REST_MS = 1_000

/** After these the stream goes on: its status has been sent. */
const TEMPORARY = new Set([429, 503])

/**
 * The changes of a list as events, without end: the first one as soon as they are read, and each further one when there are
 * further changes. While a stream waits, it holds neither a connection to the database nor the changes that it has got.
 * @returns events, and undefined when the client should know that the stream goes on.
 * @throws 410 when changes after the cursor may be missing. Later, the stream ends then.
 */
export async function changeEventsOf(
  list: ListName,
  query: ChangesQuery,
  lastEventId: string | undefined,
  sources: StreamSources,
): Promise<AsyncGenerator<StreamEvent | undefined, void>> {
  const request = requestOf({ ...query, cursor: lastEventId ?? query.cursor })
  const first = await readChanges(list, request, sources)
  return eventsOf(list, request, [first], sources)
}

/** @param first taken out of its array, so that the changes do not stay in memory for as long as the stream goes on. */
async function* eventsOf(
  list: ListName,
  request: ChangesRequest,
  first: ChangesRead[],
  sources: StreamSources,
): AsyncGenerator<StreamEvent | undefined, void> {
  const { feeds, closed, takePlace, charge } = sources
  const ended = new AbortController()
  const { signal } = ended
  const end = (): void => ended.abort()
  closed?.().addEventListener('abort', end)
  const leave = takePlace?.('events', end)
  const { min, max } = DURATION_MS
  const endsAt = performance.now() + min + Math.random() * (max - min)
  const isOpen = (): boolean => !feeds.isClosed && !signal.aborted && performance.now() < endsAt
  const wait = { list, request, ms: COMMENT_MS, signal }
  try {
    let read = first.pop()
    let next = read?.next as FeedCursor
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
      read = await readNext(next, wait, sources, end)
    }
  } finally {
    leave?.()
  }
}

/**
 * @param end ends the stream.
 * @returns undefined when there is nothing in time, or when it cannot be read now.
 */
async function readNext(
  after: FeedCursor,
  wait: Wait,
  sources: StreamSources,
  end: () => void,
): Promise<ChangesRead | undefined> {
  try {
    return await changesAfter(after, wait, sources, sources.count)
  } catch (error) {
    const { code, status } = toProblem(error)
    if (code === 'cursor_expired') end()
    else if (!TEMPORARY.has(status)) throw error
    await sources.feeds.pause(REST_MS, wait.signal)
    return undefined
  }
}

/** One object for all streams that share a read, so that it is encoded once. */
const eventOf = memoizeByObject(({ body }: ChangesRead): StreamEvent => ({
  id: body.frame?.next_cursor ?? '',
  name: 'changes',
  data: body,
}))
