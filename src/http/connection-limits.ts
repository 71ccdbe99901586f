import type { IncomingMessage, ServerResponse } from 'node:http'
import { finished, type Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Socket } from 'node:net'
import { NDJSON_TYPES } from '../contract/document.ts'
import { isContinue } from '../contract/request-head.ts'
import { parseContentType } from '../request-body/media-type.ts'
import { connectionsOf } from './request-gate.ts'

/** Further connections are not accepted, because each takes a descriptor and about 10 KB. */
const MAX_CONNECTIONS = 8_192

/** Minimum time between two log lines about connections that were not accepted. */
const DROP_LOG_INTERVAL_MS = 10_000

/** Limits connections and slow readers, and validates requests with `Expect` like all others. */
export function limitConnections(app: FastifyInstance, maxBodyBytes: number): void {
  const { server } = app
  server.maxConnections = MAX_CONNECTIONS
  server.on(
    'drop',
    throttle(DROP_LOG_INTERVAL_MS, () => {
      app.log.warn({ connections: MAX_CONNECTIONS }, 'No more connections are accepted')
    }),
  )
  // Without these listeners, Node rejects unknown expectations itself, and sends 100 for any body.
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response)
  })
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    const { expect = '', 'content-length': length = 0 } = request.headers
    const isReadable = Number(length) <= maxBodyBytes || isStream(request)
    if (isContinue(expect) && isReadable) sendContinue(response)
    server.emit('request', request, response)
  })
  dropSlowReaders(app)
}

/** For the body of a request, except a stream of lines. */
const BODY_TIMEOUT_MS = 15_000

/** How often the service looks whether it waits for the client of a stream. */
const WAIT_CHECK_MS = 1_000

/** The last stream of lines of a connection that is read. A pipelined one begins before the one before it is closed. */
const streams = new WeakMap<Socket, IncomingMessage>()

/**
 * Responds with 408 when a body does not arrive in time. For a stream of lines, only the time counts in which the service waits
 * for its client, because it reads slowly when the lines are much work or other requests come.
 */
export function timeOutBodies(app: FastifyInstance, milliseconds = BODY_TIMEOUT_MS): void {
  const { server } = app
  app.addHook('onRequest', ({ raw }, reply, done) => {
    if (hasBody(raw)) {
      const timeOut = (): void => {
        streams.delete(raw.socket)
        const error = new Error('The body did not arrive in time')
        server.emit('clientError', Object.assign(error, { code: REQUEST_TIMEOUT }), raw.socket)
      }
      const timer = isStream(raw)
        ? countWaits(raw, (ms) => ms >= server.requestTimeout && timeOut())
        : setTimeout(timeOut, milliseconds)
      const stop = (): void => {
        clearTimeout(timer)
        if (streams.get(raw.socket) === raw) streams.delete(raw.socket)
      }
      raw.once('end', stop)
      reply.raw.once('close', stop)
    }
    done()
  })
}

/** Calls `report` with the time in which the service has waited for more of a stream. */
function countWaits(request: IncomingMessage, report: (ms: number) => unknown): NodeJS.Timeout {
  streams.set(request.socket, request)
  let ms = 0
  return setInterval(() => {
    if (hasSentMore(request)) return
    ms += WAIT_CHECK_MS
    report(ms)
  }, WAIT_CHECK_MS)
}

/**
 * Whether an error is only Node's limit for a whole request, of a stream for which `timeOutBodies` has its own. After the end of
 * a stream, the limit is that of a later request.
 */
export function isStreamTimeout({ code }: { readonly code?: string }, socket: Socket): boolean {
  return code === REQUEST_TIMEOUT && streams.get(socket)?.complete === false
}

/** Whether the service has something to read, or has everything. */
function hasSentMore(request: IncomingMessage): boolean {
  return request.complete || request.readableLength > 0
}

export function hasBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = headers
  return length !== '0' || coding !== undefined
}

/** Whether the body is lines for a batch. Another request with such a body is rejected, or never reads it. */
export function isStream({ method, headers }: IncomingMessage): boolean {
  if (method !== 'POST') return false
  const type = parseContentType(headers['content-type'] ?? '')?.type
  return type !== undefined && NDJSON_TYPES.includes(type)
}

/**
 * Keeps the connection of a stream open while the service works on a request that has arrived, or on a part of it that is
 * followed by lines that it has not read yet. Without a listener, Node would
 * close each connection on which nothing is sent or read for the idle limit.
 */
export function waitForWork(
  { raw: request }: FastifyRequest,
  { raw: response }: FastifyReply,
): void {
  response.on('timeout', (socket: Socket) => {
    if (hasSentMore(request) && socket.writableLength === 0) socket.setTimeout(socket.timeout ?? 0)
    else socket.destroy()
  })
}

/**
 * Waits until the response to a stream may begin: when the stream has ended, when its client waits for results, or when as many
 * results are there as a client may leave unread. Once a response has begun, nginx sends the rest of a body only while the
 * service reads as fast as the body arrives, so a large batch would be cut.
 * @throws the error of the response.
 */
export async function untilMayBegin(
  { raw: request }: FastifyRequest,
  response: Readable,
): Promise<void> {
  // The service makes the response, although nobody reads it yet.
  response.read(0)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  response.once('error', reject)
  // Also when the client has gone.
  finished(request, { writable: false }, () => resolve())
  const timer = watchWaits(request, response, resolve)
  await promise.finally(() => {
    clearInterval(timer)
    response.off('error', reject)
  })
}

/** Calls `end` once nothing has arrived for a second or two. */
function watchWaits(request: IncomingMessage, response: Readable, end: () => void): NodeJS.Timeout {
  let bytesRead = -1
  const check = (): void => {
    const isIdle = request.socket.bytesRead === bytesRead && !hasSentMore(request)
    if (isIdle || response.readableLength >= response.readableHighWaterMark) end()
    ;({ bytesRead } = request.socket)
  }
  // After a long turn of the event loop, it reads the bytes that have arrived meanwhile before the check.
  return setInterval(() => setImmediate(check), WAIT_CHECK_MS)
}

/** Node's code of a request that has not arrived in time. */
const REQUEST_TIMEOUT = 'ERR_HTTP_REQUEST_TIMEOUT'

/**
 * For a pipelined request, Node would write the 100 into the middle of an earlier response. By the time of its turn,
 * the request may have been rejected; Node throws when a 100 follows the headers of a response.
 */
function sendContinue(response: ServerResponse): void {
  if (response.socket !== null) return response.writeContinue()
  response.once('socket', () => {
    if (!response.headersSent) response.writeContinue()
  })
}

function throttle(milliseconds: number, act: () => void): () => void {
  let last = -Infinity
  return () => {
    const now = performance.now()
    if (now - last < milliseconds) return
    last = now
    act()
  }
}

/** For one connection. Browsers and nearly all programs send no second request before the first response. */
const MAX_PIPELINED = 100

const pipelinedOn = new WeakMap<Socket, number>()

/**
 * A hook that serialises pipelined requests: each starts after the response to the one before. So a write
 * is complete before a later request reads (RFC 9112, section 9.3.2), and a client that pipelines a
 * thousand requests delays only itself. A connection with too many pipelined requests is closed, which
 * clients must expect (same section).
 */
export function serializePipelining(
  request: FastifyRequest,
  reply: FastifyReply,
  done: () => void,
): void {
  // Node assigns the socket to one response at a time, in the order of the requests.
  if (reply.raw.socket !== null) return done()
  const { socket } = request.raw
  const waiting = pipelinedOn.get(socket) ?? 0
  if (waiting >= MAX_PIPELINED) {
    socket.destroy()
    return undefined
  }
  pipelinedOn.set(socket, waiting + 1)
  reply.raw.once('socket', () => {
    pipelinedOn.set(socket, (pipelinedOn.get(socket) ?? 1) - 1)
    done()
  })
  return undefined
}

export interface SlowReaderLimits {
  /** Time to read one response, even for a client that reads steadily. */
  readonly milliseconds: number
  /** Unread bytes of all clients together. */
  readonly bytes: number
  readonly intervalMs: number
}

const LIMITS: SlowReaderLimits = {
  milliseconds: 120_000,
  bytes: 128 * 1024 * 1024,
  intervalMs: 1_000,
}

/** A connection whose client has not read all of its response. */
interface Unread {
  readonly socket: Socket
  /** Unchanged as long as nothing more is written. */
  readonly bytesWritten: number
  readonly since: number
}

/**
 * Slow-reader timeout: bounds the memory of responses that clients have not read yet. A connection is cut
 * when its response is not read in time, and, when too much is unread in total, the slowest ones are cut.
 */
export function dropSlowReaders(app: FastifyInstance, limits = LIMITS): void {
  const connections = connectionsOf(app.server)
  let unread = new Map<Socket, Unread>()
  const check = (): void => {
    const now = performance.now()
    const found = [...connections]
      .filter(({ writableLength }) => writableLength > 0)
      .map((socket) => trackUnread(socket, unread.get(socket), now))
    for (const { socket } of overLimits(found, now, limits)) socket.destroy()
    unread = new Map(found.map((each) => [each.socket, each]))
  }
  let timer: NodeJS.Timeout | undefined
  app.server.on('listening', () => {
    timer ??= setInterval(check, limits.intervalMs).unref()
  })
  app.server.on('close', () => clearInterval(timer))
}

function trackUnread(socket: Socket, previous: Unread | undefined, now: number): Unread {
  const { bytesWritten } = socket
  return previous?.bytesWritten === bytesWritten ? previous : { socket, bytesWritten, since: now }
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
