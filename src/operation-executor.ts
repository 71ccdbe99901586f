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
  type StorageAccount,
  type Write,
} from './writes/transaction.ts'
import { databaseUnavailable } from './problems/problem.ts'

class DeadlinePassed extends Error {
  constructor(ms: number) {
    super(`No result within ${ms} ms`)
    this.name = 'DeadlinePassed'
  }
}

/**
 * Runs operations on the database. A write and the validation of its response share one transaction: a
 * write whose response violates the contract is rolled back.
 * @param anonymous the context of requests without a credential.
 */
export function databaseExecutor(
  context: Context,
  anonymous: Context = context,
): OperationExecutor<Context> {
  // A client with a credential may have just written through any process, and must read its own write.
  const contextFor = ({ context: requestContext }: ValidatedRequest): Context =>
    requestContext.principal === undefined ? anonymous : context
  return {
    authenticate: async (authorization) =>
      authorization === undefined
        ? undefined
        : beforeDeadline(AUTHENTICATION_DEADLINE_MS, () => authenticate(context.db, authorization)),
    read: (request, operation) =>
      beforeDeadline(REQUEST_DEADLINE_MS, () => operation(contextFor(request))),
    write: (request, operation) =>
      beforeDeadline(REQUEST_DEADLINE_MS, (isOver) => {
        const write: Write<HttpResponse> = (trx) => operation({ ...context, db: trx })
        return writeOnce(
          context.db,
          identityOf(request),
          write,
          isOver,
          accountOf(request, context),
        )
      }),
    // Each of its transactions has a deadline of its own (src/batches/).
    stream: (_request, operation) => operation(context),
  }
}

/** Every write has a sender. */
function accountOf(
  { context: { principal } }: ValidatedRequest,
  { maxStoredBytes = Infinity }: Context,
): StorageAccount {
  return { userId: requireSet(principal).userId, maxBytes: maxStoredBytes }
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
