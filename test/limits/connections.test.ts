import { once } from 'node:events'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createGatedServer } from '../../src/http/request-gate.ts'
import { clientFinder, knownCredentials } from '../../src/limits/client-key.ts'
import { createAcceptTurns } from '../../src/limits/accept-turns.ts'
import { limitConnectionsOfClients } from '../../src/limits/connections.ts'
import { createWaitingQueue } from '../../src/limits/waiting-queue.ts'
import { openSocket } from '../http/raw-http.ts'

const LIMITS = { ofAddress: 3, bodies: 2, pipelined: 4 }

let server: Server
let sockets: Socket[]
let application: RequestListener

beforeEach(() => {
  sockets = []
  application = (request, response) => request.resume().once('end', () => response.end('done'))
  server = createGatedServer((request, response) => application(request, response))
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  server.close()
  await once(server, 'close')
})

async function listen(trustedProxies: readonly string[]): Promise<void> {
  const clients = clientFinder(knownCredentials(), trustedProxies)
  limitConnectionsOfClients(server, clients, LIMITS)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
}

async function open(): Promise<Socket> {
  const arrival = once(server, 'connection')
  const socket = openSocket((server.address() as AddressInfo).port)
  sockets.push(socket)
  await arrival
  return socket
}

const request = (client: string, end = '', line = 'POST / HTTP/1.1') =>
  `${line}\r\nHost: a\r\nX-Forwarded-For: ${client}\r\nContent-Length: 4\r\n\r\nabc${end}`

async function textOf(socket: Socket): Promise<string> {
  const [bytes] = (await once(socket, 'data')) as [Buffer]
  return bytes.toString()
}

describe('the connections of one address', () => {
  it('are limited, and make room when they end', async () => {
    await listen([])
    const [first] = [await open(), await open(), await open()]
    await once((await open()).resume(), 'close')
    first?.destroy()
    await expect.poll(() => connectionCount()).toBe(2)
    const next = await open()
    next.write(request('a', 'd'))
    expect(await textOf(next)).toContain('200 OK')
  })

  it('are not limited for a trusted proxy', async () => {
    await listen(['127.0.0.1'])
    for (let count = 0; count < 6; count += 1) {
      const socket = await open()
      socket.write(request('a', 'd'))
      expect(await textOf(socket)).toContain('200 OK')
    }
  })

  function connectionCount(): Promise<number> {
    return new Promise((resolve) => {
      server.getConnections((_error, count) => resolve(count))
    })
  }
})

describe('connections that wait to be accepted', () => {
  it('wait for a part of the work that others cause, and do not stop it', async () => {
    const acceptTurns = createAcceptTurns()
    acceptTurns.watch(server)
    await listen(['127.0.0.1'])
    const queue = createWaitingQueue({
      maxRunning: 1,
      maxWaiting: 1,
      isDown: () => false,
      onRejected: () => {},
      acceptTurns,
    })
    let works = 0
    const accepted = new Set<Socket>()
    const work = async (): Promise<void> => {
      works += 1
      const end = performance.now() + WORK_MS
      while (performance.now() < end);
    }
    server.on('connection', (socket: Socket) => accepted.add(socket))
    const { port } = server.address() as AddressInfo
    for (let opened = 0; opened < MANY; opened += 1) sockets.push(openSocket(port))
    while (accepted.size < MANY) {
      await queue.run(work)
      await setImmediate()
    }
    // A turn of the event loop accepts one connection.
    expect(works).toBeLessThan(MANY / 2)
    expect(works).toBeGreaterThan(1)
  })
})

const MANY = 400
const WORK_MS = 5

describe('work', () => {
  it('pauses after eight turns, as long as they took, for 200 ms at most, while connections come', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const source = createServer().removeAllListeners('connection')
    const acceptTurns = createAcceptTurns()
    acceptTurns.watch(source)
    let resumes = 0
    acceptTurns.onResume(() => (resumes += 1))
    /** After each of the turns, whether work pauses. */
    const after = async (turns: number, ms: number): Promise<boolean[]> => {
      const pauses: boolean[] = []
      while (pauses.length < turns) {
        source.emit('connection')
        vi.advanceTimersByTime(ms)
        await setImmediate()
        pauses.push(acceptTurns.isPausing)
      }
      return pauses
    }
    const last = (value: boolean, turns: number): boolean[] => [
      ...Array<boolean>(turns - 1).fill(!value),
      value,
    ]
    expect(await after(8, 5)).toEqual(last(true, 8))
    expect(await after(40, 1)).toEqual(last(false, 40))
    expect(await after(1, 50)).toEqual([true])
    expect(await after(4, 50)).toEqual(last(false, 4))
    expect(await after(1, 5)).toEqual([true])
    await setImmediate()
    expect([acceptTurns.isPausing, resumes]).toEqual([false, 3])
  })
})

describe('bodies that have not arrived yet', () => {
  it.each([
    'POST / HTTP/1.1',
    // No operation reads it.
    'GET / HTTP/1.1\r\nContent-Type: application/x-ndjson',
  ])('are limited: the client that has most loses its newest, %j', async (line) => {
    await listen(['127.0.0.1'])
    const begin = async (client: string): Promise<Socket> => {
      const socket = await open()
      const arrival = once(server, 'request')
      socket.write(request(client, '', line))
      await arrival
      return socket
    }
    const [oldest, other] = [await begin('192.0.2.1'), await begin('192.0.2.2')]
    const newest = await begin('192.0.2.1')
    await once(newest.resume(), 'close')
    for (const socket of [oldest, other]) {
      socket.write('d')
      expect(await textOf(socket)).toContain('200 OK')
    }
    // Bodies that have arrived no longer count.
    const [another, last] = [await begin('192.0.2.1'), await begin('192.0.2.1')]
    for (const socket of [another, last]) {
      socket.write('d')
      expect(await textOf(socket)).toContain('200 OK')
    }
  })
})

describe('requests that wait for those before them on their connection', () => {
  const headOf = (method: string, client: string) =>
    `${method} / HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${client}\r\n`
  const get = (client: string) => `${headOf('GET', client)}\r\n`
  const post = (client: string) =>
    `${headOf('POST', client)}Content-Type: application/x-ndjson\r\nContent-Length: 4\r\n\r\nabcd`

  it.each([
    { what: 'are limited', later: get, most: 4 },
    { what: 'are limited with lines as their bodies', later: post, most: 2 },
  ])('$what: the client that has most loses its newest', async ({ later, most }) => {
    const responses: ServerResponse[] = []
    application = (_request, response) => responses.push(response)
    await listen(['127.0.0.1'])
    const [one, another] = ['192.0.2.1', '192.0.2.2']
    /** The first request of the connection waits for nothing. */
    const begin = async (client: string, waiting: number): Promise<Socket> => {
      const socket = await open()
      const before = responses.length
      socket.write(get(client) + later(client).repeat(waiting))
      await expect.poll(() => responses.length - before).toBe(1 + waiting)
      return socket
    }
    const respond = (): void => {
      for (const response of responses.splice(0)) response.end('done')
    }
    const [first, other] = [await begin(one, most - 1), await begin(another, 1)]
    const newest = await open()
    newest.resume().write(get(one) + later(one))
    await once(newest, 'close')
    respond()
    for (const socket of [first, other]) expect(await textOf(socket)).toContain('200 OK')
    // Those that have had their turns no longer count.
    const last = await begin(one, most)
    respond()
    expect(await textOf(last)).toContain('200 OK')
  })
})
