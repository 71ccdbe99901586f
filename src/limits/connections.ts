import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { hasBody, isStream } from '../http/connection-limits.ts'
import { prependStep } from '../http/request-gate.ts'
import { fairQueue } from './waiting-queue.ts'
import type { Socket } from 'node:net'
import type { ClientFinder } from './client-key.ts'

interface ConnectionLimits {
  /** Half of all connections (src/http/connection-limits.ts), so that others can always connect. */
  readonly ofAddress: number
  /** Bodies that are being received at once, each of 256 KiB at most: 128 MiB. */
  readonly bodies: number
  /** Requests that wait for those before them on their connection, each with a head of 16 KiB at most. */
  readonly pipelined: number
}

const LIMITS: ConnectionLimits = { ofAddress: 4_096, bodies: 512, pipelined: 1_024 }

/**
 * Bounds the connections of one address, except a trusted proxy, and the memory of requests that nobody works on yet: of bodies
 * that have not arrived, and of pipelined requests. Beyond the first limit, the new connection is closed; beyond the others,
 * the newest one of the client with the most of them.
 */
export function limitConnectionsOfClients(
  server: Server,
  clients: ClientFinder,
  { ofAddress, bodies, pipelined }: ConnectionLimits = LIMITS,
): void {
  const openOf = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const address = clients.ofConnection(socket)
    if (address === undefined) return
    const open = (openOf.get(address) ?? 0) + 1
    openOf.set(address, open)
    socket.once('close', () => {
      const left = (openOf.get(address) ?? 1) - 1
      if (left === 0) openOf.delete(address)
      else openOf.set(address, left)
    })
    if (open > ofAddress) socket.destroy()
  })

  /** @returns a function that counts a request, and returns one that forgets it. */
  const limited = (max: number) => {
    const counted = fairQueue<{ readonly client: string; readonly socket: Socket }>()
    return (request: IncomingMessage): (() => void) => {
      const item = { client: clients.inTurn(request), socket: request.socket }
      const forget = (): void => counted.delete(item)
      counted.add(item)
      request.once('close', forget)
      if (counted.size > max) counted.mostExpendable()?.socket.destroy()
      return forget
    }
  }
  const [receive, wait] = [limited(bodies), limited(pipelined)]
  prependStep(server, (request, response, next) => {
    const isPipelined = response.socket === null
    if (isPipelined) response.once('socket', wait(request))
    if (hasBody(request) && !isStream(request)) request.once('end', receive(request))
    // An operation reads a stream, but not before the turn of its request.
    else if (hasBody(request) && isPipelined) response.once('socket', receive(request))
    next()
  })
}

/** To read and parse a shorter body takes less than a millisecond. */
const LONG_BODY_BYTES = 16 * 1024

/** Of one body, in one turn. */
const TURN_BYTES = 64 * 1024

/** Counts for each chunk beside its bytes: a client can send a byte a chunk. */
const CHUNK_BYTES = 64

/** Timers are not more exact. */
const MIN_REST_MS = 1

/**
 * Long bodies take turns, because to parse one takes up to 10 ms. Changes of the feed take turns with them, because thousands of
 * requests and streams may wait for the same ones. In one turn of the event loop, the process parses a body, reads 64 KiB of
 * one, or sends changes to one client, and rests for as long as that took. So the requests that come meanwhile wait for one
 * turn at most, and not for all connections of a client. Clients take turns with each other, too.
 */
export interface BodyTurns {
  /** Resolves in the next turn of the client. */
  turn(client: string): Promise<void>
  /** The turn to parse a body of so many bytes; undefined for a short one, which needs none. */
  turnToParse(bytes: number, client: string): Promise<void> | undefined
  /** Reads the long bodies of all requests in turns, those of rejected requests too. Streams of lines have their own pace. */
  readOf(server: Server, clientOf: (request: IncomingMessage) => string): void
}

export function createBodyTurns(): BodyTurns {
  const waiting = fairQueue<{ readonly client: string; readonly begin: () => void }>()
  let isScheduled = false
  const schedule = (): void => {
    isScheduled = false
    if (waiting.size === 0) return
    isScheduled = true
    let beganAt = 0
    setImmediate(() => {
      beganAt = performance.now()
      waiting.takeNext()?.begin()
    })
    // Follows at once, when the promises that the turn has resolved have run.
    setImmediate(() => {
      const workMs = performance.now() - beganAt
      if (workMs < MIN_REST_MS) schedule()
      else setTimeout(schedule, workMs)
    })
  }
  const take = (client: string, begin: () => void): void => {
    waiting.add({ client, begin })
    if (!isScheduled) schedule()
  }
  const turn = (client: string): Promise<void> => new Promise((resolve) => take(client, resolve))
  return {
    turn,
    turnToParse: (bytes, client) => (bytes > LONG_BODY_BYTES ? turn(client) : undefined),
    readOf(server, clientOf) {
      prependStep(server, (request, response, next) => {
        if (isLong(request)) {
          const client = clientOf(request)
          readInParts(request, response, (begin) => take(client, begin))
        }
        next()
      })
    },
  }
}

function isLong(request: IncomingMessage): boolean {
  if (!hasBody(request)) return false
  const { 'content-length': length } = request.headers
  // The length of a body in chunks is not known.
  return (length === undefined || Number(length) > LONG_BODY_BYTES) && !isStream(request)
}

/** Pauses the body after each part until its next turn. The consumer starts it with `resume`. */
function readInParts(
  request: IncomingMessage,
  response: ServerResponse,
  take: (begin: () => void) => void,
): void {
  // After the response, Node drains the rest of a body at full speed, unless it has been read from.
  request.read(0)
  request.pause()
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length + CHUNK_BYTES
    if (bytes < TURN_BYTES) return
    bytes = 0
    request.pause()
    take(() => request.resume())
  })
  response.once('close', () => request.resume())
}
