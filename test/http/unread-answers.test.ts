import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dropSlowReaders, type SlowReaderLimits } from '../../src/http/connection-limits.ts'
import { listenAnywhere, opened } from './raw-exchange.ts'

const MEGABYTE = 1024 * 1024
/** More than the buffers of two sockets take. */
const ANSWER_BYTES = 16 * MEGABYTE

const NO_LIMITS = { milliseconds: 60_000, bytes: 1024 * MEGABYTE, intervalMs: 10 }

let app: FastifyInstance
let clients: Socket[]
/** The service's ends of the connections, in the order in which they were made. */
let connections: Socket[]

// The watch looks, and time passes, when a test says so.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  clients = []
  connections = []
})

afterEach(async () => {
  for (const client of clients) client.destroy()
  await app.close()
  vi.useRealTimers()
})

const pass = (milliseconds: number) => vi.advanceTimersByTime(milliseconds)

async function service(limits: Partial<SlowReaderLimits>): Promise<number> {
  app = fastify()
  app.get('/', (_request, reply) => reply.send(Buffer.alloc(ANSWER_BYTES)))
  app.server.on('connection', (socket: Socket) => connections.push(socket))
  dropSlowReaders(app, { ...NO_LIMITS, ...limits })
  return listenAnywhere(app)
}

/** A client that asks and does not read. @returns the service's end of its connection. */
async function askWithoutReading(port: number): Promise<Socket> {
  const at = connections.length
  const client = opened(port).pause()
  client.on('error', () => {})
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  clients.push(client)
  await expect.poll(() => connections[at]?.writableLength, { interval: 2 }).toBeGreaterThan(0)
  return connections[at] as Socket
}

describe('an answer that is not read', () => {
  it('is given up in time', async () => {
    const port = await service({ milliseconds: 500 })
    const unread = await askWithoutReading(port)
    pass(500)
    expect(unread.destroyed).toBe(false)
    pass(20)
    expect(unread.destroyed).toBe(true)
  })

  it('is given up in time also where it is read, but slowly', async () => {
    const port = await service({ milliseconds: 500 })
    const unread = await askWithoutReading(port)
    for (let looks = 0; looks < 52; looks += 1) {
      clients[0]?.read(1_000)
      await nextTurn()
      pass(10)
    }
    expect(unread.destroyed).toBe(true)
  })

  it('is given its time anew for each answer', async () => {
    const port = await service({ milliseconds: 800 })
    const connection = await askWithoutReading(port)
    pass(400)
    clients[0]?.resume()
    await expect.poll(() => connection.writableLength, { interval: 2 }).toBe(0)
    pass(10)
    clients[0]?.pause().write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await expect.poll(() => connection.writableLength, { interval: 2 }).toBeGreaterThan(0)
    pass(500)
    expect(connection.destroyed).toBe(false)
  })

  it('is given up where others leave too much unread, the oldest first', async () => {
    const port = await service({ bytes: 2.5 * ANSWER_BYTES })
    const first = await askWithoutReading(port)
    pass(30)
    const second = await askWithoutReading(port)
    pass(30)
    expect([first.destroyed, second.destroyed]).toEqual([false, false])
    const third = await askWithoutReading(port)
    pass(50)
    expect(first.destroyed).toBe(true)
    expect([second.destroyed, third.destroyed]).toEqual([false, false])
  })
})

describe('a connection that reads all', () => {
  it('is left alone however long it stays', async () => {
    const port = await service({ milliseconds: 500 })
    const connection = await askWithoutReading(port)
    clients[0]?.resume()
    await expect.poll(() => connection.writableLength, { interval: 2 }).toBe(0)
    pass(800)
    expect(connection.destroyed).toBe(false)
  })
})
