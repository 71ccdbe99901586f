import type { ErrorObject } from 'ajv'
import type { Context as Call } from 'openapi-backend'
import { noSuchRecord } from './admit.ts'
import { known, type Exchange } from './exchange.ts'
import { invalidRequest, parametersOf, schemaFaults } from './parameter-faults.ts'
import { bodyProblem, isBodyError } from './read-body.ts'

/**
 * Tells all faults of the parameters together; those of the body when there are no others. A path
 * that fits no schema leads to no record.
 */
export function refuse(call: Call, { operation, given, header = {}, faults }: Exchange): never {
  const errors = call.validation?.errors ?? []
  if (errors.some(isOf('path'))) throw noSuchRecord()
  const body = errors.filter(isBodyError)
  const asked = known(operation)
  const found = [
    ...faults,
    ...schemaFaults(parametersOf(asked, 'query'), given, errors.filter(isOf('query'))),
    ...schemaFaults(parametersOf(asked, 'header'), header, errors.filter(isOf('header'))),
  ]
  throw found.length === 0 && body.length > 0 ? bodyProblem(asked, body) : invalidRequest(found)
}

function isOf(place: 'path' | 'query' | 'header'): (error: ErrorObject) => boolean {
  return ({ instancePath }) => `${instancePath}/`.startsWith(`/${place}/`)
}
