import type { Context as Call } from 'openapi-backend'
import { Problem } from '../problem.ts'
import { acceptableType } from './accept.ts'
import { authorize } from './authorize.ts'
import type { OperationExecutor } from './backing.ts'
import type { Operation } from './document.ts'
import { preferenceOf, required, type RequestContext, type HttpRequest } from './exchange.ts'
import { integerErrors, parametersOf } from './parameter-faults.ts'
import { memoizeByOperation } from './per-operation.ts'
import { checkPreconditions } from './preconditions.ts'
import { readBody } from './read-body.ts'

/**
 * What must hold before any schema is asked, in this order: a media type that can be made, a
 * credential, an id that is one, a body that can be read, a condition where one is needed.
 */
export async function checkRequest(
  call: Call,
  exchange: RequestContext,
  authenticate: OperationExecutor['authenticate'],
): Promise<void> {
  const operation = exchange.path?.operations[call.operation?.method ?? '']
  if (operation === undefined) return
  exchange.operation = operation
  const { request } = exchange
  exchange.mediaType = acceptableType(operation, preferenceOf(exchange))
  exchange.principal = await authorize(operation, authenticate, request.headers['authorization'])
  const { params } = call.request as { params: Record<string, string> }
  if (integerErrors(parametersOf(operation, 'path'), params).length > 0) throw noSuchRecord()
  required(exchange.call).body = readBody(operation, request)
  checkPreconditions(operation, request.headers['if-match'])
  exchange.header = headersOf(operation, request)
  const query = integerErrors(parametersOf(operation, 'query'), exchange.given)
  if (query.length > 0) exchange.errors = [...exchange.errors, ...query]
}

/** A path that fits no schema leads to no record. */
export function noSuchRecord(): Problem {
  return new Problem('not_found', 'No record has this id.')
}

function headersOf(operation: Operation, { headers }: HttpRequest): Record<string, string> {
  const given: Record<string, string> = {}
  for (const { name, field } of headerNames(operation)) {
    const value = headers[field]
    if (value !== undefined) given[name] = value
  }
  return given
}

/** Of the header parameters: as the contract spells them, and as a request has them. */
const headerNames = memoizeByOperation((operation) =>
  [...parametersOf(operation, 'header').keys()].map((name) => ({
    name,
    field: name.toLowerCase(),
  })),
)
