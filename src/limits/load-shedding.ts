import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { isDatabaseDown } from '../database/errors.ts'
import {
  fairQueue,
  type FairQueue,
  createWaitingQueue,
  MAX_WAIT_MS,
  overloaded,
  RETRY_AFTER_SECONDS,
  type WaitingQueue,
} from './waiting-queue.ts'
import type { AcceptTurns } from './accept-turns.ts'
import { rejections } from './rejections.ts'
import type { ContractPath } from '../contract/paths.ts'
import { pathOf } from '../contract/request-head.ts'
import { sentCredential } from '../auth/sent-credential.ts'
import { hasBody } from '../http/connection-limits.ts'
import { prependStep, trackResponse } from '../http/request-gate.ts'
import { defaultHeaders } from '../http/security-headers.ts'
import { problemBody, PROBLEM_TYPE } from '../problems/problem.ts'
import { traceIdOf } from '../telemetry/trace-context.ts'

const READS = new Set(['GET', 'HEAD'])

const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** One waiting queue for each kind of database work. */
export interface Queues {
  /** For batched reads on the connection of the batch scheduler. */
  readonly reads: WaitingQueue
  /** For scans, which take turns on a connection of their own, some as long as a statement may take. */
  readonly scans: WaitingQueue
  /** For all other reads, each of which holds a connection of the pool. */
  readonly poolReads: WaitingQueue
  /** For transactions, each of which holds a connection of the pool. */
  readonly writes: WaitingQueue
  /** For key lookups, each of which holds a connection of the pool for a moment. */
  readonly credentials: WaitingQueue
}

interface LoadShedder extends Queues {
  recordRejection(): void
  /** Sets the function that receives the number of new rejections, every ten seconds at most. */
  report(onRejected: (count: number) => void): void
  stop(): void
}

const REPORT_INTERVAL_MS = 10_000

/** Enough for full batches. More would get no faster responses, and the last of them later ones. */
const MAX_READS = 32

/** One runs. The others wait on the connection, where a client whose scans took less time lately comes first (scan-turns.ts). */
const MAX_SCANS = 4

/** In each queue. A request may have a body of 256 KiB in memory. */
const MAX_WAITING = 512

/** Of each kind: unparsed requests whose bodies may be in memory, up to 64 KiB of each. A connection has one at most. */
const MAX_HELD_WITH_BODY = 512

/** Between two looks at the unparsed requests while there is no room for them. */
const LOOK_INTERVAL_MS = 5

/** Key lookups for each connection of the pool: they are short, and wait there for their connection. */
const LOOKUPS_PER_CONNECTION = 4

/**
 * Connections of the pool that neither writes nor reads take, because those keep theirs while they wait for a lock: two for
 * authentication, and three for the groups of batches that write at once (src/batches/batch.ts).
 */
const RESERVED_CONNECTIONS = 5

/** Of the connections that are not reserved. Writes have the others. */
const SHARE_OF_POOL_READS = 1 / 3

/**
 * Creates the waiting queues of this process, and counts their rejections.
 * @param poolSize the maximum number of connections in the pool, which other reads, writes and key lookups share.
 */
export function createLoadShedder(poolSize: number, acceptTurns?: AcceptTurns): LoadShedder {
  let onReport = (_count: number): void => {}
  let unreported = 0
  let timer: NodeJS.Timeout | undefined
  const recordRejection = (): void => {
    rejections.shed += 1
    unreported += 1
    if (timer === undefined) reportNow()
  }
  const reportNow = (): void => {
    timer = undefined
    if (unreported === 0) return
    onReport(unreported)
    unreported = 0
    timer = setTimeout(reportNow, REPORT_INTERVAL_MS).unref()
  }
  const queue = (maxRunning: number, maxRunningOfClient = Infinity): WaitingQueue =>
    createWaitingQueue({
      maxRunning,
      maxRunningOfClient,
      maxWaiting: MAX_WAITING,
      isDown: isDatabaseDown,
      onRejected: recordRejection,
      acceptTurns,
    })
  const unreserved = poolSize - RESERVED_CONNECTIONS
  const poolReads = Math.max(1, Math.ceil(unreserved * SHARE_OF_POOL_READS))
  const writes = Math.max(1, unreserved - poolReads)
  return {
    reads: queue(MAX_READS),
    // The last places are for other clients: one user's works can all wait for the same lock.
    scans: queue(MAX_SCANS, MAX_SCANS - 1),
    poolReads: queue(poolReads, Math.max(1, poolReads - 1)),
    writes: queue(writes, Math.max(1, writes - 2)),
    credentials: queue(poolSize * LOOKUPS_PER_CONNECTION),
    recordRejection,
    report(onRejected) {
      onReport = onRejected
    },
    stop: () => clearTimeout(timer),
  }
}

/** A request that waits unparsed. */
interface Held {
  readonly client: string
  readonly since: number
  pass(): void
  reject(): void
}

/** Those that a request comes to whatever it asks for. */
type LaneQueue = 'reads' | 'writes' | 'credentials'

/** Requests that need the same queues. */
interface Lane {
  readonly queues: readonly WaitingQueue[]
  readonly held: FairQueue<Held>
  /** How many more may pass in this turn of the event loop; undefined before the first one. */
  room: number | undefined
}

interface SheddingOptions {
  readonly publicUrl: string
  /** Names the client of a request: the held requests of different clients take turns. */
  clientOf(request: IncomingMessage): string
}

/**
 * Load shedding: while enough requests wait in the queues, further ones wait unparsed, and are rejected after
 * `MAX_WAIT_MS` without any work for them. So a client that comes back at once does so about once a second, and takes
 * hardly any time from others. A connection has one such request at most.
 * Unknown paths and methods, writes without a credential and everything outside the API are passed on.
 * @returns whether a request that was passed on has waited too long, and must be rejected with a view in HTML.
 */
export function shedRequests(
  server: Server,
  { recordRejection, ...queues }: Pick<Queues, LaneQueue> & Pick<LoadShedder, 'recordRejection'>,
  { publicUrl, clientOf }: SheddingOptions,
): (request: IncomingMessage) => boolean {
  const rejectWith = rejectionWriter(publicUrl)
  const laneFor = laneFinder(queues)
  const occupied = new Set<Lane>()
  const overdue = new WeakSet<IncomingMessage>()
  let isLooking = false
  const look = (): void => {
    let passed = 0
    for (const lane of occupied) {
      passed += admitFrom(lane)
      if (lane.held.size === 0) occupied.delete(lane)
    }
    if (occupied.size === 0) isLooking = false
    else if (passed > 0) setImmediate(look)
    else setTimeout(look, LOOK_INTERVAL_MS)
  }
  prependStep(server, (request, response, next) => {
    const lane = laneFor(request)
    if (lane === undefined || (lane.held.size === 0 && takeRoom(lane))) return next()
    const path = contractPathOf(request)
    // A pipelined request waits for those before it (src/http/connection-limits.ts).
    if (path === undefined || response.socket === null) return next()
    trackResponse(response)
    const reject = (): void => {
      recordRejection()
      if (!acceptsHtml(request)) return rejectWith(response, path)
      overdue.add(request)
      next()
    }
    const held: Held = { client: clientOf(request), since: performance.now(), pass: next, reject }
    lane.held.add(held)
    // Also after the response, when it has left.
    response.once('close', () => lane.held.delete(held))
    if (hasBody(request) && lane.held.size > MAX_HELD_WITH_BODY) rejectMostExpendable(lane)
    occupied.add(lane)
    if (isLooking) return
    isLooking = true
    setTimeout(look, LOOK_INTERVAL_MS)
  })
  return (request) => overdue.has(request)
}

/**
 * Passes on as many requests as there is room for, and rejects those that have waited too long.
 * @returns how many it has passed on.
 */
function admitFrom(lane: Lane): number {
  const { held } = lane
  let passed = 0
  for (; held.size > 0 && takeRoom(lane); passed += 1) held.takeNext()?.pass()
  const overdueSince = performance.now() - MAX_WAIT_MS
  for (let oldest = held.oldest(); oldest !== undefined; oldest = held.oldest()) {
    if (oldest.since > overdueSince) break
    held.delete(oldest)
    oldest.reject()
  }
  return passed
}

function rejectMostExpendable({ held }: Lane): void {
  const rejected = held.mostExpendable()
  if (rejected === undefined) return
  held.delete(rejected)
  rejected.reject()
}

/**
 * A request comes to its queue after this turn of the event loop: those of one turn must not take the same place, because
 * a full queue rejects at once.
 */
function takeRoom(lane: Lane): boolean {
  if (lane.room === undefined) {
    lane.room = Math.min(...lane.queues.map((queue) => queue.room()))
    setImmediate(() => (lane.room = undefined))
  }
  lane.room -= 1
  return lane.room >= 0
}

/** Browsers get an HTML view, which Fastify's error handler makes. */
function acceptsHtml({ headers: { accept } }: IncomingMessage): boolean {
  return accept?.includes('text/html') === true
}

function laneFinder({
  reads,
  writes,
  credentials,
}: Pick<Queues, LaneQueue>): (request: IncomingMessage) => Lane | undefined {
  const lane = (...queues: WaitingQueue[]): Lane => ({ queues, held: fairQueue(), room: undefined })
  const lanes = {
    anonymousReads: lane(reads),
    reads: lane(reads, credentials),
    writes: lane(writes, credentials),
  }
  return ({ method = '', headers }) => {
    const hasCredential = sentCredential(headers.authorization) !== undefined
    if (READS.has(method)) return hasCredential ? lanes.reads : lanes.anonymousReads
    return WRITES.has(method) && hasCredential ? lanes.writes : undefined
  }
}

/** Undefined when the contract has no such path, or not with this method. */
function contractPathOf({ method = '', url = '' }: IncomingMessage): ContractPath | undefined {
  const path = pathOf(url)
  return path?.methods.has(method) === true ? path : undefined
}

/** Prepares the response once: a rejection then only adds its ids and `Allow`. */
function rejectionWriter(
  publicUrl: string,
): (response: ServerResponse, path: ContractPath) => void {
  const [ofRequest, ofTrace] = [randomUUID(), randomUUID()]
  const bodyOf = (traceId?: string): string[] =>
    JSON.stringify(problemBody(overloaded(), publicUrl, ofRequest, traceId)).split(ofRequest)
  const [before = '', untraced = ''] = bodyOf()
  const [, traced = ''] = bodyOf(ofTrace)
  const fixed = Object.entries({
    'content-type': PROBLEM_TYPE,
    'cache-control': 'no-store',
    'retry-after': String(RETRY_AFTER_SECONDS),
    ...defaultHeaders(publicUrl),
  }).flat()
  return (response, { allow }) => {
    const id = randomUUID()
    const traceId = traceIdOf(id, response.req.headers['traceparent'])
    const after = traceId === undefined ? untraced : traced.replace(ofTrace, traceId)
    const body = `${before}${id}${after}`
    const own = ['content-length', String(body.length), 'allow', allow, 'x-request-id', id]
    response.writeHead(503, [...fixed, ...own])
    // Node completes `write` and an empty `end` in less time than `end` with the text.
    response.write(body)
    response.end()
  }
}
