import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
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
import { defaultHeaders } from '../http/security-headers.ts'
import { problemBody, PROBLEM_TYPE, Problem } from '../problems/problem.ts'
import type { OperationExecutor } from '../contract/request-context.ts'
import type { KnownCredentials } from './known-credentials.ts'

const READS = new Set(['GET', 'HEAD'])

const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** What needs the database, by what it is mostly done with. */
interface Limiters {
  /** The connection of the rounds. */
  readonly reads: ConcurrencyLimiter
  /** A connection of the pool for a whole transaction. */
  readonly writes: ConcurrencyLimiter
  /** A connection of the pool for a moment. */
  readonly credentials: ConcurrencyLimiter
}

interface LoadShedder extends Limiters {
  /** Whether a request that only reads need not be looked at: it would be refused in the end. */
  isShedding(): boolean
  recordRejection(): void
  /** Has refusals told now and then: how many there were since the last time. */
  report(refused: (count: number) => void): void
  stop(): void
}

const TOLD_EVERY_MS = 10_000

type Bounds = Omit<LimiterOptions, 'isDown' | 'onRejected'>

/** What is read is mostly this process's own work, of which there is soon too much. */
export const READ_LIMITS: Bounds = {
  min: 4,
  initial: 24,
  max: 512,
  shortQueue: 16,
  maxQueueMs: 40,
  shortQueueWaitMs: 2_000,
  longQueueWaitMs: 80,
}

const CREDENTIALS: Bounds = {
  min: 16,
  initial: 64,
  max: 128,
  shortQueue: 16,
  maxQueueMs: 100,
  shortQueueWaitMs: 1_500,
  longQueueWaitMs: 250,
}

/** Connections that no writes take, so that who sends them can be found out meanwhile. */
const NOT_FOR_WRITES = 2

/** A write has a connection to itself, or waits here for one: for a row that others change, say. */
function writesOn(poolSize: number): Bounds {
  const max = Math.max(1, poolSize - NOT_FOR_WRITES)
  const limit = { min: max, initial: max, max }
  return {
    ...limit,
    shortQueue: 16,
    maxQueueMs: 300,
    shortQueueWaitMs: 1_500,
    longQueueWaitMs: 600,
  }
}

/**
 * Bounds what this process takes upon itself. While the database alone is slow, whatever does not need
 * it goes on as ever; once the process itself is too slow, reading requests are refused unread.
 * @param poolSize connections at most that writes and others share.
 */
export function createLoadShedder(poolSize: number): LoadShedder {
  const loop = watchEventLoop()
  let tell = (_count: number): void => {}
  let untold = 0
  let telling: NodeJS.Timeout | undefined
  const noteRefusal = (): void => {
    rejections.shed += 1
    untold += 1
    if (telling === undefined) tellNow()
  }
  const tellNow = (): void => {
    telling = undefined
    if (untold === 0) return
    tell(untold)
    untold = 0
    telling = setTimeout(tellNow, TOLD_EVERY_MS).unref()
  }
  const gate = (bounds: Bounds): ConcurrencyLimiter =>
    createLimiter({ ...bounds, isDown: isDatabaseDown, onRejected: noteRefusal })
  const reads = gate(READ_LIMITS)
  return {
    reads,
    writes: gate(writesOn(poolSize)),
    credentials: gate(CREDENTIALS),
    isShedding: () => loop.isLate() || (reads.isFull() && loop.isBusy()),
    recordRejection: noteRefusal,
    report(refused) {
      tell = refused
    },
    stop() {
      clearTimeout(telling)
      loop.stop()
    },
  }
}

/**
 * Has requests that would be refused in the end refused before anything else is done for them: what
 * reads, while the process has more to do than it can; what writes, while no more is written. Finding
 * out who sends it would cost the database as much as what it lacks. Even then no path or method that
 * is not there, nobody without a credential and nothing beside the API is told that.
 */
export function shedRequests(server: Server, overload: LoadShedder, publicUrl: string): void {
  const handlers = server.listeners('request') as RequestListener[]
  const refuse = refusal(publicUrl)
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    const path = isRefused(request, overload) ? contractPathOf(request) : undefined
    if (path === undefined) {
      for (const handle of handlers) handle.call(server, request, response)
      return
    }
    overload.recordRejection()
    const gate = READS.has(request.method ?? '') ? overload.reads : overload.writes
    refuse(response, path, gate.retryAfter())
  })
}

function isRefused({ method = '', headers }: IncomingMessage, overload: LoadShedder): boolean {
  // People are told by a page, which is made farther on.
  if (headers.accept?.includes('text/html') === true) return false
  if (READS.has(method)) return overload.isShedding()
  const isSent = sentCredential(headers.authorization) !== undefined
  return WRITES.has(method) && isSent && overload.writes.isFull()
}

/** Undefined where the contract does not have it with this method. */
function contractPathOf({ method = '', url = '' }: IncomingMessage): ContractPath | undefined {
  const path = pathOf(url)
  return path?.methods.has(method) === true ? path : undefined
}

/** Writes refusals, of which only the request's own id is made anew. */
function refusal(
  publicUrl: string,
): (response: ServerResponse, path: ContractPath, retryAfterSeconds: number) => void {
  const mark = randomUUID()
  const body = JSON.stringify(problemBody(overloaded(1), publicUrl, mark))
  const [before = '', after = ''] = body.split(mark)
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
    // Node ends what has been written in less time than it ends with the text itself.
    response.write(`${before}${id}${after}`)
    response.end()
  }
}

/**
 * The backing with each part that needs the database behind its gate. What can be no key is told so
 * without waiting for anybody; which keys have been found good, or no longer, is noted.
 */
export function limitedExecutor<Given>(
  backing: OperationExecutor<Given>,
  { reads, writes, credentials }: Limiters,
  known: KnownCredentials,
): OperationExecutor<Given> {
  return {
    async authenticate(authorization) {
      if (authorization === undefined) return undefined
      const key = bearerKey(authorization)
      try {
        const principal = await credentials.run(() => backing.authenticate(authorization))
        known.add(key)
        return principal
      } catch (error) {
        if (error instanceof Problem && error.code === 'unauthorized') known.forget(key)
        throw error
      }
    },
    read: (request, operation) => reads.run(() => backing.read(request, operation)),
    write: (request, operation) => writes.run(() => backing.write(request, operation)),
  }
}
