import type { FastifyInstance } from 'fastify'
import { bearerKey } from '../auth/api-key.ts'
import {
  requireSet,
  type OperationExecutor,
  type ValidatedRequest,
} from '../contract/request-context.ts'
import type { DatabaseReader } from '../database/kysely.ts'
import { takingTurns } from '../database/pipelined-driver.ts'
import type { Context } from '../operation-context.ts'
import { Problem } from '../problems/problem.ts'
import { createAcceptTurns } from './accept-turns.ts'
import { createBodyTurns, type BodyTurns, limitConnectionsOfClients } from './connections.ts'
import { clientFinder, knownCredentials, type KnownCredentials } from './client-key.ts'
import { createLoadShedder, shedRequests, type Queues } from './load-shedding.ts'
import { createPlaces, type Places } from './places.ts'
import { rateLimit, type RateLimit } from './rate-limit.ts'
import { overloaded, type WaitingQueue } from './waiting-queue.ts'

export interface LimitOptions extends RateLimit {
  /** The maximum number of database connections. */
  readonly poolSize: number
}

/**
 * Overload protection, in five layers: a rate limit for each client (rate-limit.ts), a waiting queue for each kind of
 * database work (waiting-queue.ts), load shedding, which lets further requests wait before they cost anything
 * (load-shedding.ts), turns for long bodies and for changes that many clients have waited for (connections.ts), and a bounded
 * number of event streams and snapshots (places.ts).
 */
interface Limits {
  limit(executor: OperationExecutor<Context>): OperationExecutor<Context>
  /**
   * Adds load shedding and, as `app.requestCounter`, the rate limit.
   * @param trustedProxies the addresses and CIDR ranges of proxies whose `X-Forwarded-For` is trusted.
   */
  attach(app: FastifyInstance, publicUrl: string, trustedProxies?: readonly string[]): Promise<void>
}

export function startLimits(options: LimitOptions): Limits {
  const known = knownCredentials()
  const acceptTurns = createAcceptTurns()
  const shedder = createLoadShedder(options.poolSize, acceptTurns)
  const turns = createBodyTurns()
  return {
    limit: (executor) => limitedExecutor(executor, shedder, known, turns),
    async attach(app, publicUrl, trustedProxies = []) {
      shedder.report((rejected) => {
        app.log.warn({ rejected }, 'Overloaded: requests were rejected')
      })
      app.addHook('onClose', async () => shedder.stop())
      const clients = clientFinder(known, trustedProxies)
      acceptTurns.watch(app.server)
      limitConnectionsOfClients(app.server, clients)
      turns.readOf(app.server, clients.inTurn)
      const isOverdue = shedRequests(app.server, shedder, { publicUrl, clientOf: clients.inTurn })
      app.addHook('onRequest', ({ raw }, _reply, done) =>
        isOverdue(raw) ? done(overloaded()) : done(),
      )
      const counter = await rateLimit(app, options, clients.ofRequest)
      if (counter !== undefined) app.decorate('requestCounter', counter)
    },
  }
}

/**
 * A batch that waits for its client costs only memory; its groups take turns at the database (src/batches/batch.ts). A
 * user has one at a time, so that nobody keeps all others from sending theirs.
 */
const MAX_STREAMS = 32

/** A batch of 10,000 lines takes a few seconds on an idle machine. */
const STREAM_RETRY_SECONDS = 5

/** All clients without a credential, if no rate limit tells them apart. */
const ANONYMOUS = 'anonymous'

/** Half of all connections (src/http/connection-limits.ts). Each takes about 30 KB. They end after some minutes. */
const MAX_EVENT_STREAMS = 4_096
const EVENTS_RETRY_SECONDS = 60

/** Each uses a connection for a part of the time, and a thread that compresses. */
const MAX_SNAPSHOTS = 8
const SNAPSHOT_RETRY_SECONDS = 10

/**
 * An operation executor whose database work waits in the queues. A malformed key is
 * rejected without waiting. Keys that prove valid, or no longer valid, are recorded in `known`.
 */
function limitedExecutor(
  executor: OperationExecutor<Context>,
  queues: Queues,
  known: KnownCredentials,
  turns: BodyTurns,
): OperationExecutor<Context> {
  const { writes, credentials } = queues
  const places = {
    events: createPlaces(MAX_EVENT_STREAMS, EVENTS_RETRY_SECONDS),
    snapshots: createPlaces(MAX_SNAPSHOTS, SNAPSHOT_RETRY_SECONDS),
  }
  const forReads = { ...queues, places, turns }
  /** The users whose streams are under way. */
  const streaming = new Set<string>()
  return {
    async authenticate(authorization) {
      if (authorization === undefined) return undefined
      const key = bearerKey(authorization)
      try {
        const principal = await credentials.run(() => executor.authenticate(authorization))
        known.add(key, requireSet(principal).userId)
        return principal
      } catch (error) {
        if (error instanceof Problem && error.code === 'unauthorized') known.forget(key)
        throw error
      }
    },
    turnToParse: (bytes, principal) => turns.turnToParse(bytes, principal?.userId ?? ANONYMOUS),
    read: (request, operation) =>
      executor.read(request, (context) => operation(inTurns(context, request, forReads))),
    write: (request, operation) =>
      inTurn(
        request,
        writes,
      )(() =>
        executor.write(request, (context) =>
          operation({ ...context, charge: request.context.request.charge }),
        ),
      ),
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

interface ForReads extends Pick<Queues, 'reads' | 'scans' | 'poolReads'> {
  readonly places: Readonly<Record<'events' | 'snapshots', Places>>
  readonly turns: BodyTurns
}

/** The context of a request that reads: whatever it uses takes a turn, so that it holds nothing else meanwhile. */
function inTurns(
  context: Context,
  request: ValidatedRequest,
  { reads, scans, poolReads, places, turns }: ForReads,
): Context {
  const { lists } = context
  const { charge, count } = request.context.request
  const read = inTurn(request, reads)
  const scan = inTurn(request, scans)
  const poolRead = inTurn(request, poolReads)
  let db: DatabaseReader | undefined
  return {
    ...context,
    /** Made at the first use: most reads need none, and with it a read by id takes half as long again. */
    get db() {
      // An operation that reads has the type of ReadContext, so it uses nothing else of the database.
      return (db ??= takingTurns(context.db, poolRead)) as Context['db']
    },
    lists: {
      page: (...page) => read(() => lists.page(...page)),
      filtered: (...filtered) => read(() => lists.filtered(...filtered)),
      scanFiltered: (filtered, page) =>
        scan(() => lists.scanFiltered(filtered, page, clientOf(request))),
      leading: (...leading) => read(() => lists.leading(...leading)),
      countFacets: (list, query) => scan(() => lists.countFacets(list, query, clientOf(request))),
      countShortFacets: (list, query) =>
        scan(() => lists.countShortFacets(list, query, clientOf(request))),
      searchNames: (list, search) => scan(() => lists.searchNames(list, search, clientOf(request))),
      record: (...record) => read(() => lists.record(...record)),
    },
    charge,
    count,
    takePlace: (of, end) => places[of].take(clientOf(request), end),
    turnToSend: () => turns.turn(clientOf(request)),
  }
}

/** Runs work when the turn of the client comes, unless the client has gone while its request waited. */
function inTurn(request: ValidatedRequest, queue: WaitingQueue) {
  const { isAbandoned } = request.context.request
  return <Result>(work: () => Promise<Result>): Promise<Result> =>
    queue.run(
      () => (isAbandoned?.() === true ? Promise.reject(overloaded()) : work()),
      clientOf(request),
    )
}

function clientOf({ context: { principal, request } }: ValidatedRequest): string {
  return principal?.userId ?? request.client?.() ?? ANONYMOUS
}

/** The problem of a stream whose sender already has one under way. */
function stillStreaming(): Problem {
  const detail = 'Another batch of the same user is still running. Send this one after it.'
  return new Problem('overloaded', detail, { retryAfterSeconds: STREAM_RETRY_SECONDS })
}
