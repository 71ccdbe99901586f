import type { ErrorObject } from 'ajv'
import { bodyErrors } from '../body/body-faults.ts'
import { invalidBody } from '../body/fault.ts'
import { requireMediaType } from '../body/media-type.ts'
import { readJsonObject } from '../body/read-json.ts'
import type { Problem } from '../problem.ts'
import {
  recordFields,
  requestMediaTypes,
  resolve,
  type Operation,
  type RequestBody,
  type Schema,
} from './document.ts'
import { memoizeByOperation } from './per-operation.ts'

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
  return readJsonObject(body, partsBound(operation).maxParts)
}

/** So that a body with some fields too many, such as a whole record, is told which they are. */
const SPARE_PARTS = 500

/** How many commas, objects and arrays a body may have before it is validated, by its schemas. */
export const partsBound = memoizeByOperation(({ requestBody }) => {
  const content = requestBody === undefined ? {} : resolve<RequestBody>(requestBody).content
  const each = Object.values(content).map(({ schema }) => partsOf(schema))
  return { maxParts: Math.max(0, ...each) + SPARE_PARTS }
})

/** Of a value that fits a schema, at most; infinity where the schema has no bound. */
function partsOf(schema: Schema): number {
  const { properties = {}, items, maxItems = Infinity, ...others } = resolve(schema)
  const { oneOf = [], anyOf = [], allOf = [] } = others
  const fields = Object.values(properties)
  const branches = Math.max(0, ...[...oneOf, ...anyOf].map(partsOf))
  const ofItems = items === undefined ? 0 : 1 + maxItems * (1 + partsOf(items))
  return (
    [...fields, ...allOf].reduce((sum, part) => sum + 1 + partsOf(part), 1) + branches + ofItems
  )
}

export function isBodyError({ instancePath, params }: ErrorObject): boolean {
  return (
    `${instancePath}/`.startsWith(`${BODY_PATH}/`) || params['missingProperty'] === 'requestBody'
  )
}

/** What the schema of the body found, each place with what would be right there. */
export function bodyProblem(operation: Operation, errors: readonly ErrorObject[]): Problem {
  return invalidBody(bodyErrors(errors, recordFields(operation), BODY_PATH))
}
