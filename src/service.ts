import type { HttpResponse } from './contract/answers.ts'
import type { ValidatedRequest, OperationExecutor } from './contract/backing.ts'
import { required } from './contract/exchange.ts'
import type { Context } from './contract/operation-types.ts'
import { authenticate } from './credentials/authenticate.ts'
import { AUTHENTICATION_DEADLINE_MS, REQUEST_DEADLINE_MS } from './database/time-limits.ts'
import { beforeDeadline } from './deadline.ts'
export { startReadModel as startReading } from './reading/reading.ts'
import { parseIdempotencyKey } from './writing/idempotency-key.ts'
import {
  requestFingerprint,
  writeOnce,
  type RequestIdentity,
  type Write,
} from './writing/write-once.ts'

/**
 * Runs operations on the database. One that writes does so in one transaction with the validation of
 * its response: what the contract does not allow to be told is not written either.
 * @param anonymous what whoever shows no credential is read with.
 */
export function databaseExecutor(
  context: Context,
  anonymous: Context = context,
): OperationExecutor {
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
