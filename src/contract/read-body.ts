import type { ErrorObject } from 'ajv'
import { bodyFaults } from '../body/body-faults.ts'
import { invalidBody } from '../body/fault.ts'
import { requireMediaType } from '../body/media-type.ts'
import { readJsonObject } from '../body/read-json.ts'
import type { Problem } from '../problem.ts'
import { recordFields, requestMediaTypes, type Operation } from './document.ts'

/** Where openapi-backend's validator finds a body. */
const BODY_PATH = '/requestBody'

export interface BodyRequest {
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Buffer | undefined
}

/**
 * The body of a request as plain values, for an operation that takes one; others ignore it.
 * @throws 415 for what is not read here, 400 for what is not a JSON object or could not be stored.
 */
export function readBody(
  operation: Operation,
  { headers, body }: BodyRequest,
): Record<string, unknown> | undefined {
  const accepted = requestMediaTypes(operation)
  if (accepted.length === 0) return undefined
  requireMediaType(accepted, {
    contentType: headers['content-type'],
    contentEncoding: headers['content-encoding'],
  })
  return readJsonObject(body)
}

export function isBodyError({ instancePath, params }: ErrorObject): boolean {
  return (
    `${instancePath}/`.startsWith(`${BODY_PATH}/`) || params['missingProperty'] === 'requestBody'
  )
}

/** What the schema of the body found, each place with what would be right there. */
export function bodyProblem(operation: Operation, errors: readonly ErrorObject[]): Problem {
  return invalidBody(bodyFaults(errors, recordFields(operation), BODY_PATH))
}
