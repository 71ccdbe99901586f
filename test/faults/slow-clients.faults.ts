import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { answersIn, listenAnywhere, opened, request } from '../http/raw-exchange.ts'
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
  port = await listenAnywhere(test.app)
})

interface Ending {
  readonly seconds: number
  /** Of the last answer before the connection was closed; undefined where there was none. */
  readonly status: number | undefined
}

/** Waits until the service closes the connection; the client never does. */
async function ending(socket: Socket): Promise<Ending> {
  const began = performance.now()
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.on('error', () => {})
  await once(socket, 'close')
  const seconds = (performance.now() - began) / 1000
  return { seconds, status: answersIn(Buffer.concat(chunks)).at(-1)?.status }
}

/** Sends a byte a second for as long as it may. */
function trickle(socket: Socket, bytes: string): void {
  let at = 0
  const timer = setInterval(() => socket.write(bytes[at++ % bytes.length] ?? ''), 1_000)
  socket.on('close', () => clearInterval(timer))
}

describe.concurrent('a slow client', () => {
  it('A3 headers sent slowly are 408 within 12 s', async () => {
    const socket = opened(port)
    socket.write(HEAD)
    trickle(socket, 'X: a\r\n')
    const { seconds, status } = await ending(socket)
    expect(status).toBe(408)
    expect(seconds).toBeGreaterThan(9)
    expect(seconds).toBeLessThan(12)
  })

  it('A4 a body sent slowly is 408 within 17 s', async () => {
    const socket = opened(port)
    socket.write(`${HEAD}Content-Length: 100\r\n\r\n`)
    trickle(socket, 'x')
    const { seconds, status } = await ending(socket)
    expect(status).toBe(408)
    expect(seconds).toBeGreaterThan(14)
    expect(seconds).toBeLessThan(17)
  })

  it('A4 a body that stops is 408 within 17 s', async () => {
    const socket = opened(port)
    socket.write(`${HEAD}Transfer-Encoding: chunked\r\n\r\n5\r\nab`)
    expect(await ending(socket)).toMatchObject({ status: 408 })
  })

  it.each(['', 'G', HEAD])('A5 a socket is closed within 12 s after sending %j', async (sent) => {
    const socket = opened(port)
    socket.write(sent)
    const { seconds, status } = await ending(socket)
    expect(status).toBe(408)
    expect(seconds).toBeLessThan(12)
  })

  it('A5 a client that never closes its side is closed all the same', async ({
    expect: expectHere,
  }) => {
    const sockets = new Set<Socket>()
    test.app.server.once('connection', (socket: Socket) => sockets.add(socket))
    const socket = opened(port).pause()
    socket.on('error', () => {})
    await expectHere.poll(() => sockets.size).toBe(1)
    const [accepted] = sockets
    await expectHere.poll(() => accepted?.destroyed, { timeout: 13_000 }).toBe(true)
    socket.destroy()
  })

  it('A7 who reads nothing is cut off within 35 s', async ({ expect: expectHere }) => {
    const connections: Socket[] = []
    const note = (socket: Socket) => connections.push(socket)
    test.app.server.on('connection', note)
    const socket = opened(port).pause()
    socket.on('error', () => {})
    const { localPort } = await once(socket, 'connect').then(() => socket)
    // One page would fit into the buffers of two sockets.
    socket.write(`GET ${LIST}?limit=${PAGE_EVENTS} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(8))
    const own = () => connections.find(({ remotePort }) => remotePort === localPort)
    await expectHere.poll(() => own()?.writableLength, { timeout: 5_000 }).toBeGreaterThan(0)
    const accepted = own()
    await sleep(14_000)
    expectHere(accepted?.destroyed).toBe(false)
    await expectHere.poll(() => accepted?.destroyed, { timeout: 21_000 }).toBe(true)
    test.app.server.off('connection', note)
    socket.destroy()
  })

  it('A7 who reads with pauses gets the whole answer', async () => {
    const socket = opened(port)
    socket.write(request(`GET ${LIST}?limit=${PAGE_EVENTS}`))
    let bytes = 0
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      socket.pause()
      setTimeout(() => socket.resume(), 20)
    })
    await once(socket, 'close')
    expect(bytes).toBeGreaterThan(PAGE_EVENTS * Buffer.byteLength(LONG_CONTENT))
  })
})
