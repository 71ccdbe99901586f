import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { isDatabaseDown } from '../database/errors.ts'
import { rejections } from './rejections.ts'
import {
  createLimiter,
  overloaded,
  type ConcurrencyLimiter,
  type LimiterOptions,
} from './concurrency-limiter.ts'
import { watchEventLoop } from './event-loop-load.ts'
import type { ContractPath } from '../contract/paths.ts'
import { pathOf } from '../contract/request-head.ts'
import { sentCredential, bearerKey } from '../auth/api-key.ts'
import { prependStep } from '../http/request-gate.ts'
import { defaultHeaders } from '../http/security-headers.ts'
import { problemBody, PROBLEM_TYPE, Problem } from '../problems/problem.ts'
import { requireSet, type OperationExecutor } from '../contract/request-context.ts'
import type { KnownCredentials } from './known-credentials.ts'

const READS = new Set(['GET', 'HEAD'])

const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** One concurrency limiter for each kind of database work. */
interface Limiters {
  /** For batched reads on the connection of the batch scheduler. */
  readonly reads: ConcurrencyLimiter
  /** For transactions, each of which holds a connection of the pool. */
  readonly writes: ConcurrencyLimiter
  /** For key lookups, each of which holds a connection of the pool for a moment. */
  readonly credentials: ConcurrencyLimiter
}

interface LoadShedder extends Limiters {
  /** Whether read requests are rejected before they are parsed. */
  isShedding(): boolean
  recordRejection(): void
  /** Sets the function that receives the number of new rejections, every ten seconds at most. */
  report(onRejected: (count: number) => void): void
  stop(): void
}

const REPORT_INTERVAL_MS = 10_000

type LimiterSettings = Omit<LimiterOptions, 'isDown' | 'onRejected'>

/** Reads are mostly CPU work of this process, which saturates first. */
export const READ_LIMITS: LimiterSettings = {
  min: 4,
  initial: 24,
  max: 512,
  shortQueue: 16,
  maxQueueMs: 40,
  shortQueueWaitMs: 2_000,
  longQueueWaitMs: 80,
}

const CREDENTIAL_LIMITS: LimiterSettings = {
  min: 16,
  initial: 64,
  max: 128,
  shortQueue: 16,
  maxQueueMs: 100,
  shortQueueWaitMs: 1_500,
  longQueueWaitMs: 250,
}

/**
 * A batch that waits for its client costs only memory; its groups take turns at the database (src/listings/batch.ts). A
 * user has one at a time, so that nobody keeps all others from sending theirs.
 */
const MAX_STREAMS = 32

/** A batch of 10,000 lines takes a few seconds on an idle machine. */
const STREAM_RETRY_SECONDS = 5

/** Connections of the pool that are reserved for authentication. */
const RESERVED_CONNECTIONS = 2

/** A fixed limit: a write holds a connection for its whole transaction, also while it waits for a lock. */
function writeLimits(poolSize: number): LimiterSettings {
  const max = Math.max(1, poolSize - RESERVED_CONNECTIONS)
  return {
    min: max,
    initial: max,
    max,
    shortQueue: 16,
    maxQueueMs: 300,
    shortQueueWaitMs: 1_500,
    longQueueWaitMs: 600,
  }
}

/**
 * Creates the concurrency limiters of this process and decides when to shed. While only the database is
 * slow, work that does not need it continues; once the process itself is saturated, reading requests are
 * rejected before they are parsed.
 * @param poolSize the maximum number of connections in the pool, which writes and key lookups share.
 */
export function createLoadShedder(poolSize: number): LoadShedder {
  const loop = watchEventLoop()
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
  const limiter = (settings: LimiterSettings): ConcurrencyLimiter =>
    createLimiter({ ...settings, isDown: isDatabaseDown, onRejected: recordRejection })
  const reads = limiter(READ_LIMITS)
  return {
    reads,
    writes: limiter(writeLimits(poolSize)),
    credentials: limiter(CREDENTIAL_LIMITS),
    isShedding: () => loop.isLate() || (reads.isFull() && loop.isBusy()),
    recordRejection,
    report(onRejected) {
      onReport = onRejected
    },
    stop() {
      clearTimeout(timer)
      loop.stop()
    },
  }
}

/**
 * Load shedding: rejects requests beyond the capacity before any work is done for them. It rejects reads while
 * the process is saturated, and writes while the queue of writes is full, because authentication of their
 * senders would take connections from writes. Unknown paths and methods, writes without a credential and
 * everything outside the API get their usual responses.
 */
export function shedRequests(server: Server, shedder: LoadShedder, publicUrl: string): void {
  const reject = rejectionWriter(publicUrl)
  prependStep(server, (request, response, next) => {
    const path = isRejected(request, shedder) ? contractPathOf(request) : undefined
    if (path === undefined) return next()
    shedder.recordRejection()
    const limiter = READS.has(request.method ?? '') ? shedder.reads : shedder.writes
    reject(response, path, limiter.retryAfter())
  })
}

function isRejected({ method = '', headers }: IncomingMessage, shedder: LoadShedder): boolean {
  // Browsers get an HTML view, which Fastify's error handler makes.
  if (headers.accept?.includes('text/html') === true) return false
  if (READS.has(method)) return shedder.isShedding()
  const hasCredential = sentCredential(headers.authorization) !== undefined
  return WRITES.has(method) && hasCredential && shedder.writes.isFull()
}

/** Undefined when the contract has no such path, or not with this method. */
function contractPathOf({ method = '', url = '' }: IncomingMessage): ContractPath | undefined {
  const path = pathOf(url)
  return path?.methods.has(method) === true ? path : undefined
}

/** Prepares the response once: a rejection then only adds its request id, `Allow` and `Retry-After`. */
function rejectionWriter(
  publicUrl: string,
): (response: ServerResponse, path: ContractPath, retryAfterSeconds: number) => void {
  const placeholder = randomUUID()
  const body = JSON.stringify(problemBody(overloaded(1), publicUrl, placeholder))
  const [before = '', after = ''] = body.split(placeholder)
  const fixed = Object.entries({
    'content-type': PROBLEM_TYPE,
    'content-length': String(body.length),
    'cache-control': 'no-store',
    ...defaultHeaders(publicUrl),
  }).flat()
  return (response, { allow }, retryAfterSeconds) => {
    const id = randomUUID()
    const own = ['retry-after', String(retryAfterSeconds), 'allow', allow, 'x-request-id', id]
    response.writeHead(503, [...fixed, ...own])
    // Node completes `write` and an empty `end` in less time than `end` with the text.
    response.write(`${before}${id}${after}`)
    response.end()
  }
}

/**
 * An operation executor whose database work runs under the concurrency limiters. A malformed key is
 * rejected without queueing. Keys that prove valid, or no longer valid, are recorded in `known`.
 */
export function limitedExecutor<Dependencies>(
  executor: OperationExecutor<Dependencies>,
  { reads, writes, credentials }: Limiters,
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
