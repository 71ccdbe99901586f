import type { Server as HttpServer, ServerResponse } from 'node:http'
import { Server, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { prependStep } from '../http/request-gate.ts'

/** Requests under way may finish for this long; then their connections are cut. */
const GRACE_MS = 5_000

/** A connection on which nothing has come for so long is one that nobody is just sending on. */
const QUIET_MS = 700

/** After our end of a connection is closed, the client's may take so long. */
const FAREWELL_MS = 300

export const PROBE_INTERVAL_MS = 25

/** When none has come for so long and in so many turns of the event loop, none waits to be accepted. */
const NO_MORE_MS = 5
const EMPTY_TURNS = 25

/** Whoever has just been answered comes again within so long, also on a machine that is busy with others. */
const COMING_BACK_MS = 60
/** Where they keep coming, there is no waiting until they have come. */
const PATIENCE_MS = 300

/** They may come faster than they can be accepted. */
const ACCEPTING_MS = 500

/** Keeps the set of a server's open connections, from now on. */
export function trackConnections(server: HttpServer): ReadonlySet<Socket> {
  const connections = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  return connections
}

/**
 * Ends all connections of a server without cutting off a request that was sent. Node would destroy
 * idle connections at once, and with them what is on its way there, and wait for those that have never
 * been used until they time out.
 *
 * No new connection is accepted. What is under way is answered, and what still comes is as well, each
 * with `Connection: close` (RFC 9112, section 9.6). A connection that stays quiet is ended in order.
 * @param clock is asked once for each look at the connections, in milliseconds.
 */
export async function drainConnections(
  server: HttpServer,
  connections: ReadonlySet<Socket>,
  clock: () => number = () => performance.now(),
): Promise<void> {
  const answer = holdRequests(server)
  for (const socket of connections) announceEnd(answerUnderWay(socket))
  await acceptAllThatWait(server)
  // Not http's own, which destroys idle connections.
  Server.prototype.close.call(server)
  answer()
  const began = clock()
  const watched = new Map<Socket, Watched>()
  while (connections.size > 0) {
    const now = clock()
    const isLate = now - began > GRACE_MS
    for (const socket of connections) {
      const seen = isLate ? 'cut' : look(socket, watched, now)
      if (seen === 'quiet') socket.end()
      else if (seen === 'cut') socket.destroy()
    }
    await sleep(PROBE_INTERVAL_MS)
  }
}

interface Watched {
  readonly bytesRead: number
  /** When something was last seen to happen. */
  readonly at: number
  readonly hasEnded: boolean
}

/** What to do with a connection, by what has happened on it since it was looked at before. */
function look(
  socket: Socket,
  watched: Map<Socket, Watched>,
  now: number,
): 'busy' | 'quiet' | 'cut' {
  const { bytesRead } = socket
  const last = watched.get(socket)
  if (last?.hasEnded === true) return now - last.at > FAREWELL_MS ? 'cut' : 'busy'
  const isBusy = answerUnderWay(socket) !== undefined
  if (last === undefined || isBusy || last.bytesRead !== bytesRead) {
    watched.set(socket, { bytesRead, at: now, hasEnded: false })
    return 'busy'
  }
  if (now - last.at < QUIET_MS) return 'busy'
  watched.set(socket, { bytesRead, at: now, hasEnded: true })
  return 'quiet'
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
      // The connection has ended: the request could not be answered, so it is not processed either.
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
 * The system has made connections that this process has not taken yet; to close the listener resets
 * them. libuv takes one in a turn of the event loop, so it takes a while until there are none.
 */
async function acceptAllThatWait(server: HttpServer): Promise<void> {
  const began = performance.now()
  let lastAt = began
  let emptyTurns = 0
  server.on('connection', () => {
    lastAt = performance.now()
    emptyTurns = 0
  })
  for (let now = began; now - began < ACCEPTING_MS; now = performance.now()) {
    const enoughMs = now - began < PATIENCE_MS ? COMING_BACK_MS : NO_MORE_MS
    // Turns and not time alone, which goes by as well while the machine is busy with others.
    if (emptyTurns > EMPTY_TURNS && now - lastAt > enoughMs) return
    await nextTurn()
    emptyTurns += 1
  }
}

/** Node then sends `Connection: close`, and closes when the answer has been sent. */
function announceEnd(response: ServerResponse | undefined): void {
  if (response !== undefined && !response.headersSent) response.shouldKeepAlive = false
}

/** Where Node itself keeps it, and looks for it when it closes idle connections. */
function answerUnderWay(socket: Socket): ServerResponse | undefined {
  const { _httpMessage: answer } = socket as Socket & { _httpMessage?: ServerResponse | null }
  return answer === null || answer?.writableFinished === true ? undefined : answer
}
