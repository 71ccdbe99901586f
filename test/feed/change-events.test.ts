import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { changeEventsOf } from '../../src/feed/change-events.ts'
import { watchFeeds, type FeedWatch, type TakePlace } from '../../src/feed/feed-watch.ts'
import { snapshotOf } from '../../src/feed/snapshot.ts'
import { createPlaces } from '../../src/limits/places.ts'
import type { ListName } from '../../src/lists/list.ts'
import { randomWriter } from '../read-model/random-writer.ts'
import { LIST_NAMES, LISTS } from '../read-model/reference-responses.ts'
import { serviceAt, useServices } from '../read-model/services.ts'
import { operations } from '../../src/operations.ts'
import { amount } from '../support/amount.ts'
import { testApp } from '../support/app.ts'
import { countTurns } from '../support/count-turns.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeEvent } from '../support/make-event.ts'
import { send } from '../support/send.ts'
import { settleFeeds } from '../support/settle-feeds.ts'
import { eventsIn, openStream, type ReceivedEvent } from './event-source.ts'
import { FeedCopy, plainDigests, type Changes } from './feed-copy.ts'

const test = useServices(2)
let origins: string[]

beforeAll(async () => {
  await makeArtwork(test.db, { id: 1, title: 'Köln 日本 \u0085 \u2028 \u2029' })
  await makeEvent(test.db, { id: 1 })
  await sql`SELECT setval(quote_ident(sequencename)::regclass, 1000 * row_number() OVER ())
    FROM pg_sequences WHERE schemaname = current_schema()`.execute(test.db)
  await settleFeeds(test.db)
  origins = await Promise.all(test.apps.map((app) => app.listen({ host: '127.0.0.1', port: 0 })))
})

const any = (count: number): number => Math.floor(Math.random() * count)

/** A stream from one of the services. */
function open(
  list: ListName,
  query: string,
  headers?: Readonly<Record<string, string>>,
): Promise<IncomingMessage> {
  return openStream(`${origins[any(2)]}/api/v1${LISTS[list].path}changes/?${query}`, headers)
}

async function nextChanges(events: AsyncIterator<ReceivedEvent>): Promise<Changes> {
  for (;;) {
    const { value, done } = await events.next()
    if (done === true) throw new Error('The stream has ended')
    const { data, id, event } = value
    if (data === undefined) continue
    const changes = JSON.parse(data) as Changes
    expect({ id, event }).toEqual({ id: changes.next_cursor, event: 'changes' })
    return changes
  }
}

/** Follows a list. The connection is cut at random, and the service is another one then. */
async function listen(list: ListName, copy: FeedCopy, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // The header has the last word.
    const [query, headers] =
      copy.cursor === undefined ? ['', {}] : ['cursor=x', { 'last-event-id': copy.cursor }]
    const limit = 1 + any(9)
    const response = await open(list, `include=record&limit=${limit}&wait=30&${query}`, headers)
    expect(response.statusCode).toBe(200)
    const cut = (): void => void response.destroy()
    signal.addEventListener('abort', cut)
    const timer = setTimeout(cut, any(1_500))
    for await (const { data } of eventsIn(response)) {
      if (data === undefined) continue
      const changes = JSON.parse(data) as Changes
      expect(changes.results.length).toBeLessThanOrEqual(limit)
      copy.apply(changes)
    }
    clearTimeout(timer)
  }
}

async function isBehind(list: ListName, { cursor }: FeedCopy): Promise<boolean> {
  if (cursor === undefined) return true
  const path = `${LISTS[list].path}changes/?limit=1&cursor=${cursor}`
  const { results } = (await send(test.apps[0]!, { path })).json() as unknown as Changes
  return results.length > 0
}

/** The stream ends in order, and without a further event. */
async function expectEnd(
  response: IncomingMessage,
  events: AsyncIterable<ReceivedEvent>,
): Promise<void> {
  for await (const { data } of events) expect(data).toBeUndefined()
  expect(response.complete).toBe(true)
}

describe('a listener', () => {
  it('has a copy that equals the list after random writes, however often its connection is cut', async () => {
    // More than the connections to the database.
    const copies = [...LIST_NAMES, ...LIST_NAMES, ...LIST_NAMES, ...LIST_NAMES].map((list) => ({
      list,
      copy: new FeedCopy(list, (path) => send(test.apps[0]!, { path })),
    }))
    const done = new AbortController()
    const listening = Promise.all(copies.map(({ list, copy }) => listen(list, copy, done.signal)))
    const writing = async (): Promise<void> => {
      const writers = ['one', 'two'].map((name) => randomWriter(test.db, name))
      for (let no = 0; no < amount({ commit: 50, nightly: 300 }); no += 1) {
        await Promise.all(writers.map(({ write }) => write()))
      }
      await settleFeeds(test.db)
      for (const { list, copy } of copies) while (await isBehind(list, copy)) await sleep(20)
      done.abort()
    }
    await Promise.all([listening, writing()])
    for (const { list, copy } of copies) {
      expect(copy.digests()).toEqual(await plainDigests(test.db, list))
    }
  })

  it('gets an event at once, and one for each change, until its cursor expires', async () => {
    await settleFeeds(test.db)
    const path = '/events/changes/?limit=500'
    const { json } = await send(test.apps[0]!, { path })
    const response = await open('events', 'limit=500')
    expect(response.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'x-accel-buffering': 'no',
    })
    expect(response.headers).not.toHaveProperty('content-encoding')
    const events = eventsIn(response)
    let changes = await nextChanges(events)
    expect(changes).toEqual(json())
    // The random writes may have left more than one event holds.
    while (changes.has_more) changes = await nextChanges(events)
    const { id } = await makeEvent(test.db)
    const later = await nextChanges(events)
    expect(later).toMatchObject({ results: [{ id, op: 'upsert', record: null }], has_more: false })
    // As in another database.
    await sql`UPDATE feed_epochs SET epoch = gen_random_uuid() WHERE list = 'events'`.execute(
      test.db,
    )
    await makeEvent(test.db)
    await settleFeeds(test.db)
    await expectEnd(response, events)
    const again = await open('events', '', { 'last-event-id': later.next_cursor })
    expect([again.statusCode, again.headers['content-type']]).toEqual([
      410,
      'application/problem+json',
    ])
  })

  it('is let go when the service stops', async () => {
    const { app, close } = await serviceAt(test.url)
    const origin = await app.listen({ host: '127.0.0.1', port: 0 })
    const response = await openStream(`${origin}/api/v1/events/changes/`)
    const events = eventsIn(response)
    while ((await nextChanges(events)).has_more);
    await Promise.all([expectEnd(response, events), close()])
  })

  it('that has exceeded its number of requests gets comments instead of events', async () => {
    const limits = { perMinute: 3, poolSize: 3 }
    const app = await testApp(test, { limits })
    const origin = await app.listen({ host: '127.0.0.1', port: 0 })
    const url = `${origin}/api/v1/events/changes/?limit=1`
    await makeEvent(test.db)
    await makeEvent(test.db)
    await makeEvent(test.db)
    await settleFeeds(test.db)
    const events = eventsIn(await openStream(url))
    const changes = [
      await nextChanges(events),
      await nextChanges(events),
      await nextChanges(events),
    ]
    expect(changes.every((each) => each.has_more)).toBe(true)
    expect((await events.next()).value).toEqual({})
    expect((await openStream(url)).statusCode).toBe(429)
    await app.close()
  })
})

it('a stream waits for more changes after the last ones only', async () => {
  await settleFeeds(test.db)
  const lines = await snapshotOf('events', { after: 0 }, sources())
  const { cursor } = (await lines.next()).value as { readonly cursor: string }
  await makeEvent(test.db)
  await makeEvent(test.db)
  await settleFeeds(test.db)
  let pauses = 0
  const pause = () => Promise.resolve(void (pauses += 1))
  const feeds = { ...watchFeeds(test.db), pause }
  const query = { cursor, limit: 1 }
  const events = await changeEventsOf('events', query, undefined, { ...sources(), feeds })
  for (const hasMore of [true, false]) {
    const { value } = await events.next()
    expect(value?.data.frame).toMatchObject({ has_more: hasMore })
    expect(pauses).toBe(0)
  }
  const next = events.next()
  expect(pauses).toBe(1)
  feeds.close()
  await next
})

describe('the same changes', () => {
  const CLIENTS = 20
  const sentAt: number[] = []
  /** The number of clients that wait for changes. */
  let clientsWaiting = 0

  /** A service that records the turns of the event loop in which it has changes to send. */
  async function recordingService(): Promise<string> {
    const turn = countTurns()
    const app = await testApp(test, {
      limits: { perMinute: 1_000_000, poolSize: 8 },
      operations: {
        ...operations,
        async retrieveEventChanges(input, context) {
          const feeds = counted(context.feeds)
          const reply = await operations.retrieveEventChanges(input, { ...context, feeds })
          if (!('events' in reply)) sentAt.push(turn())
          return 'events' in reply ? { ...reply, events: recorded(reply.events) } : reply
        },
      },
    })
    onTestFinished(() => app.close())
    const origin = await app.listen({ host: '127.0.0.1', port: 0 })
    return `${origin}/api/v1/events/changes/?limit=500`

    function counted(feeds: FeedWatch): FeedWatch {
      return {
        ...feeds,
        get isClosed() {
          return feeds.isClosed
        },
        async until(...wait) {
          clientsWaiting += 1
          return feeds.until(...wait).finally(() => (clientsWaiting -= 1))
        },
      }
    }

    async function* recorded<Event>(events: AsyncIterable<Event>): AsyncGenerator<Event> {
      for await (const event of events) {
        sentAt.push(turn())
        yield event
      }
    }
  }

  const addEventWhenAllWait = async (): Promise<void> => {
    await expect.poll(() => clientsWaiting).toBe(CLIENTS)
    sentAt.length = 0
    await makeEvent(test.db)
    await settleFeeds(test.db)
  }

  const expectOneInEachTurn = (): void => {
    expect(sentAt).toHaveLength(CLIENTS)
    expect(new Set(sentAt).size).toBe(CLIENTS)
  }

  it('are sent to one stream in a turn of the event loop', async () => {
    const url = await recordingService()
    const streams = await Promise.all(
      Array.from({ length: CLIENTS }, async () => eventsIn(await openStream(url))),
    )
    for (const events of streams) while ((await nextChanges(events)).has_more);
    await addEventWhenAllWait()
    await Promise.all(streams.map(nextChanges))
    expectOneInEachTurn()
  })

  it('are sent to one waiting request in a turn of the event loop', async () => {
    const url = await recordingService()
    let next: Changes | undefined
    while (next?.has_more !== false) {
      const cursor = next === undefined ? '' : `&cursor=${next.next_cursor}`
      next = (await (await fetch(`${url}${cursor}`)).json()) as Changes
    }
    const { next_cursor } = next
    const waiting = Array.from({ length: CLIENTS }, async () => {
      const response = await fetch(`${url}&wait=30&cursor=${next_cursor}`)
      return response.text()
    })
    await addEventWhenAllWait()
    const bodies = await Promise.all(waiting)
    expect(JSON.parse(bodies[0]!)).toMatchObject({ results: [{ op: 'upsert' }] })
    expect(new Set(bodies).size).toBe(1)
    expectOneInEachTurn()
  })
})

describe('a response without a place', () => {
  const serve = (takePlace: TakePlace) =>
    testApp(test, {
      operations: {
        ...operations,
        retrieveEventChanges: (input, context) =>
          operations.retrieveEventChanges(input, { ...context, takePlace }),
        retrieveEventSnapshot: (input, context) =>
          operations.retrieveEventSnapshot(input, { ...context, takePlace }),
      },
    })

  it('is 503 before its first byte', async () => {
    const places = createPlaces(0, 1)
    const app = await serve((_of, end) => places.take('client', end))
    const compressed = { 'accept-encoding': 'gzip, br' }
    for (const [path, headers] of [
      ['/events/changes/', { ...compressed, accept: 'text/event-stream' }],
      ['/events/snapshot/', compressed],
    ] as const) {
      const response = await send(app, { path, headers })
      expect(response.status).toBe(503)
      expect(response.headers).not.toHaveProperty('content-encoding')
    }
    await app.close()
  })

  it('is a snapshot without its last line when it loses the place', async () => {
    const app = await serve((_of, end) => {
      end()
      return () => {}
    })
    const { text } = await send(app, { path: '/events/snapshot/' })
    expect(text).toMatch(/^\{"kind":"start"[^\n]*\n$/)
    await app.close()
  })
})

const sources = () => ({
  db: test.db,
  currentRecord: () => Promise.resolve(undefined),
  feedFormats: new Map<ListName, string>(),
})

it('a snapshot ends without its last line after ten minutes', async () => {
  const lines = await snapshotOf('events', { after: 0 }, sources())
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    expect((await lines.next()).value).toMatchObject({ kind: 'start' })
    vi.advanceTimersByTime(10 * 60_000 + 1)
    expect((await lines.next()).done).toBe(true)
  } finally {
    vi.useRealTimers()
  }
})

describe('the place of a long response', () => {
  it('is left when the client goes, and when an unexpected error ends the response', async () => {
    let taken = 0
    const takePlace: TakePlace = () => {
      taken += 1
      return () => void (taken -= 1)
    }
    const until = () => Promise.reject(new Error('It is not temporary'))
    const feeds = { ...watchFeeds(test.db), until }
    const lines = await snapshotOf('events', { after: 0 }, { ...sources(), takePlace })
    const query = { limit: 500 }
    const all = { ...sources(), feeds, takePlace }
    const events = await changeEventsOf('events', query, undefined, all)
    await Promise.all([lines.next(), events.next()])
    expect(taken).toBe(2)
    await lines.return()
    await expect(events.next()).rejects.toThrow('It is not temporary')
    expect(taken).toBe(0)
  })

  it('goes to a client that has fewer', () => {
    const ended: string[] = []
    const places = createPlaces(4, 1)
    const take = (client: string, name: string) => places.take(client, () => ended.push(name))
    take('a', 'a1')
    take('a', 'a2')
    const leave = take('a', 'a3')
    take('b', 'b1')
    expect(() => take('a', 'a4')).toThrow('overloaded')
    take('b', 'b2')
    expect(ended).toEqual(['a3'])
    // It has left already.
    leave()
    expect(() => take('b', 'b3')).toThrow('overloaded')
    take('c', 'c1')
    expect(ended).toEqual(['a3', 'a2'])
  })
})
