import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { isDatabaseDown } from '../database/errors.ts'
import { rejections } from './rejections.ts'
import {
  createWaitingQueue,
  MAX_WAIT_MS,
  overloaded,
  RETRY_AFTER_SECONDS,
  type WaitingQueue,
} from './waiting-queue.ts'
import type { ContractPath } from '../contract/paths.ts'
import { pathOf } from '../contract/request-head.ts'
import { sentCredential, bearerKey } from '../auth/api-key.ts'
import { prependStep, trackResponse } from '../http/request-gate.ts'
import { defaultHeaders } from '../http/security-headers.ts'
import { problemBody, PROBLEM_TYPE, Problem } from '../problems/problem.ts'
import { requireSet, type OperationExecutor } from '../contract/request-context.ts'
import type { KnownCredentials } from './known-credentials.ts'

const READS = new Set(['GET', 'HEAD'])

const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** One waiting queue for each kind of database work. */
interface Queues {
  /** For batched reads on the connection of the batch scheduler. */
  readonly reads: WaitingQueue
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

/** Enough for full batches. More would not be answered faster, and the last of them later. */
const MAX_READS = 32

/** In each queue. A request may have a body of 256 KiB in memory. */
const MAX_WAITING = 512

/** Between two looks at the unparsed requests. Meanwhile, the parsed ones have their turn. */
const ADMISSION_INTERVAL_MS = 5

/** Key lookups for each connection of the pool: they are short, and wait there for their connection. */
const LOOKUPS_PER_CONNECTION = 4

/** Connections of the pool that are reserved for authentication: a write holds its own also while it waits for a lock. */
const RESERVED_CONNECTIONS = 2

/**
 * A batch that waits for its client costs only memory; its groups take turns at the database (src/listings/batch.ts). A
 * user has one at a time, so that nobody keeps all others from sending theirs.
 */
const MAX_STREAMS = 32

/** A batch of 10,000 lines takes a few seconds on an idle machine. */
const STREAM_RETRY_SECONDS = 5

/**
 * Creates the waiting queues of this process, and counts what they reject.
 * @param poolSize the maximum number of connections in the pool, which writes and key lookups share.
 */
export function createLoadShedder(poolSize: number): LoadShedder {
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
  const queue = (maxRunning: number): WaitingQueue =>
    createWaitingQueue({
      maxRunning,
      maxWaiting: MAX_WAITING,
      isDown: isDatabaseDown,
      onRejected: recordRejection,
    })
  return {
    reads: queue(MAX_READS),
    writes: queue(Math.max(1, poolSize - RESERVED_CONNECTIONS)),
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
  readonly since: number
  readonly response: ServerResponse
  pass(): void
  reject(): void
}

/** Requests that need the same queues. */
interface Lane {
  readonly queues: readonly WaitingQueue[]
  /** In the order of arrival. */
  readonly held: Set<Held>
}

/**
 * Load shedding: while enough requests wait in the queues, further ones wait unparsed, and are rejected after
 * `MAX_WAIT_MS` without any work for them. So a client that comes back at once does so about once a second, and takes
 * hardly any time from others.
 * Unknown paths and methods, writes without a credential and everything outside the API are passed on.
 */
export function shedRequests(
  server: Server,
  { recordRejection, ...queues }: Queues & Pick<LoadShedder, 'recordRejection'>,
  publicUrl: string,
): void {
  const rejectWith = rejectionWriter(publicUrl)
  const laneFor = laneFinder(queues)
  const occupied = new Set<Lane>()
  let timer: NodeJS.Timeout | undefined
  const admit = (): void => {
    for (const lane of occupied) {
      admitFrom(lane)
      if (lane.held.size === 0) occupied.delete(lane)
    }
    if (occupied.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
  prependStep(server, (request, response, next) => {
    const lane = laneFor(request)
    if (lane === undefined || (lane.held.size === 0 && roomIn(lane) > 0)) return next()
    const path = contractPathOf(request)
    // A pipelined request waits for those before it (src/http/connection-limits.ts).
    if (path === undefined || response.socket === null) return next()
    trackResponse(response)
    const reject = (): void => {
      recordRejection()
      rejectWith(response, path)
    }
    // Browsers get an HTML view, which Fastify's error handler makes.
    const isHtml = request.headers.accept?.includes('text/html') === true
    const since = performance.now()
    lane.held.add({ since, response, pass: next, reject: isHtml ? next : reject })
    occupied.add(lane)
    timer ??= setInterval(admit, ADMISSION_INTERVAL_MS)
  })
}

/** Passes on as many requests as there is room for, and rejects those that have waited too long. */
function admitFrom(lane: Lane): void {
  const oldest = performance.now() - MAX_WAIT_MS
  let room = roomIn(lane)
  for (const held of lane.held) {
    const { response, since } = held
    const isGone = response.destroyed
    if (!isGone && room <= 0 && since > oldest) return
    lane.held.delete(held)
    if (isGone) continue
    if (room > 0) held.pass()
    else held.reject()
    room -= 1
  }
}

function roomIn({ queues }: Lane): number {
  return Math.min(...queues.map((queue) => queue.room()))
}

function laneFinder({
  reads,
  writes,
  credentials,
}: Queues): (request: IncomingMessage) => Lane | undefined {
  const lane = (...queues: WaitingQueue[]): Lane => ({ queues, held: new Set() })
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

/** Prepares the response once: a rejection then only adds its request id and `Allow`. */
function rejectionWriter(
  publicUrl: string,
): (response: ServerResponse, path: ContractPath) => void {
  const placeholder = randomUUID()
  const body = JSON.stringify(problemBody(overloaded(), publicUrl, placeholder))
  const [before = '', after = ''] = body.split(placeholder)
  const fixed = Object.entries({
    'content-type': PROBLEM_TYPE,
    'content-length': String(body.length),
    'cache-control': 'no-store',
    'retry-after': String(RETRY_AFTER_SECONDS),
    ...defaultHeaders(publicUrl),
  }).flat()
  return (response, { allow }) => {
    const id = randomUUID()
    response.writeHead(503, [...fixed, 'allow', allow, 'x-request-id', id])
    // Node completes `write` and an empty `end` in less time than `end` with the text.
    response.write(`${before}${id}${after}`)
    response.end()
  }
}

/**
 * An operation executor whose database work waits in the queues. A malformed key is
 * rejected without waiting. Keys that prove valid, or no longer valid, are recorded in `known`.
 */
export function limitedExecutor<Dependencies>(
  executor: OperationExecutor<Dependencies>,
  { reads, writes, credentials }: Queues,
  known: KnownCredentials,
): OperationExecutor<Dependencies> {
  /** The users whose streams are under way. */
  const streaming = new Set<string>()
  return {
    async authenticate(authorization) {
      if (authorization === undefined) return undefined
      const key = bearerKey(authorization)
      try {
        const principal = await credentials.run(() => executor.authenticate(authorization))
        known.add(key)
        return principal
      } catch (error) {
        if (error instanceof Problem && error.code === 'unauthorized') known.forget(key)
        throw error
      }
    },
    read: (request, operation) => reads.run(() => executor.read(request, operation)),
    write: (request, operation) => writes.run(() => executor.write(request, operation)),
    async stream(request, operation) {
      const { userId } = requireSet(request.context.principal)
      if (streaming.has(userId)) throw stillStreaming()
      if (streaming.size === MAX_STREAMS) throw overloaded(STREAM_RETRY_SECONDS)
      streaming.add(userId)
      const release = (): void => {
        streaming.delete(userId)
      }
      try {
        const response = await executor.stream(request, operation)
        if (response.stream === undefined) release()
        else response.stream.once('close', release)
        return response
      } catch (error) {
        release()
        throw error
      }
    },
  }
}

/** The problem of a stream whose sender already has one under way. */
function stillStreaming(): Problem {
  const detail = 'Another batch of the same user is still running. Send this one after it.'
  return new Problem('overloaded', detail, { retryAfterSeconds: STREAM_RETRY_SECONDS })
}
