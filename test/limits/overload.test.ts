import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Operations } from '../../src/operation-context.ts'
import { rejections } from '../../src/limits/rejections.ts'
import { operations } from '../../src/operations.ts'
import { answersIn, listenAnywhere, opened } from '../http/raw-exchange.ts'
import { testApp } from '../support/app.ts'
import { captureLog } from '../support/captured-log.ts'
import { useDatabase } from '../support/database.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { withoutTimers } from '../support/without-timers.ts'
import { send, sendUnjudged, type Answer, type Sent } from '../support/send.ts'

const test = useDatabase()
/** More than any gate lets through at the beginning, and than one that has shrunk. */
const MANY = 60
/** So many are let in though the loop has stood still. */
const FEW = 64

let app: FastifyInstance
let log: Record<string, unknown>[]
let key: string
let begun = 0
let letGo: () => void
let held: Promise<void>

/** Operations that wait until they are let go, as on a database that has stopped to answer. */
function waiting(): Operations {
  const names = ['listEvents', 'createVenue'] as const
  const slow = names.map((name) => [
    name,
    async (...given: Parameters<Operations['listEvents']>) => {
      begun += 1
      await held
      return (operations[name] as Operations['listEvents'])(...given)
    },
  ])
  return { ...operations, ...(Object.fromEntries(slow) as Partial<Operations>) }
}

beforeAll(async () => {
  app = await testApp(test, {
    operations: waiting(),
    limits: { perMinute: 0, poolSize: 6 },
    logLevel: 'warn',
  })
  log = captureLog(app)
  key = (await makeApiKey(test.db)).key
})
beforeEach(() => {
  begun = 0
  held = new Promise((resolve) => (letGo = resolve))
})
afterAll(() => app.close())

let offset = 0

/** Another page each time, or it would be answered from memory. */
const list = (): Sent => ({ path: `/events/?offset=${(offset += 1)}` })
const venue = (): Sent => ({
  method: 'POST',
  path: '/venues/',
  headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  body: '{"name":"Kunsthal","city":"Aarhus","country":"DK","geolocation":"56.1,10.2"}',
})

const UNCONCERNED: { needsNone: Sent; status: number }[] = [
  { needsNone: { path: '/nothing/' }, status: 404 },
  { needsNone: { method: 'DELETE', path: '/events/' }, status: 405 },
  { needsNone: { path: '/events/', headers: { authorization: 'Bearer amk_short' } }, status: 401 },
  { needsNone: { method: 'POST', path: '/events/' }, status: 401 },
  { needsNone: { method: 'OPTIONS', path: '/events/' }, status: 200 },
  { needsNone: { path: '/events/?limit=1e1' }, status: 400 },
  { needsNone: { path: '/events/', headers: { accept: 'image/png' } }, status: 406 },
  { needsNone: { url: '/openapi/v1.json' }, status: 200 },
  { needsNone: { url: '/docs/problems/overloaded' }, status: 200 },
]

interface Crowd {
  readonly answers: Promise<Answer[]>
  /** How many have begun, and are not over before they are let go. */
  readonly admitted: number
}

/** So many wait for their turn (overload.ts). */
const SPARED = 16

/** Resolves once all are refused but those that have begun, and those that wait for their turn. */
async function crowd(sent: () => Sent): Promise<Crowd> {
  let over = 0
  const answers = Array.from({ length: MANY }, async () => {
    const answer = await sendUnjudged(app, sent())
    over += 1
    return answer
  })
  await expect.poll(() => begun > 0 && over >= MANY - begun - SPARED, { interval: 10 }).toBe(true)
  return { answers: Promise.all(answers), admitted: begun }
}

describe.each([
  ['reads', list, 200, 4, 24],
  ['writes', venue, 201, 4, 4],
] as const)('%s that wait for the database', (_, sent, done, least, most) => {
  it('F7 are bounded; beyond that 503 while they wait, with nothing begun, and all is well after', async () => {
    log.length = 0
    const before = rejections.shed
    const { answers, admitted } = await crowd(sent)
    expect(admitted).toBeGreaterThanOrEqual(least)
    expect(admitted).toBeLessThanOrEqual(most)
    const more = await Promise.all(Array.from({ length: 5 }, () => send(app, sent())))
    letGo()
    const all = [...(await answers), ...more]
    const refused = all.filter(({ status }) => status !== done)
    expect(refused).toHaveLength(MANY + 5 - admitted - SPARED)
    for (const answer of refused) {
      expect(answer.status).toBe(503)
      expect(answer.json()).toMatchObject({ code: 'overloaded' })
      expect(answer.headers['retry-after']).toMatch(/^[1-9]\d?$/)
    }
    expect(more.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503])
    expect(begun).toBe(admitted + SPARED)
    expect(rejections.shed - before).toBe(refused.length)
    // Not a line for each.
    expect(log.length).toBeLessThanOrEqual(1)
    expect((await send(app, sent())).status).toBe(done)
  })

  it('F8 keep nobody waiting who needs none', async () => {
    for (const { needsNone } of UNCONCERNED) await send(app, needsNone)
    const { answers } = await crowd(sent)
    await withoutTimers(async () => {
      for (const { needsNone, status } of UNCONCERNED) {
        expect((await send(app, needsNone)).status, JSON.stringify(needsNone)).toBe(status)
      }
    })
    letGo()
    await answers
  })
})

describe('an event loop that stood still', () => {
  let watched: FastifyInstance
  let port: number
  /** The watch looks at the loop when the test says so. */
  const look = () => vi.advanceTimersByTime(50)

  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    watched = await testApp(test, { limits: { perMinute: 0, poolSize: 6 } })
    port = await listenAnywhere(watched)
  })
  afterAll(async () => {
    await watched.close()
    vi.useRealTimers()
  })

  const get = 'GET /api/v1/tags/ HTTP/1.1\r\nHost: a\r\n\r\n'
  const ask = async (socket: Socket): Promise<number | undefined> => {
    socket.write(get)
    const [bytes] = (await once(socket, 'data')) as [Buffer]
    return answersIn(bytes)[0]?.status
  }
  /** What so many are answered who asked before it stood still, and one of them afterwards. */
  const statusesOf = async (count: number): Promise<(number | undefined)[]> => {
    const sockets = Array.from({ length: count }, () => opened(port))
    for (const socket of sockets) {
      look()
      expect(await ask(socket)).toBe(200)
    }
    look()
    const asked = sockets.map(ask)
    const until = performance.now() + 700
    while (performance.now() < until);
    const statuses = await Promise.all(asked)
    look()
    look()
    expect(await ask(sockets[0] as Socket)).toBe(200)
    for (const socket of sockets) socket.destroy()
    return statuses
  }

  it('F21 refuses most of a crowd that has waited for it, and recovers at once', async () => {
    const statuses = await statusesOf(100)
    expect(statuses.filter((status) => status === 503)).toHaveLength(100 - FEW)
    expect(statuses.filter((status) => status === 200)).toHaveLength(FEW)
  })

  it('F21 refuses none of a few', async () => {
    expect(new Set(await statusesOf(10))).toEqual(new Set([200]))
  })
})
