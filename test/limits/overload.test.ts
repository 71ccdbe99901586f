import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { requireSet } from '../../src/contract/request-context.ts'
import { rejections } from '../../src/limits/rejections.ts'
import { operations } from '../../src/operations.ts'
import { parseResponses, listenOnFreePort, openSocket } from '../http/raw-http.ts'
import { testApp } from '../support/app.ts'
import { captureLog } from '../support/captured-log.ts'
import { useDatabase } from '../support/database.ts'
import { untilLockWaitOrEnd } from '../support/lock-waits.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { send, sendUnvalidated, type Answer, type Sent } from '../support/send.ts'
import { withoutTimers } from '../support/without-timers.ts'

const test = useDatabase()
/** More than run at once of any kind (load-shedding.ts). */
const MANY = 44

let app: FastifyInstance
let log: Record<string, unknown>[]
let key: string
let port: number
let begun = 0
let release: () => void
let blocked: Promise<void>

/** Waits for `release`, as for a database that does not respond. */
const waits = <Given extends unknown[], Result>(work: (...given: Given) => Promise<Result>) => {
  return async (...given: Given): Promise<Result> => {
    begun += 1
    await blocked
    return work(...given)
  }
}

beforeAll(async () => {
  app = await testApp(test, {
    operations: { ...operations, createVenue: waits(operations.createVenue) },
    limits: { perMinute: 1_000_000, poolSize: 9 },
    logLevel: 'warn',
  })
  const { anonymous } = requireSet(app.readModel)
  Object.assign(anonymous, { page: waits(anonymous.page) })
  log = captureLog(app)
  key = (await makeApiKey(test.db)).key
  port = await listenOnFreePort(app)
})
beforeEach(() => {
  begun = 0
  blocked = new Promise((resolve) => (release = resolve))
})
afterAll(async () => {
  release()
  await app.close()
})

let offset = 0

/** Another page each time, so that no response is cached. */
const list = (): Sent => ({ path: `/events/?offset=${(offset += 1)}` })
const venue = (): Sent => ({
  method: 'POST',
  path: '/venues/',
  headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  body: '{"name":"Kunsthal","city":"Aarhus","country":"DK","geolocation":"56.1,10.2"}',
})

interface Crowd {
  readonly responses: Promise<unknown>
  /** The responses before `release`. */
  readonly rejected: readonly Answer[]
}

/** Resolves once all run that may run at once; the others wait. */
async function crowd(sent: () => Sent, running: number): Promise<Crowd> {
  const answers: Answer[] = []
  const responses = Array.from({ length: MANY }, async () => {
    answers.push(await sendUnvalidated(app, sent()))
  })
  await expect.poll(() => begun, { interval: 10 }).toBe(running)
  return { responses: Promise.all(responses), rejected: answers }
}

describe.each([
  ['reads', list, 200, 32],
  ['writes', venue, 201, 1],
] as const)('%s that wait for the database', (_, sent, done, running) => {
  it('F7 wait for their turn, and get 503 after a while; the service recovers', async () => {
    log.length = 0
    const before = rejections.shed
    const { responses, rejected } = await crowd(sent, running)
    await expect.poll(() => rejected.length, { interval: 10 }).toBe(MANY - running)
    for (const response of rejected) {
      expect(response.status).toBe(503)
      expect(response.json()).toMatchObject({ code: 'overloaded' })
      expect(response.headers['retry-after']).toBe('1')
    }
    release()
    await responses
    expect(begun).toBe(running)
    expect(rejections.shed - before).toBe(MANY - running)
    // Not one entry for each.
    expect(log.filter((line) => 'rejected' in line).length).toBeLessThanOrEqual(1)
    expect((await send(app, sent())).status).toBe(done)
  })
})

describe('a request that waits for the database', () => {
  it('F8 is not begun when its client has gone', async () => {
    // On a busy machine, the others would wait in vain before the client has gone.
    const { others } = await withoutTimers(async () => {
      const { responses } = await crowd(list, 32)
      const gone = new AbortController()
      const arrival = once(app.server, 'request')
      const url = `http://127.0.0.1:${port}/api/v1/events/?offset=${(offset += 1)}`
      const response = fetch(url, { signal: gone.signal }).catch(() => undefined)
      const [{ socket }] = (await arrival) as [IncomingMessage]
      gone.abort()
      await Promise.all([once(socket, 'close'), response])
      return { others: responses }
    })
    release()
    await others
    expect(begun).toBe(MANY)
  })
})

describe('reads of one user that wait for the database', () => {
  const TAGS = { path: '/tags/' }
  const authorized = (sent: Sent, userKey: string): Sent => ({
    ...sent,
    headers: { ...sent.headers, authorization: `Bearer ${userKey}` },
  })

  it('keep neither reads nor writes of others waiting', async () => {
    release()
    const other = (await makeApiKey(test.db)).key
    await send(app, authorized(TAGS, other))
    const answers: number[] = []
    let waiting: Promise<void>[] = []
    await test.db.transaction().execute(async (trx) => {
      await sql`LOCK TABLE tags`.execute(trx)
      waiting = Array.from({ length: MANY }, async () => {
        answers.push((await sendUnvalidated(app, authorized(TAGS, key))).status)
      })
      const galleries = authorized({ path: '/galleries/' }, other)
      expect((await send(app, galleries)).status).toBe(200)
      expect((await send(app, authorized(venue(), other))).status).toBe(201)
      expect((await send(app, list())).status).toBe(200)
      expect(answers).not.toContain(200)
    })
    await Promise.all(waiting)
    expect(answers).toContain(200)
  })

  const from = async (remoteAddress: string, path: string): Promise<number> =>
    (await app.inject({ url: `/api/v1${path}`, remoteAddress })).statusCode

  it('keep no other address waiting, if they have no key', async () => {
    let waiting: Promise<number>[] = []
    await test.db.transaction().execute(async (trx) => {
      await sql`LOCK TABLE tags`.execute(trx)
      waiting = Array.from({ length: MANY }, () => from('203.0.113.7', TAGS.path))
      expect(await from('203.0.113.9', '/galleries/')).toBe(200)
    })
    expect(await Promise.all(waiting)).toContain(200)
  })

  it('keep no other read waiting, even if scans of many wait', async () => {
    let waiting: Promise<number>[] = []
    await test.db.transaction().execute(async (trx) => {
      await sql`LOCK TABLE events`.execute(trx)
      waiting = Array.from({ length: MANY }, (_, no) => from(`203.0.113.${no}`, '/events/?q=oil'))
      expect(await untilLockWaitOrEnd(test.db, Promise.all(waiting))).toBe('lock wait')
      expect(await from('203.0.113.0', '/galleries/')).toBe(200)
    })
    expect(await Promise.all(waiting)).toContain(200)
  })
})

describe('writes of one user that wait for a lock', () => {
  it('keep no other user from writing', async () => {
    release()
    const { key: other } = await makeApiKey(test.db, { scopes: ['catalogue:write'] })
    let waiting: Promise<unknown>[] = []
    await test.db.transaction().execute(async (trx) => {
      await sql`LOCK TABLE venues IN SHARE MODE`.execute(trx)
      waiting = Array.from({ length: MANY }, () => sendUnvalidated(app, venue()))
      for (const name of ['one', 'two', 'three']) {
        const headers = { authorization: `Bearer ${other}`, 'content-type': 'application/json' }
        const tag = { method: 'POST', path: '/tags/', headers, body: JSON.stringify({ name }) }
        expect((await send(app, tag)).status).toBe(201)
      }
    })
    await Promise.all(waiting)
  })
})

describe('connections that wait to be accepted', () => {
  it('are accepted before reads and writes begin', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const sockets = Array.from({ length: 30 }, () => new Socket())
    let responses: Promise<Answer[]> | undefined
    for (const [accepted, socket] of sockets.entries()) {
      app.server.emit('connection', socket)
      vi.advanceTimersByTime(5)
      await nextTurn()
      // Work pauses since the turn before this.
      if (accepted === 10) responses = Promise.all([list(), venue()].map((sent) => send(app, sent)))
    }
    expect(begun).toBe(0)
    for (const socket of sockets) socket.destroy()
    release()
    expect((await requireSet(responses)).map(({ status }) => status)).toEqual([200, 201])
  })
})

describe('browsers that wait for the database', () => {
  it('F7 get a view of the problem, and wait once', async () => {
    const url = `http://127.0.0.1:${port}/api/v1/events/`
    const before = rejections.shed
    const rejected: Response[] = []
    /** More than run and wait in the queue. */
    const count = 70
    const responses = Array.from({ length: count }, async () => {
      const headers = { accept: 'text/html' }
      const response = await fetch(`${url}?offset=${(offset += 1)}`, { headers })
      if (response.status !== 200) rejected.push(response)
    })
    // Fewer than 32 run if this machine was busy while the requests came.
    await expect.poll(() => rejected.length + begun).toBe(count)
    expect(begun).toBeLessThanOrEqual(32)
    // A request that waited in two places would be counted twice. Later ones can also wait too long for the database.
    expect(rejections.shed - before).toBe(rejected.length)
    release()
    await Promise.all(responses)
    for (const response of rejected) {
      expect(response.status).toBe(503)
      expect(response.headers.get('content-type')).toContain('text/html')
      expect(response.headers.get('retry-after')).toBe('1')
      await response.text()
    }
  })
})

describe('a blocked event loop', () => {
  const GET_EVENTS = 'GET /api/v1/events/ HTTP/1.1\r\nHost: a\r\n\r\n'
  const get = async (socket: Socket): Promise<number | undefined> => {
    socket.write(GET_EVENTS)
    const [bytes] = (await once(socket, 'data')) as [Buffer]
    return parseResponses(bytes)[0]?.status
  }

  it('F21 rejects none of the requests that came meanwhile', async () => {
    release()
    const sockets = Array.from({ length: 100 }, () => openSocket(port))
    for (const socket of sockets) expect(await get(socket)).toBe(200)
    const pending = sockets.map(get)
    const until = performance.now() + 700
    while (performance.now() < until);
    expect(new Set(await Promise.all(pending))).toEqual(new Set([200]))
    for (const socket of sockets) socket.destroy()
  })
})
