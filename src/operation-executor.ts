import type { HttpResponse } from './contract/responses.ts'
import {
  requireSet,
  type ValidatedRequest,
  type OperationExecutor,
} from './contract/request-context.ts'
import type { Context } from './operation-context.ts'
import { authenticate } from './auth/authenticate.ts'
import { AUTHENTICATION_DEADLINE_MS, REQUEST_DEADLINE_MS } from './database/pool.ts'
import {
  parseIdempotencyKey,
  requestFingerprint,
  writeOnce,
  type RequestIdentity,
  type Sender,
  type Write,
} from './writes/transaction.ts'
import { databaseUnavailable, Problem } from './problems/problem.ts'

/**
 * `current` when the schema is the one of this version of the program, `newer` when a newer version has
 * changed it, and `waiting` until either is known.
 */
export type SchemaState = 'waiting' | 'current' | 'newer'

interface ExecutorOptions {
  readonly context: Context
  /** The context of requests without a credential. */
  readonly anonymous?: Context
  /** The waiting queues (src/limits/). */
  readonly limit?:
    | ((executor: OperationExecutor<Context>) => OperationExecutor<Context>)
    | undefined
  readonly schema?: { readonly state: SchemaState } | undefined
}

/**
 * The way of a request from its dispatch (src/contract/dispatch.ts) to its operation: the migration gate, a waiting queue,
 * a deadline, and for a write its transaction.
 */
export function operationExecutor({
  context,
  anonymous = context,
  limit = (executor) => executor,
  schema = { state: 'current' },
}: ExecutorOptions): OperationExecutor<Context> {
  return migrationGate(schema, limit(databaseExecutor(context, anonymous)))
}

/**
 * Rejects operations that need the database while its schema is `waiting`, and writes while it is `newer`:
 * this version of the program would violate rules that it does not know.
 */
function migrationGate(
  schema: { readonly state: SchemaState },
  executor: OperationExecutor<Context>,
): OperationExecutor<Context> {
  const requireMigrated = (): void => {
    if (schema.state === 'waiting') throw waitingForDatabase()
  }
  const requireWritable = (): void => {
    requireMigrated()
    if (schema.state === 'newer') throw upgrading()
  }
  return {
    ...executor,
    authenticate: (authorization) =>
      // A missing or malformed key gets its own response: neither is looked up.
      schema.state === 'waiting'
        ? executor.authenticate(authorization).catch(rethrowProblem)
        : executor.authenticate(authorization),
    read: (request, operation) => {
      requireMigrated()
      return executor.read(request, operation)
    },
    write: (request, operation) => {
      requireWritable()
      return executor.write(request, operation)
    },
    stream: (request, operation) => {
      requireWritable()
      return executor.stream(request, operation)
    },
  }
}

function rethrowProblem(error: unknown): never {
  throw error instanceof Problem ? error : waitingForDatabase(error)
}

export function waitingForDatabase(cause?: unknown): Problem {
  return new Problem(
    'service_unavailable',
    'The service is starting and waits for its database. Try again after a moment.',
    { cause },
  )
}

function upgrading(): Problem {
  return new Problem(
    'service_unavailable',
    'The service rejects writes during its upgrade to a newer version. Try again after a moment.',
  )
}

/**
 * Runs operations on the database. A write and the validation of its response share one transaction: a
 * write whose response violates the contract is rolled back.
 */
function databaseExecutor(context: Context, anonymous: Context): OperationExecutor<Context> {
  // A client with a credential may have just written through any process, and must read its own write.
  const contextFor = ({ context: requestContext }: ValidatedRequest): Context =>
    requestContext.principal === undefined ? anonymous : context
  return {
    authenticate: async (authorization) =>
      authorization === undefined
        ? undefined
        : beforeDeadline(AUTHENTICATION_DEADLINE_MS, () => authenticate(context.db, authorization)),
    read(request, operation) {
      const { closed, waitLong } = request.context.request
      const waitMs = waitMsOf(request)
      if (waitMs > 0) waitLong?.()
      const requestContext = { ...contextFor(request), closed }
      return beforeDeadline(REQUEST_DEADLINE_MS + waitMs, () => operation(requestContext))
    },
    write: (request, operation) =>
      beforeDeadline(REQUEST_DEADLINE_MS, (isOver) => {
        const write: Write<HttpResponse> = (trx) => operation({ ...context, db: trx })
        return writeOnce(context.db, identityOf(request), write, isOver, senderOf(request, context))
      }),
    // Each of its transactions has a deadline of its own (src/batches/).
    stream: (_request, operation) => operation(context),
  }
}

/** For how long a request may wait for changes. */
function waitMsOf({ input: { query } }: ValidatedRequest): number {
  return 'wait' in query ? query.wait * 1_000 : 0
}

/** Every write has a sender. */
function senderOf(
  { context: { principal } }: ValidatedRequest,
  { maxStoredBytes = Infinity }: Context,
): Sender {
  const { keyId, userId } = requireSet(principal)
  return { keyId, userId, maxBytes: maxStoredBytes }
}

/** Undefined for a request without `Idempotency-Key`. */
function identityOf({ context }: ValidatedRequest): RequestIdentity | undefined {
  const { operation, principal, header, request } = context
  const key = parseIdempotencyKey(header?.['Idempotency-Key'])
  if (key === undefined) return undefined
  const { operationId } = requireSet(operation)
  return {
    ownerId: requireSet(principal).userId,
    key,
    fingerprint: requestFingerprint(operationId, request.body ?? Buffer.alloc(0)),
  }
}

class DeadlinePassed extends Error {
  constructor(ms: number) {
    super(`No result within ${ms} ms`)
    this.name = 'DeadlinePassed'
  }
}

/** Work with a deadline; `isOver` returns whether the deadline has passed. */
type Work<Result> = (isOver: () => boolean) => Promise<Result>

/**
 * The result of `work`, if it is in time. Work that is late continues unobserved until its statement
 * timeouts end it.
 * @throws {Problem} `service_unavailable` after `ms` milliseconds.
 */
export function beforeDeadline<Result>(ms: number, work: Work<Result>): Promise<Result> {
  let isOver = false
  const working = work(() => isOver)
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      isOver = true
      reject(databaseUnavailable(new DeadlinePassed(ms)))
    }, ms)
    void working.then(resolve, reject).finally(() => {
      clearTimeout(timer)
    })
  })
}
