import type { Context as Call } from 'openapi-backend'
import { Problem } from '../problem.ts'
import { acceptableType } from './accept.ts'
import { authorize } from './authorize.ts'
import type { Backing } from './backing.ts'
import type { Operation } from './document.ts'
import { acceptOf, known, type Exchange, type HttpRequest } from './exchange.ts'
import { integerFaults, parametersOf } from './parameter-faults.ts'
import { perOperation } from './per-operation.ts'
import { requirePreconditions } from './preconditions.ts'
import { readBody } from './read-body.ts'

/**
 * What must hold before any schema is asked, in this order: a media type that can be made, a
 * credential, an id that is one, a body that can be read, a condition where one is needed.
 */
export async function admit(
  call: Call,
  exchange: Exchange,
  authenticate: Backing['authenticate'],
): Promise<void> {
  const operation = exchange.path?.operations[call.operation?.method ?? '']
  if (operation === undefined) return
  exchange.operation = operation
  const { request } = exchange
  exchange.mediaType = acceptableType(operation, acceptOf(exchange))
  exchange.principal = await authorize(operation, authenticate, request.headers['authorization'])
  const { params } = call.request as { params: Record<string, string> }
  if (integerFaults(parametersOf(operation, 'path'), params).length > 0) throw noSuchRecord()
  known(exchange.call).body = readBody(operation, request)
  requirePreconditions(operation, request.headers['if-match'])
  exchange.header = headersOf(operation, request)
  const query = integerFaults(parametersOf(operation, 'query'), exchange.given)
  if (query.length > 0) exchange.faults = [...exchange.faults, ...query]
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
const headerNames = perOperation((operation) =>
  [...parametersOf(operation, 'header').keys()].map((name) => ({
    name,
    field: name.toLowerCase(),
  })),
)
