import { IncomingMessage, ServerResponse, type IncomingHttpHeaders } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { rejections } from '../../src/limits/rejections.ts'
import { MAX_WAIT_MS, type WaitingQueue } from '../../src/limits/waiting-queue.ts'
import { shedRequests } from '../../src/limits/load-shedding.ts'
import { connectionsOf, createGatedServer, responsesUnderWay } from '../../src/http/request-gate.ts'
import { drainConnections } from '../../src/server/graceful-shutdown.ts'
import { validate } from '../contract/validate.ts'
import { listenOnFreePort, request, sendRaw } from '../http/raw-http.ts'
import { API_URL, PUBLIC_URL, testApp } from '../support/app.ts'
import { useDatabase } from '../support/database.ts'

const test = useDatabase()
let app: FastifyInstance
let url: string
const full = { reads: true, writes: false, credentials: false }
let recorded = 0

const queue = (name: keyof typeof full): WaitingQueue => ({
  run: (work) => work(),
  room: () => (full[name] ? 0 : 1),
})
const shedder = {
  reads: queue('reads'),
  writes: queue('writes'),
  credentials: queue('credentials'),
  recordRejection: () => (recorded += 1),
}

const OPTIONS = { publicUrl: PUBLIC_URL, clientOf: () => 'the same' }

beforeAll(async () => {
  app = await testApp(test)
  shedRequests(app.server, shedder, OPTIONS)
  url = `http://127.0.0.1:${await listenOnFreePort(app)}`
})
afterAll(() => app.close())

interface Rejected {
  readonly method: string
  readonly path: string
  readonly allow: string
}

async function expectRejection(
  response: Response,
  { method, path, allow }: Rejected,
): Promise<void> {
  const headers = Object.fromEntries(response.headers)
  expect(response.status).toBe(503)
  expect(headers).toMatchObject({ 'retry-after': '1', allow, 'cache-control': 'no-store' })
  const text = await response.text()
  if (method === 'GET') {
    expect(JSON.parse(text)).toEqual({
      type: `${PUBLIC_URL}/docs/problems/overloaded`,
      title: 'Overloaded',
      status: 503,
      detail: 'The service is overloaded. Try again in a moment.',
      instance: `urn:uuid:${headers['x-request-id']}`,
      code: 'overloaded',
    })
    expect(Number(headers['content-length'])).toBe(text.length)
  }
  const target = new URL(`${API_URL}${path}`)
  const received = {
    method,
    url: target.pathname + target.search,
    sent: {},
    status: 503,
    headers,
  }
  expect(validate({ ...received, text }).errors).toEqual([])
}

describe('a service that sheds load', () => {
  it('F22 rejects reads as documented after a wait, each with a request id', async () => {
    const requests = [
      ['GET', '/events/?limit=3', 'GET, POST, HEAD, OPTIONS'],
      ['HEAD', '/events/', 'GET, POST, HEAD, OPTIONS'],
      ['GET', '/events/1', 'GET, PUT, PATCH, DELETE, HEAD, OPTIONS'],
      ['GET', '/tags/', 'GET, POST, HEAD, OPTIONS'],
      ['GET', '/', 'GET, HEAD, OPTIONS'],
    ] as const
    recorded = 0
    const began = performance.now()
    const responses = await Promise.all(
      requests.map(([method, path]) => fetch(`${url}/api/v1${path}`, { method })),
    )
    // A timer may be a millisecond early.
    expect(performance.now() - began).toBeGreaterThan(MAX_WAIT_MS - 2)
    expect(recorded).toBe(requests.length)
    const ids = new Set(responses.map((response) => response.headers.get('x-request-id')))
    expect(ids.size).toBe(requests.length)
    for (const [place, [method, path, allow]] of requests.entries()) {
      await expectRejection(responses[place] as Response, { method, path, allow })
    }
  })

  it('passes on a request behind one that waits on its connection, and answers both in order', async () => {
    recorded = 0
    const get = 'GET /api/v1/tags/ HTTP/1.1\r\nHost: a\r\n\r\n'
    const port = Number(new URL(url).port)
    const responses = await sendRaw(port, get + request('GET /api/v1/tags/'))
    expect(responses.map(({ status }) => status)).toEqual([503, 200])
    expect(recorded).toBe(1)
  })

  it('F22 rejects no read for which there is room in time', async () => {
    // On a busy machine, the reads would wait too long before there is room.
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    recorded = 0
    const pending = Array.from({ length: 20 }, () => fetch(`${url}/api/v1/tags/`))
    const html = fetch(`${url}/api/v1/tags/`, { headers: { accept: 'text/html' } })
    // A request that is passed on at once comes behind those that wait.
    await fetch(`${url}/openapi/v1.json`)
    full.reads = false
    const responses = await Promise.all([...pending, html])
    full.reads = true
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    expect(recorded).toBe(0)
  })

  it('holds a read with a key back while many keys are looked up, and no other', async () => {
    Object.assign(full, { reads: false, credentials: true })
    const headers = { authorization: 'Bearer ak_nobody_looks_at_it' }
    const [withKey, without] = await Promise.all([
      fetch(`${url}/api/v1/tags/`, { headers }),
      fetch(`${url}/api/v1/tags/`),
    ])
    Object.assign(full, { reads: true, credentials: false })
    expect([withKey.status, without.status]).toEqual([503, 200])
  })

  it('answers before its connection is closed by a shutdown', async () => {
    const stopping = await testApp(test)
    const connections = connectionsOf(stopping.server)
    shedRequests(stopping.server, shedder, OPTIONS)
    const port = await listenOnFreePort(stopping)
    const responses = sendRaw(port, 'GET /api/v1/tags/ HTTP/1.1\r\nHost: a\r\n\r\n')
    const isHeld = () => [...connections].some((socket) => responsesUnderWay(socket).length > 0)
    await expect.poll(isHeld, { interval: 5 }).toBe(true)
    await drainConnections(stopping.server)
    const [response] = await responses
    expect(response).toMatchObject({ status: 503, headers: { connection: 'close' } })
    await stopping.close()
  })

  it.each([
    ['GET', '/api/v1/nothing/', 404],
    ['GET', '/nothing', 404],
    ['DELETE', '/api/v1/tags/', 405],
    ['OPTIONS', '/api/v1/tags/', 200],
    ['POST', '/api/v1/events/', 401],
    ['GET', '/openapi/v1.json', 200],
    ['GET', '/docs/problems/overloaded', 200],
  ])('F8 still handles %s %s', async (method, path, status) => {
    const response = await fetch(`${url}${path}`, { method })
    expect(response.status).toBe(status)
  })

  it('handles all requests again afterwards', async () => {
    full.reads = false
    const shed = rejections.shed
    expect((await fetch(`${url}/api/v1/tags/`)).status).toBe(200)
    expect(rejections.shed).toBe(shed)
    full.reads = true
  })
})

describe('requests that wait unparsed', () => {
  interface Sent {
    readonly path?: string
    readonly method?: string
    readonly client?: string
    readonly headers?: IncomingHttpHeaders
  }

  /** A gate with room for `room` requests until `room` is set again. */
  function gate() {
    const passed: string[] = []
    const state = { room: 0 }
    const server = createGatedServer(({ url: path = '' }) => passed.push(path))
    const room = (): number => state.room
    const queues = { reads: { ...shedder.reads, room }, writes: { ...shedder.writes, room } }
    shedRequests(
      server,
      { ...shedder, ...queues },
      { publicUrl: PUBLIC_URL, clientOf: ({ headers }) => headers.from ?? '' },
    )
    const send = ({ path = '/', method = 'GET', client = 'a', headers = {} }: Sent) => {
      const socket = Object.assign(new Socket(), { write: () => true })
      const received = Object.assign(new IncomingMessage(socket), {
        method,
        url: `/api/v1/events/?${path}`,
        headers: { ...headers, from: client },
      })
      const response = new ServerResponse(received)
      response.assignSocket(socket)
      server.emit('request', received, response)
      return response
    }
    const paths = () => passed.map((target) => target.split('?')[1])
    return { state, send, paths }
  }

  const numbered = (count: number) => Array.from({ length: count }, (_, n) => String(n))

  it('are those for which one turn of the event loop has no room, and pass in their order', async () => {
    const { state, send, paths } = gate()
    state.room = 3
    const all = numbered(100)
    for (const path of all) send({ path })
    expect(paths()).toEqual(all.slice(0, 3))
    await expect.poll(paths).toEqual(all)
  })

  it('leave when their connection closes, and cost nothing later', async () => {
    const { state, send, paths } = gate()
    const responses = numbered(4).map((path) => send({ path }))
    responses[0]?.emit('close')
    responses[2]?.emit('close')
    state.room = 1
    await expect.poll(paths).toEqual(['1', '3'])
  })

  it('of a client do not delay those of another', async () => {
    const { state, send, paths } = gate()
    for (const path of numbered(100)) send({ path, client: 'greedy' })
    send({ path: 'other', client: 'other' })
    state.room = 2
    await expect.poll(() => paths().length).toBe(101)
    expect(paths().indexOf('other')).toBe(1)
  })

  it('have at most 512 bodies: then the client with the most loses its newest', () => {
    const { send } = gate()
    recorded = 0
    const post = { method: 'POST', headers: { authorization: 'Bearer a', 'content-length': '9' } }
    const greedy = numbered(512).map(() => send({ ...post, client: 'greedy' }))
    expect(recorded).toBe(0)
    const other = send({ ...post, client: 'other' })
    expect(recorded).toBe(1)
    expect([greedy.at(-1)?.statusCode, greedy.at(-1)?.headersSent]).toEqual([503, true])
    expect([greedy[0]?.headersSent, other.headersSent]).toEqual([false, false])
    for (const response of [...greedy, other]) response.emit('close')
  })
})

describe('a service whose write limiter is full', () => {
  const credential = { authorization: 'Bearer ak_nobody_looks_at_it' }
  beforeAll(() => {
    full.reads = false
    full.writes = true
  })
  afterAll(() => {
    full.writes = false
  })

  it('F7 rejects writes before authentication', async () => {
    const requests = [
      ['POST', '/events/'],
      ['POST', '/marketplace-artworks/'],
      ['PUT', '/events/1'],
      ['PATCH', '/events/1'],
      ['DELETE', '/events/1'],
    ] as const
    recorded = 0
    const responses = await Promise.all(
      requests.map(([method, path]) =>
        fetch(`${url}/api/v1${path}`, {
          method,
          headers: { ...credential, 'content-type': 'application/json' },
          ...(method !== 'DELETE' && { body: '{}' }),
        }),
      ),
    )
    for (const response of responses) {
      expect(response.status).toBe(503)
      expect(response.headers.get('retry-after')).toBe('1')
      expect(await response.json()).toMatchObject({ code: 'overloaded' })
    }
    expect(recorded).toBe(requests.length)
  })

  it.each([
    ['POST', '/api/v1/events/', {}, 401],
    ['POST', '/api/v1/events/', { authorization: 'Bearer ' }, 401],
    ['POST', '/api/v1/', credential, 405],
    ['POST', '/api/v1/nothing/', credential, 404],
    ['GET', '/api/v1/tags/', {}, 200],
    ['GET', '/api/v1/tags/', credential, 401],
  ])('F8 still handles %s %s with %j', async (method, path, headers, status) => {
    const response = await fetch(`${url}${path}`, { method, headers })
    expect(response.status).toBe(status)
  })
})
