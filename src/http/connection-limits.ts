import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Socket } from 'node:net'
import { isContinue } from '../contract/request-head.ts'

/** Of one connection. No browser and hardly a program sends a second one before the first answer. */
const MOST_WAITING = 100

const waitingOn = new WeakMap<Socket, number>()

const LIMITS: SlowReaderLimits = {
  milliseconds: 120_000,
  bytes: 128 * 1024 * 1024,
  intervalMs: 1_000,
}

/** More are not accepted: each takes a descriptor and some ten kilobytes. */
const MOST_CONNECTIONS = 8_192

/** Of what is not accepted, one line is enough for so long. */
const QUIET_MS = 10_000

/** Bounds what connections take, and has requests with `Expect` judged like all others. */
export function limitConnections(app: FastifyInstance, longestBodyBytes: number): void {
  const { server } = app
  server.maxConnections = MOST_CONNECTIONS
  server.on(
    'drop',
    atMostEvery(QUIET_MS, () => {
      app.log.warn({ connections: MOST_CONNECTIONS }, 'No more connections are accepted')
    }),
  )
  // Without these listeners Node itself would refuse the one, and ask for any body at the other.
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response)
  })
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    const { expect = '', 'content-length': length = 0 } = request.headers
    if (isContinue(expect) && Number(length) <= longestBodyBytes) askForBody(response)
    server.emit('request', request, response)
  })
  dropSlowReaders(app)
}

/** Behind the answers to others, Node would write this into the middle of the one that it is before. */
function askForBody(response: ServerResponse): void {
  if (response.socket === null) response.once('socket', () => response.writeContinue())
  else response.writeContinue()
}

function atMostEvery(milliseconds: number, act: () => void): () => void {
  let last = -Infinity
  return () => {
    const now = performance.now()
    if (now - last < milliseconds) return
    last = now
    act()
  }
}

/**
 * A hook that takes the requests of one connection one after another: those that are sent before the
 * answers to others wait for their turn. So a write is done before what was sent after it is read
 * (RFC 9112, section 9.3.2), and who sends a thousand requests at once waits for them alone. Who
 * sends ever more of them is cut off; a client must expect that (same section).
 */
export function serializePipelining(
  request: FastifyRequest,
  reply: FastifyReply,
  done: () => void,
): void {
  // Node gives the connection to one response at a time, in the order of the requests.
  if (reply.raw.socket !== null) return done()
  const { socket } = request.raw
  const waiting = waitingOn.get(socket) ?? 0
  if (waiting >= MOST_WAITING) {
    socket.destroy()
    return undefined
  }
  waitingOn.set(socket, waiting + 1)
  reply.raw.once('socket', () => {
    waitingOn.set(socket, (waitingOn.get(socket) ?? 1) - 1)
    done()
  })
  return undefined
}

export interface SlowReaderLimits {
  /** For one answer, however steadily a client reads. */
  readonly milliseconds: number
  /** That all clients together may leave unread. */
  readonly bytes: number
  readonly intervalMs: number
}

/** What a client has not read yet. */
interface Unread {
  readonly socket: Socket
  /** The same as long as nothing is written after it. */
  readonly bytesWritten: number
  readonly since: number
}

/**
 * Bounds the memory that answers take while they are being read: who does not read an answer in time
 * is cut off, and where too much is unread, those who have been at it longest.
 */
export function dropSlowReaders(app: FastifyInstance, limits = LIMITS): void {
  const connections = new Set<Socket>()
  let unread = new Map<Socket, Unread>()
  app.server.on('connection', (socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  const look = (): void => {
    const now = performance.now()
    const found = [...connections]
      .filter(({ writableLength }) => writableLength > 0)
      .map((socket) => stillOrNew(socket, unread.get(socket), now))
    for (const { socket } of overLimits(found, now, limits)) socket.destroy()
    unread = new Map(found.map((each) => [each.socket, each]))
  }
  let timer: NodeJS.Timeout | undefined
  app.server.on('listening', () => {
    timer ??= setInterval(look, limits.intervalMs).unref()
  })
  app.server.on('close', () => {
    clearInterval(timer)
  })
}

function stillOrNew(socket: Socket, known: Unread | undefined, now: number): Unread {
  const { bytesWritten } = socket
  return known?.bytesWritten === bytesWritten ? known : { socket, bytesWritten, since: now }
}

function overLimits(found: readonly Unread[], now: number, limits: SlowReaderLimits): Unread[] {
  let bytes = found.reduce((sum, { socket }) => sum + socket.writableLength, 0)
  return found
    .toSorted((a, b) => a.since - b.since)
    .filter(({ socket, since }) => {
      if (bytes <= limits.bytes && now - since < limits.milliseconds) return false
      bytes -= socket.writableLength
      return true
    })
}
