import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { parseResponses, listenOnFreePort, openSocket, request } from '../http/raw-http.ts'
import { useService } from '../support/app.ts'
import { makeEvent } from '../support/make-event.ts'

const LIST = '/api/v1/events/'
const HEAD = `POST ${LIST} HTTP/1.1\r\nHost: a\r\n`

const PAGE_EVENTS = 100
const LONG_CONTENT = 'é'.repeat(20_000)

const test = useService()
let port: number

beforeAll(async () => {
  for (let count = 0; count < PAGE_EVENTS; count += 1) {
    await makeEvent(test.db, { content: LONG_CONTENT })
  }
  port = await listenOnFreePort(test.app)
})

interface Ending {
  readonly seconds: number
  /** The last status before the connection was closed, if any. */
  readonly status: number | undefined
}

/** Waits until the service closes the connection. */
async function ending(socket: Socket): Promise<Ending> {
  const began = performance.now()
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.on('error', () => {})
  await once(socket, 'close')
  const seconds = (performance.now() - began) / 1000
  return { seconds, status: parseResponses(Buffer.concat(chunks)).at(-1)?.status }
}

/** Sends a byte a second until the connection closes. */
function trickle(socket: Socket, bytes: string): void {
  let at = 0
  const timer = setInterval(() => socket.write(bytes[at++ % bytes.length] ?? ''), 1_000)
  socket.on('close', () => clearInterval(timer))
}

describe.concurrent('a slow client', () => {
  it('A3 that sends headers slowly gets 408 within 12 s', async () => {
    const socket = openSocket(port)
    socket.write(HEAD)
    trickle(socket, 'X: a\r\n')
    const { seconds, status } = await ending(socket)
    expect(status).toBe(408)
    expect(seconds).toBeGreaterThan(9)
    expect(seconds).toBeLessThan(12)
  })

  it('A4 that sends a body slowly gets 408 within 17 s', async () => {
    const socket = openSocket(port)
    socket.write(`${HEAD}Content-Length: 100\r\n\r\n`)
    trickle(socket, 'x')
    const { seconds, status } = await ending(socket)
    expect(status).toBe(408)
    expect(seconds).toBeGreaterThan(14)
    expect(seconds).toBeLessThan(17)
  })

  it('A4 that stops within a body gets 408 within 17 s', async () => {
    const socket = openSocket(port)
    socket.write(`${HEAD}Transfer-Encoding: chunked\r\n\r\n5\r\nab`)
    expect(await ending(socket)).toMatchObject({ status: 408 })
  })

  it.each(['', 'G', HEAD])('A5 that stops after %j gets 408 within 12 s', async (sent) => {
    const socket = openSocket(port)
    socket.write(sent)
    const { seconds, status } = await ending(socket)
    expect(status).toBe(408)
    expect(seconds).toBeLessThan(12)
  })

  it('A5 that never closes its side is disconnected', async ({ expect: expectHere }) => {
    const sockets = new Set<Socket>()
    test.app.server.once('connection', (socket: Socket) => sockets.add(socket))
    const socket = openSocket(port).pause()
    socket.on('error', () => {})
    await expectHere.poll(() => sockets.size).toBe(1)
    const [accepted] = sockets
    await expectHere.poll(() => accepted?.destroyed, { timeout: 13_000 }).toBe(true)
    socket.destroy()
  })

  it('A7 that reads nothing is disconnected within 35 s', async ({ expect: expectHere }) => {
    const connections: Socket[] = []
    const record = (socket: Socket) => connections.push(socket)
    test.app.server.on('connection', record)
    const socket = openSocket(port).pause()
    socket.on('error', () => {})
    const { localPort } = await once(socket, 'connect').then(() => socket)
    // One page would fit into the buffers of both sockets.
    socket.write(`GET ${LIST}?limit=${PAGE_EVENTS} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(8))
    const own = () => connections.find(({ remotePort }) => remotePort === localPort)
    await expectHere.poll(() => own()?.writableLength).toBeGreaterThan(0)
    const accepted = own()
    await sleep(14_000)
    expectHere(accepted?.destroyed).toBe(false)
    await expectHere.poll(() => accepted?.destroyed, { timeout: 21_000 }).toBe(true)
    test.app.server.off('connection', record)
    socket.destroy()
  })

  it('A7 that reads with pauses gets the whole response', async () => {
    const socket = openSocket(port)
    socket.write(request(`GET ${LIST}?limit=${PAGE_EVENTS}`))
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      socket.pause()
      setTimeout(() => socket.resume(), 20)
    })
    await once(socket, 'close')
    const [, length] = /^content-length: (\d+)/im.exec(chunks[0]?.toString('latin1') ?? '') ?? []
    const received = Buffer.concat(chunks)
    expect(received.length - received.indexOf('\r\n\r\n') - 4).toBe(Number(length))
    // The page ends early, before 1 MiB.
    expect(Number(length)).toBeGreaterThan(500_000)
  })
})
