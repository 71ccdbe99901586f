import type { Server as HttpServer, ServerResponse } from 'node:http'
import { Server, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { connectionsOf, prependStep, responsesUnderWay } from '../http/request-gate.ts'

/** Requests under way may finish for this long; then their connections are cut. */
const GRACE_PERIOD_MS = 5_000

/** A connection that has received nothing for this long is assumed to have no request on its way. */
const IDLE_MS = 700

/** Time for the client's FIN after our FIN; then the connection is cut. */
const CLOSE_TIMEOUT_MS = 300

export const PROBE_INTERVAL_MS = 25

/** The backlog of the listener is empty after this time and this number of event-loop turns without a connection. */
const BACKLOG_EMPTY_MS = 5
const BACKLOG_EMPTY_TURNS = 25

/** A client that got its response reconnects within this time, even while the machine is busy. */
const RECONNECT_MS = 60
/** While clients keep connecting, the wait for further ones ends after this. */
const RECONNECT_LIMIT_MS = 300

/** Clients may connect faster than they can be accepted. */
const ACCEPT_LIMIT_MS = 500

/**
 * Graceful shutdown: ends all connections of a server without cutting off a request that was sent. Node's
 * own `close` destroys idle connections at once, and with them a request on its way, and waits for unused
 * connections until they time out.
 *
 * No new connection is accepted. Requests under way and requests that still arrive get responses, each with
 * `Connection: close` (RFC 9112, section 9.6). A connection that stays idle is closed in order.
 * @param clock in milliseconds; read once for each probe of the connections.
 */
export async function drainConnections(
  server: HttpServer,
  clock: () => number = () => performance.now(),
): Promise<void> {
  const connections = connectionsOf(server)
  const release = holdRequests(server)
  // Node sends pipelined responses in order, so the last one on a connection says that it ends.
  for (const socket of connections) announceEnd(responsesUnderWay(socket).at(-1))
  await acceptBacklog(server)
  // Not the method of http.Server, which destroys idle connections.
  Server.prototype.close.call(server)
  release()
  const startedAt = clock()
  const probes = new Map<Socket, Probe>()
  while (connections.size > 0) {
    const now = clock()
    const isLate = now - startedAt > GRACE_PERIOD_MS
    for (const socket of connections) {
      const state = isLate ? 'overdue' : probe(socket, probes, now)
      if (state === 'idle') socket.end()
      else if (state === 'overdue') socket.destroy()
    }
    await sleep(PROBE_INTERVAL_MS)
  }
}

interface Probe {
  readonly bytesRead: number
  /** The time of the last activity, or of our FIN. */
  readonly at: number
  readonly hasEnded: boolean
}

/** The state of a connection, by its activity since the last probe. */
function probe(
  socket: Socket,
  probes: Map<Socket, Probe>,
  now: number,
): 'busy' | 'idle' | 'overdue' {
  const { bytesRead } = socket
  const last = probes.get(socket)
  if (last?.hasEnded === true) return now - last.at > CLOSE_TIMEOUT_MS ? 'overdue' : 'busy'
  const isBusy = responsesUnderWay(socket).some(({ writableFinished }) => !writableFinished)
  if (last === undefined || isBusy || last.bytesRead !== bytesRead) {
    probes.set(socket, { bytesRead, at: now, hasEnded: false })
    return 'busy'
  }
  if (now - last.at < IDLE_MS) return 'busy'
  probes.set(socket, { bytesRead, at: now, hasEnded: true })
  return 'idle'
}

/**
 * Holds requests back until they are released, so that meanwhile no client gets a response and comes back
 * on a new connection. Every response is the last on its connection.
 * @returns the function that releases them; later requests are then passed on at once.
 */
function holdRequests(server: HttpServer): () => void {
  let held: (() => void)[] | undefined = []
  prependStep(server, (request, response, next) => {
    const passOn = (): void => {
      // The connection has ended: the request could get no response, so it is not processed either.
      if (request.socket.writableEnded) return void request.socket.destroy()
      announceEnd(response)
      next()
    }
    if (held === undefined) passOn()
    else held.push(passOn)
  })
  return () => {
    const waiting = held ?? []
    held = undefined
    for (const passOn of waiting) passOn()
  }
}

/**
 * Closing the listener resets the connections in its backlog, so they are accepted before. libuv accepts
 * one in a turn of the event loop.
 */
async function acceptBacklog(server: HttpServer): Promise<void> {
  const startedAt = performance.now()
  let lastAt = startedAt
  let emptyTurns = 0
  server.on('connection', () => {
    lastAt = performance.now()
    emptyTurns = 0
  })
  for (let now = startedAt; now - startedAt < ACCEPT_LIMIT_MS; now = performance.now()) {
    const quietMs = now - startedAt < RECONNECT_LIMIT_MS ? RECONNECT_MS : BACKLOG_EMPTY_MS
    // Turns as well as time, which also passes while the machine is busy with other work.
    if (emptyTurns > BACKLOG_EMPTY_TURNS && now - lastAt > quietMs) return
    await nextTurn()
    emptyTurns += 1
  }
}

/** Node then sends `Connection: close`, and closes the connection when the response has been sent. */
function announceEnd(response: ServerResponse | undefined): void {
  if (response !== undefined && !response.headersSent) response.shouldKeepAlive = false
}
