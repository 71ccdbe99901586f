import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Operations } from '../../src/operation-context.ts'
import { rejections } from '../../src/limits/rejections.ts'
import { operations } from '../../src/operations.ts'
import { parseResponses, listenOnFreePort, openSocket } from '../http/raw-http.ts'
import { testApp } from '../support/app.ts'
import { captureLog } from '../support/captured-log.ts'
import { useDatabase } from '../support/database.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { withoutTimers } from '../support/without-timers.ts'
import { send, sendUnvalidated, type Answer, type Sent } from '../support/send.ts'

const test = useDatabase()
/** More than the initial limit and the minimum limit of any limiter. */
const MANY = 60
/** The number of requests admitted after a blocked event loop. */
const ADMITTED = 64

let app: FastifyInstance
let log: Record<string, unknown>[]
let key: string
let begun = 0
let release: () => void
let blocked: Promise<void>

/** Operations that wait for `release`, as for a database that does not respond. */
function blockedOperations(): Operations {
  const names = ['listEvents', 'createVenue'] as const
  const slow = names.map((name) => [
    name,
    async (...given: Parameters<Operations['listEvents']>) => {
      begun += 1
      await blocked
      return (operations[name] as Operations['listEvents'])(...given)
    },
  ])
  return { ...operations, ...(Object.fromEntries(slow) as Partial<Operations>) }
}

beforeAll(async () => {
  app = await testApp(test, {
    operations: blockedOperations(),
    limits: { perMinute: 0, poolSize: 6 },
    logLevel: 'warn',
  })
  log = captureLog(app)
  key = (await makeApiKey(test.db)).key
})
beforeEach(() => {
  begun = 0
  blocked = new Promise((resolve) => (release = resolve))
})
afterAll(() => app.close())

let offset = 0

/** Another page each time, so that no response is cached. */
const list = (): Sent => ({ path: `/events/?offset=${(offset += 1)}` })
const venue = (): Sent => ({
  method: 'POST',
  path: '/venues/',
  headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  body: '{"name":"Kunsthal","city":"Aarhus","country":"DK","geolocation":"56.1,10.2"}',
})

const WITHOUT_DATABASE: { request: Sent; status: number }[] = [
  { request: { path: '/nothing/' }, status: 404 },
  { request: { method: 'DELETE', path: '/events/' }, status: 405 },
  { request: { path: '/events/', headers: { authorization: 'Bearer amk_short' } }, status: 401 },
  { request: { method: 'POST', path: '/events/' }, status: 401 },
  { request: { method: 'OPTIONS', path: '/events/' }, status: 200 },
  { request: { path: '/events/?limit=1e1' }, status: 400 },
  { request: { path: '/events/', headers: { accept: 'image/png' } }, status: 406 },
  { request: { url: '/openapi/v1.json' }, status: 200 },
  { request: { url: '/docs/problems/overloaded' }, status: 200 },
]

interface Crowd {
  readonly responses: Promise<Answer[]>
  /** How many have begun and wait for `release`. */
  readonly admitted: number
}

/** The length of the queue (load-shedding.ts). */
const QUEUED = 16

/** Resolves once all requests are rejected except those that have begun or are queued. */
async function crowd(sent: () => Sent): Promise<Crowd> {
  let over = 0
  const responses = Array.from({ length: MANY }, async () => {
    const response = await sendUnvalidated(app, sent())
    over += 1
    return response
  })
  await expect.poll(() => begun > 0 && over >= MANY - begun - QUEUED, { interval: 10 }).toBe(true)
  return { responses: Promise.all(responses), admitted: begun }
}

describe.each([
  ['reads', list, 200, 4, 24],
  ['writes', venue, 201, 4, 4],
] as const)('%s that wait for the database', (_, sent, done, least, most) => {
  it('F7 are limited; others get 503 before they begin; the service recovers', async () => {
    log.length = 0
    const before = rejections.shed
    const { responses, admitted } = await crowd(sent)
    expect(admitted).toBeGreaterThanOrEqual(least)
    expect(admitted).toBeLessThanOrEqual(most)
    const more = await Promise.all(Array.from({ length: 5 }, () => send(app, sent())))
    release()
    const all = [...(await responses), ...more]
    const rejected = all.filter(({ status }) => status !== done)
    expect(rejected).toHaveLength(MANY + 5 - admitted - QUEUED)
    for (const response of rejected) {
      expect(response.status).toBe(503)
      expect(response.json()).toMatchObject({ code: 'overloaded' })
      expect(response.headers['retry-after']).toMatch(/^[1-9]\d?$/)
    }
    expect(more.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503])
    expect(begun).toBe(admitted + QUEUED)
    expect(rejections.shed - before).toBe(rejected.length)
    // Not one entry for each.
    expect(log.length).toBeLessThanOrEqual(1)
    expect((await send(app, sent())).status).toBe(done)
  })

  it('F8 do not delay requests that need no database', async () => {
    for (const { request } of WITHOUT_DATABASE) await send(app, request)
    const { responses } = await crowd(sent)
    await withoutTimers(async () => {
      for (const { request, status } of WITHOUT_DATABASE) {
        expect((await send(app, request)).status, JSON.stringify(request)).toBe(status)
      }
    })
    release()
    await responses
  })
})

describe('a blocked event loop', () => {
  let watched: FastifyInstance
  let port: number
  /** Runs one check of the event loop. */
  const checkLoop = () => vi.advanceTimersByTime(50)

  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    watched = await testApp(test, { limits: { perMinute: 0, poolSize: 6 } })
    port = await listenOnFreePort(watched)
  })
  afterAll(async () => {
    await watched.close()
    vi.useRealTimers()
  })

  const GET_TAGS = 'GET /api/v1/tags/ HTTP/1.1\r\nHost: a\r\n\r\n'
  const get = async (socket: Socket): Promise<number | undefined> => {
    socket.write(GET_TAGS)
    const [bytes] = (await once(socket, 'data')) as [Buffer]
    return parseResponses(bytes)[0]?.status
  }
  /** The statuses of `count` requests sent before the loop was blocked; a later request succeeds. */
  const statusesOf = async (count: number): Promise<(number | undefined)[]> => {
    const sockets = Array.from({ length: count }, () => openSocket(port))
    for (const socket of sockets) {
      checkLoop()
      expect(await get(socket)).toBe(200)
    }
    checkLoop()
    const pending = sockets.map(get)
    const until = performance.now() + 700
    while (performance.now() < until);
    const statuses = await Promise.all(pending)
    checkLoop()
    checkLoop()
    expect(await get(sockets[0] as Socket)).toBe(200)
    for (const socket of sockets) socket.destroy()
    return statuses
  }

  it('F21 rejects most of many waiting requests, and recovers at once', async () => {
    const statuses = await statusesOf(100)
    expect(statuses.filter((status) => status === 503)).toHaveLength(100 - ADMITTED)
    expect(statuses.filter((status) => status === 200)).toHaveLength(ADMITTED)
  })

  it('F21 rejects none of a few waiting requests', async () => {
    expect(new Set(await statusesOf(10))).toEqual(new Set([200]))
  })
})
