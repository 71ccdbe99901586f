import type { Context as Call } from 'openapi-backend'
import type { ErrorObject } from 'ajv'
import { Problem, inputProblem } from '../problems/problem.ts'
import { acceptableType } from './content-negotiation.ts'
import {
  preferenceOf,
  required,
  type OperationExecutor,
  type RequestContext,
  type HttpRequest,
} from './request-context.ts'
import {
  recordFields,
  requestMediaTypes,
  resolve,
  type Operation,
  type RequestBody,
  type Schema,
} from './document.ts'
import { integerErrors, parametersOf, invalidRequest, schemaErrors } from './parameter-errors.ts'
import { memoizeByObject } from '../cache/memoize.ts'
import { sentCredential, unauthorized } from '../auth/api-key.ts'
import { hasScope, type Principal, type Scope } from '../auth/principal.ts'
import { parseEntityTags } from './entity-tag.ts'
import { bodyErrors } from '../request-body/schema-errors.ts'
import { invalidBody } from '../request-body/body-error.ts'
import { requireMediaType } from '../request-body/media-type.ts'
import { readJsonObject } from '../request-body/json.ts'

const demandsOf = memoizeByObject(({ security }: Operation) => ({
  isPublic: security.some((requirement) => Object.keys(requirement).length === 0),
  scopes: security.flatMap((requirement) => Object.values(requirement).flat()),
}))

const IF_MATCH = 'If-Match'

/** Where openapi-backend's validator finds a body. */
const BODY_PATH = '/requestBody'

/** So that a body with some fields too many, such as a whole record, is told which they are. */
const SPARE_PARTS = 500

/** How many commas, objects and arrays a body may have before it is validated, by its schemas. */
const partsBound = memoizeByObject(({ requestBody }: Operation) => {
  const content = requestBody === undefined ? {} : resolve<RequestBody>(requestBody).content
  const each = Object.values(content).map(({ schema }) => partsOf(schema))
  return { maxParts: Math.max(0, ...each) + SPARE_PARTS }
})

/**
 * What must hold before any schema is asked, in this order: a media type that can be made, a
 * credential, an id that is one, a body that can be read, a condition where one is needed.
 */
export async function checkRequest(
  call: Call,
  exchange: RequestContext,
  authenticate: OperationExecutor<unknown>['authenticate'],
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
function noSuchRecord(): Problem {
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
const headerNames = memoizeByObject((operation: Operation) =>
  [...parametersOf(operation, 'header').keys()].map((name) => ({
    name,
    field: name.toLowerCase(),
  })),
)

/**
 * Who sends a request, by what the contract says under `security`. Where nobody needs a credential,
 * one that is sent must be valid all the same, so that a partner never takes the public's view for
 * its own.
 * @throws 401 without a valid credential, 403 without the scopes; what `authenticate` throws.
 */
async function authorize(
  operation: Operation,
  authenticate: OperationExecutor<unknown>['authenticate'],
  authorization: string | undefined,
): Promise<Principal | undefined> {
  const { isPublic, scopes } = demandsOf(operation)
  const principal = await authenticate(sentCredential(authorization))
  if (principal !== undefined) return requireScopes(principal, scopes)
  if (isPublic) return undefined
  throw unauthorized()
}

function requireScopes(principal: Principal, scopes: readonly Scope[]): Principal {
  const missing = scopes.filter((scope) => !hasScope(principal, scope))
  if (missing.length === 0) return principal
  throw new Problem('forbidden', `The scope ${missing.join(', ')} is needed.`)
}

/**
 * Where the contract asks for `If-Match`, it must be there and readable; whether it holds is known
 * when the record is locked.
 * @throws 428 without it (RFC 6585, section 3), 400 for what is neither `*` nor a list of entity tags.
 */
function checkPreconditions(operation: Operation, ifMatch: string | undefined): void {
  if (!parametersOf(operation, 'header').has(IF_MATCH)) return
  if (ifMatch === undefined) {
    throw new Problem(
      'precondition_required',
      'If-Match is missing. Send the ETag of the record as you read it.',
    )
  }
  if (parseEntityTags(ifMatch) !== undefined) return
  throw inputProblem('invalid_request', [
    { parameter: IF_MATCH, detail: 'It is neither * nor a list of entity tags in quotes.' },
  ])
}

/** 412 of a request that reads. */
export function unmet(): Problem {
  return new Problem(
    'precondition_failed',
    'None of the tags in If-Match is the ETag of what would be answered.',
  )
}

interface BodyRequest {
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Buffer | undefined
}

/**
 * The body of a request as plain values, for an operation that takes one; others ignore it.
 * @throws 415 for what is not read here, 400 for what is not a JSON object or could not be stored.
 */
function readBody(
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

function isBodyError({ instancePath, params }: ErrorObject): boolean {
  return (
    `${instancePath}/`.startsWith(`${BODY_PATH}/`) || params['missingProperty'] === 'requestBody'
  )
}

/** What the schema of the body found, each place with what would be right there. */
function bodyProblem(operation: Operation, errors: readonly ErrorObject[]): Problem {
  return invalidBody(bodyErrors(errors, recordFields(operation), BODY_PATH))
}

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
