import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createGatedServer } from '../../src/http/request-gate.ts'
import { dropSlowReaders, type SlowReaderLimits } from '../../src/http/connection-limits.ts'
import { sendStream } from '../../src/http/send-response.ts'
import { testApp } from '../support/app.ts'
import { captureLog } from '../support/captured-log.ts'
import { useDatabase } from '../support/database.ts'
import { listenOnFreePort, openSocket, request, sendRaw } from './raw-http.ts'

const MEGABYTE = 1024 * 1024
/** More than the buffers of both sockets hold. */
const RESPONSE_BYTES = 16 * MEGABYTE

const NO_LIMITS = { milliseconds: 60_000, bytes: 1024 * MEGABYTE, intervalMs: 10 }

const test = useDatabase()
let app: FastifyInstance
let clients: Socket[]

beforeEach(() => {
  clients = []
})

afterEach(async () => {
  for (const client of clients) client.destroy()
  await app.close()
  vi.useRealTimers()
})

describe('the number of connections', () => {
  let port: number

  beforeEach(async () => {
    app = await testApp(test, { logLevel: 'warn' })
    port = await listenOnFreePort(app)
  })

  it('A6 has a maximum', () => {
    expect(app.server.maxConnections).toBe(8_192)
  })

  it('A6 stays below the maximum: more are closed, with one log entry, until others end', async () => {
    const log = captureLog(app)
    app.server.maxConnections = 2
    for (let count = 0; count < 2; count += 1) {
      const client = openSocket(port)
      clients.push(client)
      await once(client, 'connect')
    }
    await expect.poll(() => connectionCount()).toBe(2)
    for (let count = 0; count < 3; count += 1) {
      expect(await sendRaw(port, request('GET /docs')).catch(() => [])).toEqual([])
    }
    const logged = log.filter(({ msg }) => msg === 'No more connections are accepted')
    expect(logged).toHaveLength(1)
    for (const client of clients) client.destroy()
    await expect.poll(() => connectionCount()).toBe(0)
    expect(await sendRaw(port, request('GET /docs'))).toMatchObject([{ status: 200 }])
  })

  function connectionCount(): Promise<number> {
    return new Promise((resolve) => {
      app.server.getConnections((_error, count) => {
        resolve(count)
      })
    })
  }

  it('A7 stops checking for slow readers when the service closes', async () => {
    const clear = vi.spyOn(globalThis, 'clearInterval')
    const set = vi.spyOn(globalThis, 'setInterval')
    const other = await testApp(test)
    await listenOnFreePort(other)
    const at = set.mock.calls.findIndex(([, milliseconds]) => milliseconds === 1_000)
    expect(at).not.toBe(-1)
    await other.close()
    expect(clear).toHaveBeenCalledWith(set.mock.results[at]?.value)
    vi.restoreAllMocks()
  })
})

describe('the slow-reader timeout', () => {
  /** The service's ends of the connections, in the order of their opening. */
  let connections: Socket[]

  // Checks run, and time passes, only when a test advances the clock.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
    connections = []
  })

  const pass = (milliseconds: number) => vi.advanceTimersByTime(milliseconds)

  async function service(limits: Partial<SlowReaderLimits>): Promise<number> {
    app = fastify({ serverFactory: createGatedServer })
    app.get('/', (_request, reply) => reply.send(Buffer.alloc(RESPONSE_BYTES)))
    app.server.on('connection', (socket: Socket) => connections.push(socket))
    dropSlowReaders(app, { ...NO_LIMITS, ...limits })
    return listenOnFreePort(app)
  }

  /** Sends a request and reads nothing. @returns the service's end of the connection. */
  async function requestWithoutReading(port: number): Promise<Socket> {
    const at = connections.length
    const client = openSocket(port).pause()
    client.on('error', () => {})
    client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    clients.push(client)
    await expect.poll(() => connections[at]?.writableLength, { interval: 2 }).toBeGreaterThan(0)
    return connections[at] as Socket
  }

  it('closes the connection of a response that is not read', async () => {
    const port = await service({ milliseconds: 500 })
    const unread = await requestWithoutReading(port)
    pass(500)
    expect(unread.destroyed).toBe(false)
    pass(20)
    expect(unread.destroyed).toBe(true)
  })

  it('closes the connection of a response that is read slowly', async () => {
    const port = await service({ milliseconds: 500 })
    const unread = await requestWithoutReading(port)
    for (let looks = 0; looks < 52; looks += 1) {
      clients[0]?.read(1_000)
      await nextTurn()
      pass(10)
    }
    expect(unread.destroyed).toBe(true)
  })

  it('starts again with each response', async () => {
    const port = await service({ milliseconds: 800 })
    const connection = await requestWithoutReading(port)
    pass(400)
    clients[0]?.resume()
    await expect.poll(() => connection.writableLength, { interval: 2 }).toBe(0)
    pass(10)
    clients[0]?.pause().write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await expect.poll(() => connection.writableLength, { interval: 2 }).toBeGreaterThan(0)
    pass(500)
    expect(connection.destroyed).toBe(false)
  })

  it('closes the oldest connection when too many bytes are unread in all', async () => {
    const port = await service({ bytes: 2.5 * RESPONSE_BYTES })
    const first = await requestWithoutReading(port)
    pass(30)
    const second = await requestWithoutReading(port)
    pass(30)
    expect([first.destroyed, second.destroyed]).toEqual([false, false])
    const third = await requestWithoutReading(port)
    pass(50)
    expect(first.destroyed).toBe(true)
    expect([second.destroyed, third.destroyed]).toEqual([false, false])
  })

  it('never closes an idle connection that has read everything', async () => {
    const port = await service({ milliseconds: 500 })
    const connection = await requestWithoutReading(port)
    clients[0]?.resume()
    await expect.poll(() => connection.writableLength, { interval: 2 }).toBe(0)
    pass(800)
    expect(connection.destroyed).toBe(false)
  })
})

describe('the response to a stream', () => {
  /** What the client has received. */
  let received: string
  let client: Socket
  let incoming: IncomingMessage
  let response: Readable

  // Checks run only when a test advances the clock.
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    received = ''
    app = fastify()
    app.addContentTypeParser('*', (_request, body, done) => done(null, body))
    app.post('/', (post, reply) => {
      incoming = post.raw
      response = Readable.from(echo(post.body as Readable), { highWaterMark: 8, objectMode: false })
      return sendStream(post, reply, { status: 200, headers: {}, body: '', stream: response })
    })
    client = openSocket(await listenOnFreePort(app))
    clients.push(client)
    client.on('data', (data: Buffer) => (received += data.toString()))
    const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: a/b\r\nContent-Length: 12\r\n\r\n'
    client.write(`${head}abc`)
    await expect.poll(() => response.readableLength, { interval: 2 }).toBe(3)
  })

  async function* echo(body: Readable): AsyncGenerator<Buffer> {
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      if (chunk.includes('!')) throw new Error('It failed')
      yield chunk
    }
  }

  async function check(): Promise<void> {
    vi.advanceTimersByTime(1_000)
    for (let turns = 0; turns < 20; turns += 1) await nextTurn()
  }

  /** Sends more of the request, and waits until the service has it. */
  async function sendMore(text: string): Promise<void> {
    const { bytesRead } = incoming.socket
    client.write(text)
    await expect
      .poll(() => incoming.socket.bytesRead, { interval: 2 })
      .toBe(bytesRead + text.length)
  }

  it('begins when the stream has ended', async () => {
    await check()
    await sendMore('d')
    await check()
    expect(received).toBe('')
    client.write('efghijkl')
    await expect.poll(() => received).toMatch(/^HTTP\/1.1 200 .*abc.*d/s)
  })

  it('begins when the client waits, and goes on with the stream', async () => {
    await check()
    expect(received).toBe('')
    await check()
    await expect.poll(() => received).toContain('abc')
    client.write('def')
    await expect.poll(() => received).toContain('def')
  })

  it('begins when no more of it may be unread', async () => {
    await sendMore('defgh')
    await expect.poll(() => response.readableLength, { interval: 2 }).toBe(8)
    await check()
    await expect.poll(() => received).toContain('abc')
  })

  it('is an error if the stream fails before', async () => {
    client.write('!')
    await expect.poll(() => received).toMatch(/^HTTP\/1.1 500 /)
  })
})
