import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { once } from 'node:events'
import { connect as connectSocket, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connect } from '../../src/database/pool.ts'
import { amount } from '../support/amount.ts'
import { testApp } from '../support/app.ts'
import { captureLog } from '../support/captured-log.ts'
import { useDatabase } from '../support/database.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeVenue } from '../support/make-venue.ts'
import { send, sendUnvalidated, type Answer, type Sent } from '../support/send.ts'
import { startDatabaseProxy, type DatabaseProxy, type Fate } from './database-proxy.ts'
import { brokenBatches, NO_BROKEN_BATCHES } from './load/batch-checks.ts'
import { batchClient } from './load/batch-request.ts'
import { startBatchWriter } from './load/batch-writer.ts'
import { makePartner } from './load/make-partner.ts'
import { brokenPromises, NONE_BROKEN } from './load/record-checks.ts'
import { startRecordWriter, type TrySend } from './load/record-writer.ts'
import { eventBody, posting, repeatable } from '../writes/event-requests.ts'

const POOL_SIZE = 8
/** One connection each, so that a repeated request does not wait for a delayed one. */
const CLIENTS = POOL_SIZE
const CHANGES = amount({ commit: 50, nightly: 300 })
const BATCHES = amount({ commit: 1, nightly: 30 })
const LOST_BATCHES = amount({ commit: 1, nightly: 5 })
/** Of each kind. */
const DISCONNECTED = amount({ commit: 25, nightly: 50 })
/** Only for a test that hangs: which commits are lost decides how long it takes, and how busy the machine is. */
const PATIENT = { timeout: 600_000 }

const test = useDatabase()
let proxy: DatabaseProxy
let app: FastifyInstance
let log: Record<string, unknown>[]
let stop: () => Promise<void>
const crashes: unknown[] = []
const recordCrash = (error: unknown): unknown => crashes.push(error)

beforeAll(async () => {
  process.on('uncaughtExceptionMonitor', recordCrash)
  proxy = await startDatabaseProxy(test.url)
  const db = connect({
    databaseUrl: proxy.url,
    poolSize: POOL_SIZE,
    statementTimeoutMs: 10_000,
    onConnectionError: () => {},
  })
  app = await testApp({ db, url: proxy.url }, { logLevel: 'warn' })
  log = captureLog(app)
  await app.listen({ host: '127.0.0.1', port: 0 })
  stop = async () => {
    await app.close()
    await db.destroy()
    await proxy.close()
    process.off('uncaughtExceptionMonitor', recordCrash)
  }
})
beforeEach(() => {
  proxy.suffer()
  log.length = 0
})
afterEach(() => expect(crashes).toEqual([]))
afterAll(() => stop())

/** A partner and `count` POST requests for events, each with its own title and idempotency key. */
async function newPosts(count: number): Promise<{ userId: string; posts: Sent[] }> {
  const { key, userId } = await makeApiKey(test.db)
  const { id } = await makeVenue(test.db)
  const posts = Array.from({ length: count }, (_, i) =>
    posting(key, eventBody(id, { title: `Event ${i}` }), `key ${i}`),
  )
  return { userId, posts }
}

/** The ids of one author's events in the order of the numbers in their titles. */
async function eventIds(userId: string): Promise<number[]> {
  const rows = await test.db
    .selectFrom('events')
    .select('id')
    .where('author_id', '=', userId)
    .orderBy(sql`substr(title, 7)::int`)
    .execute()
  return rows.map(({ id }) => id)
}

const idOf = (response: Answer): unknown => response.json()['id']

/** Runs `act` for every item, CLIENTS at a time. */
async function forAll<Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  const work = async (): Promise<void> => {
    for (let i = next++; i < items.length; i = next++) {
      results[i] = await act(items[i] as Item)
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, work))
  return results
}

/** Repeats a request after 503 and 409, as a client does. */
async function sendUntilDone(post: Sent, seen: Map<number, number>): Promise<Answer> {
  for (;;) {
    const response = await sendUnvalidated(app, post)
    seen.set(response.status, (seen.get(response.status) ?? 0) + 1)
    if (response.status === 503) expect(response.headers['retry-after']).toBe('1')
    else if (response.status !== 409) return response
    await sleep(5)
  }
}

/** Reproducible numbers between 0 and 1 (a linear congruential generator). */
function seededNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

/** Loses two of five commits or their replies. @returns the losses of the rarer kind so far. */
function loseSome(seed: number): () => number {
  const before = { ...proxy.fates }
  const number = seededNumbers(seed)
  const fates: Fate[] = ['passes', 'passes', 'passes', 'commit is lost', 'reply is lost']
  proxy.suffer({
    commits: () => ({
      fate: fates[Math.floor(number() * fates.length)] ?? 'passes',
      reset: number() < 0.5,
    }),
  })
  return () =>
    Math.min(
      ...(['commit is lost', 'reply is lost'] as const).map(
        (fate) => proxy.fates[fate] - before[fate],
      ),
    )
}

/** Each repetition gets the first response, and each request created one event. */
async function expectOnceEach(
  userId: string,
  posts: readonly Sent[],
  responses: readonly Answer[],
): Promise<void> {
  expect(responses.map(({ status }) => status)).toEqual(posts.map(() => 201))
  expect(await eventIds(userId)).toEqual(responses.map(idOf))
  const again = await forAll(posts, (post) => sendUnvalidated(app, post))
  expect(again.map(repeatable)).toEqual(responses.map(repeatable))
  expect(await eventIds(userId)).toEqual(responses.map(idOf))
}

describe('a POST with an Idempotency-Key', () => {
  it.each<[Fate, boolean, number]>([
    ['reply is lost', true, 1],
    ['reply is lost', false, 1],
    ['commit is lost', true, 0],
    ['commit is lost', false, 0],
  ])(
    'D8 whose %s (reset: %s) gets 503, and is executed once when repeated',
    async (fate, reset, done) => {
      const { userId, posts } = await newPosts(1)
      const [post = {}] = posts
      const before = proxy.fates[fate]
      proxy.suffer({ commits: () => ({ fate, reset }) })
      expect((await send(app, post)).status).toBe(503)
      // Tasks in the background commit, too.
      await expect.poll(() => proxy.fates[fate]).toBeGreaterThan(before)
      // PostgreSQL can still be at the commit whose reply nobody waits for.
      await expect.poll(() => eventIds(userId)).toHaveLength(done)
      const ids = await eventIds(userId)
      proxy.suffer()
      const response = await sendUntilDone(post, new Map())
      expect(await eventIds(userId)).toEqual([idOf(response)])
      if (done === 1) expect(ids).toEqual([idOf(response)])
    },
  )

  it('D11 is executed at most once when its client disconnects, and once when repeated', async () => {
    const { userId, posts } = await newPosts(2 * DISCONNECTED)
    const { port } = app.server.address() as AddressInfo
    const number = seededNumbers(7)
    await forAll(posts.slice(0, DISCONNECTED), (post) =>
      sendAndDisconnect(port, post, 'at the response'),
    )
    expect(await eventIds(userId)).toHaveLength(DISCONNECTED)
    await forAll(posts.slice(DISCONNECTED), (post) => sendAndDisconnect(port, post, number() * 20))
    const responses = await forAll(posts, (post) => sendUntilDone(post, new Map()))
    await expectOnceEach(userId, posts, responses)
    expect(log).toEqual([])
  })
})

describe('changes of records', () => {
  it('are all there, and whole, despite lost commits and replies', PATIENT, async () => {
    const partner = await makePartner(test)
    const losses = loseSome(20_261_123)
    const trySend: TrySend = (sent) => sendUnvalidated(app, sent)
    const options = { partner, prefix: 'Cut ', loops: CLIENTS, pauseMs: 0, retryMs: 0 }
    const writer = startRecordWriter(trySend, options)
    const isEnough = () => writer.acknowledged > CHANGES && losses() > CHANGES / 10
    await expect.poll(isEnough, PATIENT).toBe(true)
    proxy.suffer()
    await writer.end()
    const broken = await brokenPromises(trySend, { partner, databaseUrl: test.url }, writer)
    expect(broken).toEqual(NONE_BROKEN)
  })
})

describe('batches', () => {
  it('are whole despite lost commits and replies', PATIENT, async () => {
    const partner = await makePartner(test)
    const { port } = app.server.address() as AddressInfo
    const losses = loseSome(20_261_124)
    const options = { partner, prefix: 'Lines ', loops: 2, pauseMs: 0, retryMs: 0 }
    const writer = startBatchWriter(
      batchClient(() => `http://127.0.0.1:${port}`),
      options,
    )
    const { counts } = writer
    const isEnough = () =>
      counts.interrupted > BATCHES && counts.answeredBefore > 0 && losses() > LOST_BATCHES
    await expect.poll(isEnough, PATIENT).toBe(true)
    proxy.suffer()
    await writer.end()
    const trySend: TrySend = (sent) => sendUnvalidated(app, sent)
    expect(await brokenBatches(trySend, partner, writer)).toEqual(NO_BROKEN_BATCHES)
  })
})

/** Sends a complete request, and closes the connection at the response or after some ms. */
async function sendAndDisconnect(
  port: number,
  { path, headers, body = '' }: Sent,
  when: number | 'at the response',
): Promise<void> {
  const socket = connectSocket(port, '127.0.0.1')
  const lines = Object.entries({ host: 'art.example', ...headers, 'content-length': body.length })
  const head = [`POST /api/v1${path} HTTP/1.1`, ...lines.map(([name, text]) => `${name}: ${text}`)]
  await new Promise((sent) => socket.write(`${head.join('\r\n')}\r\n\r\n${body}`, sent))
  await (when === 'at the response' ? once(socket, 'data') : sleep(when))
  socket.destroy()
}
