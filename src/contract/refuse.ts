import type { ErrorObject } from 'ajv'
import type { Context as Call } from 'openapi-backend'
import { noSuchRecord } from './admit.ts'
import { required, type RequestContext } from './exchange.ts'
import { invalidRequest, parametersOf, schemaErrors } from './parameter-faults.ts'
import { bodyProblem, isBodyError } from './read-body.ts'

/**
 * Tells all faults of the parameters together; those of the body when there are no others. A path
 * that fits no schema leads to no record.
 */
export function rejectInvalid(
  call: Call,
  { operation, given, header = {}, errors: faults }: RequestContext,
): never {
  const errors = call.validation?.errors ?? []
  if (errors.some(isOf('path'))) throw noSuchRecord()
  const body = errors.filter(isBodyError)
  const asked = required(operation)
  const found = [
    ...faults,
    ...schemaErrors(parametersOf(asked, 'query'), given, errors.filter(isOf('query'))),
    ...schemaErrors(parametersOf(asked, 'header'), header, errors.filter(isOf('header'))),
  ]
  throw found.length === 0 && body.length > 0 ? bodyProblem(asked, body) : invalidRequest(found)
}

function isOf(place: 'path' | 'query' | 'header'): (error: ErrorObject) => boolean {
  return ({ instancePath }) => `${instancePath}/`.startsWith(`/${place}/`)
}
