import { createHash } from 'node:crypto'
import { sentCredential } from '../../../src/auth/sent-credential.ts'
import { parsedUrl } from '../../../src/config.ts'
import { EVENT_STREAM_TYPE } from '../http-client.ts'
import { bodyOf, type ReceivedResponse, type ValidationError } from './received-response.ts'
import { schemaValidatorOf, type SchemaValidator } from './closed-schemas.ts'
import { escaped, type Contract, type Operation, type Path } from './contract.ts'
import { deprecationErrors } from './deprecation-headers.ts'
import type { Header, Reference, Response } from './document.ts'

interface ValidationResult {
  /** Empty for a response that the contract allows. */
  readonly errors: readonly ValidationError[]
  /** The documented responses that it matches, as `listEvents 200 application/json`. */
  readonly reached: readonly string[]
}

export type Validator = (response: ReceivedResponse) => ValidationResult

/** A validator of responses against `contract` alone. */
export function validatorOf(contract: Contract): Validator {
  const validateSchema = schemaValidatorOf(contract)
  const meaningErrors = headerMeaningValidator(contract)
  return (response) => {
    const errors = [
      ...commonHeaderErrors(contract, validateSchema, response),
      ...problemErrors(validateSchema, response),
    ]
    const path = contract.findPath(response.url)
    if (path === undefined) {
      return { errors: [...errors, ...unknownPathErrors(contract, response)], reached: [] }
    }
    errors.push(...allowErrors(path, response))
    if (response.method === 'OPTIONS') return { errors, reached: [] }
    const reached: string[] = []
    for (const operation of operationsOf(path, response)) {
      const result = validateOperation(contract, validateSchema, operation, response)
      errors.push(...result.errors, ...meaningErrors(operation, response))
      // The deprecation of another method's operation does not apply.
      if (isMethodOf(operation, response)) errors.push(...deprecationErrors(operation, response))
      reached.push(...result.reached)
    }
    return { errors, reached }
  }
}

/** The operation of the method or, when the path has no such method, each: all document 405. */
function operationsOf(path: Path, response: ReceivedResponse): readonly Operation[] {
  const operation = path.operations.find((each) => isMethodOf(each, response))
  return operation ? [operation] : path.operations
}

function isMethodOf(operation: Operation, { method }: ReceivedResponse): boolean {
  return operation.method === (method === 'HEAD' ? 'GET' : method)
}

function allowErrors(path: Path, { headers }: ReceivedResponse): ValidationError[] {
  const message = `Allow is "${headers['allow']}" instead of "${path.allow}"`
  return headers['allow'] === path.allow ? [] : [{ message, place: path.place }]
}

function validateOperation(
  contract: Contract,
  validateSchema: SchemaValidator,
  operation: Operation,
  received: ReceivedResponse,
): ValidationResult {
  const { status, method } = received
  const response = operation.responses[status]
  if (response === undefined) {
    const message = `${operation.id} does not document ${status}: ${received.text}`
    return { errors: [{ message, place: `${operation.place}/responses` }], reached: [] }
  }
  const place = responsePlace(contract, operation, status)
  const errors = headerErrors(contract, validateSchema, response, received, place)
  // The rate limit is checked before the method.
  if (status !== 429 && isMethodOf(operation, received) === (status === 405)) {
    const message = `${status} for ${method}, while ${operation.id} is ${operation.method}`
    errors.push({ message, place })
  }
  const body = validateBody(validateSchema, operation, response, received, place)
  return { errors: [...errors, ...body.errors], reached: body.reached }
}

function validateBody(
  validateSchema: SchemaValidator,
  { id }: Operation,
  response: Response,
  received: ReceivedResponse,
  place: string,
): ValidationResult {
  const { status, headers, method, text } = received
  // A text may name its only charset.
  const mediaType = headers['content-type']?.replace(/(?<=^text\/.*); charset=utf-8$/, '') ?? '-'
  const content = response.content?.[mediaType]
  const errors: ValidationError[] = []
  if (content === undefined && (response.content !== undefined || mediaType !== '-')) {
    const message = `${id} ${status} does not document the media type ${mediaType}`
    errors.push({ message, place: response.content === undefined ? place : `${place}/content` })
  }
  if (method === 'HEAD' || content === undefined) {
    if (text !== '') errors.push({ message: 'There is a body where none may be', place })
    return { errors, reached: method === 'HEAD' ? [] : [`${id} ${status} -`] }
  }
  const reached = [`${id} ${status} ${mediaType}`]
  if (content.schema === undefined) return { errors, reached }
  const value = /\bjson$/.test(mediaType) ? bodyOf(received) : text
  const schemaPlace = `${place}/content/${escaped(mediaType)}/schema`
  errors.push(...validateSchema(content.schema, value, schemaPlace))
  const { contentSchema } = content.schema
  if (contentSchema !== undefined) {
    for (const part of partsOf(mediaType, text)) {
      errors.push(
        ...validateSchema(contentSchema, JSON.parse(part), `${schemaPlace}/contentSchema`),
      )
    }
  }
  return { errors, reached }
}

/** The JSON of each event (WHATWG HTML, section 9.2), or of each line. */
function partsOf(mediaType: string, text: string): string[] {
  if (mediaType !== EVENT_STREAM_TYPE) return text.trimEnd().split('\n')
  return [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => data)
}

/** The component where the response is a reference. */
export function responsePlace(
  { document }: Contract,
  operation: Operation,
  status: number | string,
): string {
  const raw = document.paths[operation.template]?.[operation.method.toLowerCase()]
  const response = raw?.responses[status]
  const isReference = response !== undefined && '$ref' in response
  return isReference ? response.$ref.slice(1) : `${operation.place}/responses/${status}`
}

/** Headers that no contract lists: those of the connection, of the message, for proxies, and for browsers. */
const UNDOCUMENTED_HEADERS = new Set([
  'connection',
  'content-disposition',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
  'x-accel-buffering',
  'access-control-allow-origin',
  'access-control-expose-headers',
  'content-security-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
])

function headerErrors(
  { resolve }: Contract,
  validateSchema: SchemaValidator,
  response: Response,
  { headers }: ReceivedResponse,
  responseAt: string,
): ValidationError[] {
  const documented = Object.entries<Header | Reference>(response.headers ?? {})
  const place = `${responseAt}/headers`
  const names = new Set(documented.map(([name]) => name.toLowerCase()))
  const undeclared = Object.keys(headers).filter(
    (name) => !UNDOCUMENTED_HEADERS.has(name) && !names.has(name),
  )
  return [
    ...undeclared.map((name) => ({ message: `The header ${name} is not declared`, place })),
    ...documented.flatMap(([name, node]) => {
      const { required, schema } = resolve(node)
      const text = headers[name.toLowerCase()]
      const at = `${place}/${name}`
      if (text === undefined) {
        return required ? [{ message: `The header ${name} is missing`, place: at }] : []
      }
      const isInteger = resolve(schema).type === 'integer' && /^\d+$/.test(text)
      const errors = validateSchema(schema, isInteger ? Number(text) : text, `${at}/schema`)
      return prefixed(`The header ${name}`, errors)
    }),
  ]
}

function prefixed(prefix: string, errors: readonly ValidationError[]): ValidationError[] {
  return errors.map(({ message, place }) => ({ message: `${prefix} ${message}`, place }))
}

/** The service sends the first; a server that compresses adds the other (RFC 9110, section 12.5.5). */
const VARY = ['Accept', 'Accept, Accept-Encoding']

/** Rules for every response of the service, on every path. */
function commonHeaderErrors(
  { document }: Contract,
  validateSchema: SchemaValidator,
  { headers }: ReceivedResponse,
): ValidationError[] {
  const components = '/components/headers'
  const { schema = { type: 'string', format: 'uuid' } } =
    document.components.headers['XRequestId'] ?? {}
  const message = `Vary is "${headers['vary']}"`
  const isVaryRight = VARY.includes(headers['vary'] ?? '')
  const id = validateSchema(schema, headers['x-request-id'], `${components}/XRequestId/schema`)
  // A proxy that adds the same header makes two of it, which browsers reject.
  const origin = headers['access-control-allow-origin']
  const originMessage = `Access-Control-Allow-Origin is "${origin}" instead of "*"`
  return [
    ...(origin === '*' ? [] : [{ message: originMessage, place: '/info/description' }]),
    ...(isVaryRight ? [] : [{ message, place: `${components}/Vary` }]),
    ...prefixed('X-Request-Id', id),
  ]
}

/** Below the root are only the paths of the contract; the rate limit counts any request. */
function unknownPathErrors(
  { apiRoot }: Contract,
  { url, status }: ReceivedResponse,
): ValidationError[] {
  const isApi = url.startsWith(`${apiRoot}/`)
  const message = `${url} is no path of the contract but has ${status}`
  return isApi && status !== 404 && status !== 429 ? [{ message, place: '/paths' }] : []
}

const PROBLEM_TYPE = 'application/problem+json'
const PROBLEM = '/components/schemas/Problem'
/** One object, because a schema is compiled once for each. */
const PROBLEM_SCHEMA = { $ref: `#${PROBLEM}` }

/** The fields of a problem agree with the status and the headers. */
function problemErrors(
  validateSchema: SchemaValidator,
  response: ReceivedResponse,
): ValidationError[] {
  const { method, status, headers } = response
  if (status < 400) return []
  if (headers['content-type'] !== PROBLEM_TYPE) {
    return [{ message: `An error of the type ${headers['content-type']}`, place: PROBLEM }]
  }
  if (method === 'HEAD') return []
  const body = bodyOf(response)
  const problem = ((typeof body === 'object' && body) || {}) as Readonly<Record<string, unknown>>
  const code = String(problem['code'])
  const type = String(problem['type'])
  const instance = `urn:uuid:${headers['x-request-id']}`
  const messages = {
    status: problem['status'] !== status && `status is ${String(problem['status'])}, not ${status}`,
    instance: problem['instance'] !== instance && 'instance is another',
    type: !type.endsWith(`/docs/problems/${code}`) && `type is ${type}`,
  }
  return [
    ...validateSchema(PROBLEM_SCHEMA, body, PROBLEM),
    ...Object.entries(messages).flatMap(([field, message]) =>
      message === false ? [] : [{ message, place: `${PROBLEM}/properties/${field}` }],
    ),
  ]
}

/**
 * A validator of the meaning of headers, beyond their schemas: they fit the request, the body
 * and each other. It remembers every entity tag that it has seen.
 */
function headerMeaningValidator(
  contract: Contract,
): (operation: Operation, response: ReceivedResponse) => ValidationError[] {
  const entityTagError = entityTagValidator()
  return (operation, response) => {
    const components = '/components/headers'
    const messages = {
      [`${components}/ETag`]: entityTagError(response),
      [`${components}/CacheControl`]: cacheError(contract, operation, response),
      [`${components}/Location`]: locationError(contract, response),
      [`${components}/AcceptedTypes`]: acceptError(operation, response),
      [`${components}/WWWAuthenticate`]: challengeError(response),
      [`${operation.place}/responses`]: lengthError(response),
    }
    return Object.entries(messages).flatMap(([place, message]) =>
      message === undefined ? [] : [{ message, place }],
    )
  }
}

/** The first part of the tag of a record (components.headers.ETag of the contract). */
const VERSION = /^"\d+-\d+\./

/**
 * A strong tag: different for different bytes (RFC 9110, section 8.8.1). For equal bytes, it differs at most in the
 * version of the record: a new version can have the same representation.
 */
function entityTagValidator(): (response: ReceivedResponse) => string | undefined {
  const digestOfBody = new Map<string, string>()
  const bodyOfTag = new Map<string, string>()
  return ({ headers, text }) => {
    const tag = headers['etag']
    if (tag === undefined || text === '') return undefined
    const body = createHash('sha256').update(text).digest('base64')
    const digest = tag.replace(VERSION, '')
    const otherDigest = digestOfBody.get(body) ?? digest
    const otherBody = bodyOfTag.get(tag) ?? body
    if (otherDigest !== digest) return `ETag is ${tag}, and had ${otherDigest} for the same body`
    if (otherBody !== body) return `ETag is ${tag}, and was so for another body`
    digestOfBody.set(body, digest)
    bodyOfTag.set(tag, body)
    return undefined
  }
}

/**
 * A response to a credential is for no shared cache, and an error for no cache at all (RFC
 * 9111, section 5.2.2).
 */
function cacheError(
  { resolve }: Contract,
  { security, responses }: Operation,
  { status, sent, headers }: ReceivedResponse,
): string | undefined {
  const actual = headers['cache-control']
  const isPersonal = security.length > 0 && sentCredential(sent['authorization']) !== undefined
  const success = isPersonal ? 'private, no-cache' : 'no-cache'
  const header = responses[status]?.headers?.['Cache-Control']
  const [only] = (header && resolve<Header>(header).schema.enum) ?? []
  const expected = only ?? (status >= 400 ? 'no-store' : success)
  if (actual === undefined || actual === expected) return undefined
  return `Cache-Control is "${actual}" instead of "${expected}"`
}

/** The path of one record below its list, with the id of the new record. */
function locationError({ findPath }: Contract, response: ReceivedResponse): string | undefined {
  const { url, status, headers } = response
  if (status !== 201) return undefined
  const { id } = (bodyOf(response) ?? {}) as { id?: number }
  const location = headers['location'] ?? ''
  // Its schema requires that it is absolute.
  const { pathname, search } = parsedUrl(location) ?? { pathname: location, search: '' }
  const list = findPath(url)?.template
  const isRight = list !== undefined && pathname.endsWith(`${list}${id}/`) && search === ''
  return isRight ? undefined : `Location is "${location}" for the record ${id}`
}

/** The media types that the operation reads (RFC 9110, section 15.5.16). */
function acceptError(
  { requestBody }: Operation,
  { status, headers }: ReceivedResponse,
): string | undefined {
  const expected = Object.keys(requestBody?.content ?? {}).join(', ')
  const actual = headers['accept']
  if (status !== 415 || actual === expected) return undefined
  return `Accept is "${actual}" instead of "${expected}"`
}

/** Without an error code, which would reveal what is wrong with a key (RFC 6750, section 3.1). */
function challengeError({ status, headers }: ReceivedResponse): string | undefined {
  const actual = headers['www-authenticate'] ?? ''
  if (status !== 401 || /^Bearer realm="[^"]+"$/.test(actual)) return undefined
  return `WWW-Authenticate is "${actual}"`
}

/** A length of 0 would be that of the representation under 304 (RFC 9110, section 8.6). */
function lengthError({ status, headers }: ReceivedResponse): string | undefined {
  const length = headers['content-length']
  if (length === undefined || (status !== 204 && status !== 304)) return undefined
  return `Content-Length is ${length} under ${status}`
}
