import type { HttpResponse } from './contract/responses.ts'
import {
  required,
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
  type Write,
} from './writes/transaction.ts'
import { databaseUnavailable } from './problems/problem.ts'

class DeadlinePassed extends Error {
  constructor(ms: number) {
    super(`There was no answer within ${ms} ms`)
    this.name = 'DeadlinePassed'
  }
}

export { startReadModel } from './read-model/read-model.ts'
export { resources } from './resources.ts'

/**
 * Runs operations on the database. One that writes does so in one transaction with the validation of
 * its response: what the contract does not allow to be told is not written either.
 * @param anonymous what whoever shows no credential is read with.
 */
export function databaseExecutor(
  context: Context,
  anonymous: Context = context,
): OperationExecutor<Context> {
  // Whoever shows a credential may have written a moment ago, through any process, and reads that.
  const contextFor = ({ context: exchange }: ValidatedRequest): Context =>
    exchange.principal === undefined ? anonymous : context
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
        return writeOnce(context.db, identityOf(request), write, isOver)
      }),
  }
}

/** Undefined for a request that does not ask to be remembered. */
function identityOf({ context }: ValidatedRequest): RequestIdentity | undefined {
  const { operation, principal, header, request } = context
  const key = parseIdempotencyKey(header?.['Idempotency-Key'])
  if (key === undefined) return undefined
  const { operationId } = required(operation)
  return {
    ownerId: required(principal).userId,
    key,
    fingerprint: requestFingerprint(operationId, request.body ?? Buffer.alloc(0)),
  }
}

/** What is done before a deadline, told by the function whether it has passed. */
type Work<Result> = (isOver: () => boolean) => Promise<Result>

/**
 * What `work` comes to, if it does so in time. What is too late goes on, and nobody hears of it: it is
 * ended by the limits of its statements.
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
