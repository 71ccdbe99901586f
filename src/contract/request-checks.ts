import { Readable } from 'node:stream'
import type { ErrorObject } from 'ajv'
import type { Context as BackendContext } from 'openapi-backend'
import { unauthorized } from '../auth/api-key.ts'
import { sentCredential } from '../auth/sent-credential.ts'
import { hasScope, type Principal } from '../auth/principal.ts'
import { memoizeByObject } from '../cache/memoize.ts'
import { inputProblem, Problem } from '../problems/problem.ts'
import { invalidBody } from '../request-body/body-error.ts'
import { readJsonObject } from '../request-body/json.ts'
import { requireMediaType, type ContentCoding } from '../request-body/media-type.ts'
import { readText } from '../request-body/body-error.ts'
import { bodyErrors } from '../request-body/schema-errors.ts'
import { acceptableType } from './content-negotiation.ts'
import {
  acceptedMediaTypes,
  isStreamed,
  recordFields,
  requestMediaTypes,
  resolve,
  type Operation,
  type RequestBody,
} from './document.ts'
import { parseEntityTags } from './entity-tag.ts'
import { requestLines } from './request-lines.ts'
import { maxPartsOf } from './request-parts.ts'
import { numberErrors, invalidRequest, parametersOf, schemaErrors } from './parameters.ts'
import {
  preferenceOf,
  requireSet,
  type HttpRequest,
  type OperationExecutor,
  type RequestContext,
} from './request-context.ts'

const IF_MATCH = 'If-Match'

/** The instancePath of a body in openapi-backend's validator. */
const BODY_PATH = '/requestBody'

type Executor = Pick<OperationExecutor<unknown>, 'authenticate' | 'turnToParse'>

/**
 * The checks before schema validation, in this order: an acceptable media type, a credential, the id in the
 * path, a readable body, a precondition.
 */
export async function checkRequest(
  backendContext: BackendContext,
  context: RequestContext,
  executor: Executor,
): Promise<void> {
  const operation = context.path?.operations[backendContext.operation?.method ?? '']
  if (operation === undefined) return
  context.operation = operation
  const { request } = context
  context.mediaType = acceptableType(operation, preferenceOf(context))
  context.principal = await authorize(operation, executor, request.headers['authorization'])
  const { params } = backendContext.request as { params: Record<string, string> }
  if (numberErrors(parametersOf(operation, 'path'), params).length > 0)
    throw noSuchRecord(operation)
  const turn = executor.turnToParse?.(request.body?.length ?? 0, context.principal)
  if (turn !== undefined) await turn
  requireSet(context.backendRequest).body = readBody(operation, request)
  checkPreconditions(operation, request.headers['if-match'])
  context.header = headersOf(operation, request)
  const errors = numberErrors(parametersOf(operation, 'query'), context.given)
  if (errors.length > 0) context.errors = [...context.errors, ...errors]
}

/**
 * Authenticates the sender of a request, and requires the scopes of one requirement in `security` of the contract. A
 * credential must be valid even where none is required: a partner with an invalid key gets an error, not the
 * public view.
 * @throws 401 without a valid credential, 403 without the scopes, and the errors of `authenticate`.
 */
async function authorize(
  operation: Operation,
  { authenticate }: Executor,
  authorization: string | undefined,
): Promise<Principal | undefined> {
  const { isPublic, alternatives } = requirementsOf(operation)
  const principal = await authenticate(sentCredential(authorization))
  if (principal === undefined) {
    if (isPublic) return undefined
    throw unauthorized()
  }
  const isAllowed = alternatives.some((scopes) =>
    scopes.every((scope) => hasScope(principal, scope)),
  )
  if (isAllowed) return principal
  const needed = alternatives.map((scopes) => scopes.join(' and ')).join(' or ')
  throw new Problem('forbidden', `The scope ${needed} is needed.`)
}

const requirementsOf = memoizeByObject(({ security }: Operation) => ({
  isPublic: security.some((requirement) => Object.keys(requirement).length === 0),
  /** The scopes of each requirement; one requirement that holds is enough. */
  alternatives: security.map((requirement) => Object.values(requirement).flat()),
}))

function noSuchRecord(operation: Operation): Problem {
  const other = [...parametersOf(operation, 'path').values()].find(({ name }) => name !== 'id')
  const detail = other && `${other.name}, which is written as ${String(other.example)}`
  return new Problem('not_found', `No record has this ${detail ?? 'id'}.`)
}

/**
 * The parsed body: an object, a string for an operation that takes text, or the lines of a body that the operation
 * reads itself; undefined for an operation that has no body, because such an operation ignores one.
 * @throws 415 for another media type, 400 for a body that is not a JSON object or cannot be stored, or is not text.
 */
function readBody(
  operation: Operation,
  { headers, body, stream }: HttpRequest,
): object | string | undefined {
  const mediaTypes = requestMediaTypes(operation)
  if (mediaTypes.length === 0) return undefined
  const coding = requireReadable(operation, headers)
  if (isStreamed(operation)) return requestLines(operation, stream ?? Readable.from([]), coding)
  // openapi-backend validates JSON only, so the operation itself checks a text.
  if (mediaTypes.every((mediaType) => mediaType.startsWith('text/'))) return readText(body)
  return readJsonObject(body, limitsOf(operation).maxParts)
}

/** @throws 415 for a body that the operation does not read. */
export function requireReadable(
  operation: Operation,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): ContentCoding {
  const contentType = headers['content-type']?.toString()
  const contentEncoding = headers['content-encoding']?.toString()
  const codings: ContentCoding[] = isStreamed(operation) ? ['gzip', 'identity'] : ['identity']
  return requireMediaType(acceptedMediaTypes(operation), { contentType, contentEncoding }, codings)
}

/**
 * `maxParts` is the maximum number of commas, objects and arrays of a body before validation, derived from its
 * schemas.
 */
const limitsOf = memoizeByObject(({ requestBody }: Operation) => {
  const content = requestBody === undefined ? {} : resolve<RequestBody>(requestBody).content
  const parts = Object.values(content).map(({ schema }) => maxPartsOf(schema))
  return { maxParts: Math.max(0, ...parts) }
})

/**
 * Requires a well-formed `If-Match` where the contract has one. The operation compares it after it has locked
 * the record.
 * @throws 428 without it (RFC 6585, section 3), 400 for neither `*` nor a list of entity tags.
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

function headersOf(operation: Operation, { headers }: HttpRequest): Record<string, string> {
  const given: Record<string, string> = {}
  for (const { name, field } of headerNames(operation)) {
    const value = headers[field]
    if (value !== undefined) given[name] = value
  }
  return given
}

/** The header parameters, in the contract's spelling and in lower case. */
const headerNames = memoizeByObject((operation: Operation) =>
  [...parametersOf(operation, 'header').keys()].map((name) => ({
    name,
    field: name.toLowerCase(),
  })),
)

/**
 * Reports all errors of the parameters together, or those of the body when the parameters have none.
 * @throws 404 for a path that does not fit its schema, 400 for the rest.
 */
export function rejectInvalid(
  { validation }: BackendContext,
  { operation: routed, given, header = {}, errors: queryErrors }: RequestContext,
): never {
  const errors = validation?.errors ?? []
  const operation = requireSet(routed)
  if (errors.some(isIn('path'))) throw noSuchRecord(operation)
  const parameterErrors = [
    ...queryErrors,
    ...schemaErrors(parametersOf(operation, 'query'), given, errors.filter(isIn('query'))),
    ...schemaErrors(parametersOf(operation, 'header'), header, errors.filter(isIn('header'))),
  ]
  const ofBody = errors.filter(isBodyError)
  if (parameterErrors.length > 0 || ofBody.length === 0) throw invalidRequest(parameterErrors)
  throw invalidBody(bodyErrors(ofBody, recordFields(operation), BODY_PATH))
}

function isIn(place: 'path' | 'query' | 'header'): (error: ErrorObject) => boolean {
  return ({ instancePath }) => `${instancePath}/`.startsWith(`/${place}/`)
}

function isBodyError({ instancePath, params }: ErrorObject): boolean {
  return (
    `${instancePath}/`.startsWith(`${BODY_PATH}/`) || params['missingProperty'] === 'requestBody'
  )
}
