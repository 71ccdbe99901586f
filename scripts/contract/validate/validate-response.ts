import { createHash } from 'node:crypto'
import { sentCredential } from '../../../src/auth/api-key.ts'
import { parsedUrl } from '../../../src/config.ts'
import { bodyOf, type Answer, type Fault } from './answer.ts'
import { schemaValidatorOf, type SchemaValidator } from './closed-schemas.ts'
import { escaped, type Contract, type Operation, type Path } from './contract.ts'
import { deprecationValidator } from './deprecation-headers.ts'
import type { Header, Reference, Response } from './document.ts'

export interface Verdict {
  /** What the contract does not allow; empty when all is well. */
  readonly faults: readonly Fault[]
  /** Which documented responses this was, as `listEvents 200 application/json`. */
  readonly reached: readonly string[]
}

export type Validator = (answer: Answer) => Verdict

/** Headers of the connection and of the message itself, which no contract lists. */
const TRANSPORT = new Set([
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
])

/** Headers for browsers on every response of a site; they are no part of the interface. */
const FOR_BROWSERS = new Set([
  'access-control-allow-origin',
  'access-control-expose-headers',
  'content-security-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
])

/** The interface has the first; who encodes answers says the second (RFC 9110, section 12.5.5). */
const VARY = new Set(['Accept', 'Accept, Accept-Encoding'])

/** A validator of responses against `contract` alone. */
export function validatorOf(contract: Contract): Validator {
  const holds = schemaValidatorOf(contract)
  const meaningFaults = headerMeaningValidator(contract)
  const announcementFaults = deprecationValidator(contract)
  return (answer) => {
    const faults = [
      ...everywhereFaults(contract, holds, answer),
      ...problemFaults(contract, holds, answer),
    ]
    const path = contract.findPath(answer.url)
    if (path === undefined) {
      return { faults: [...faults, ...unknownPathFaults(contract, answer)], reached: [] }
    }
    faults.push(...allowFaults(path, answer))
    if (answer.method === 'OPTIONS') return { faults, reached: [] }
    const verdicts = operationsAsked(path, answer).map((operation) => {
      const verdict = validateOperation(contract, holds, operation, answer)
      const others = [
        ...meaningFaults(operation, answer),
        // What another method would have brought is not asked for.
        ...(isMethodOf(operation, answer) ? announcementFaults(operation, answer) : []),
      ]
      return { ...verdict, faults: [...verdict.faults, ...others] }
    })
    return {
      faults: [...faults, ...verdicts.flatMap((verdict) => verdict.faults)],
      reached: verdicts.flatMap((verdict) => verdict.reached),
    }
  }
}

/** The one that the method names or, when the path has no such method, each: all document 405. */
function operationsAsked(path: Path, answer: Answer): readonly Operation[] {
  const operation = path.operations.find((each) => isMethodOf(each, answer))
  return operation ? [operation] : path.operations
}

function isMethodOf(operation: Operation, { method }: Answer): boolean {
  return operation.method === (method === 'HEAD' ? 'GET' : method)
}

function allowFaults(path: Path, { headers }: Answer): Fault[] {
  const message = `Allow is "${headers['allow']}" instead of "${path.allow}"`
  return headers['allow'] === path.allow ? [] : [{ message, place: path.place }]
}

function validateOperation(
  contract: Contract,
  holds: SchemaValidator,
  operation: Operation,
  answer: Answer,
): Verdict {
  const { status } = answer
  const response = operation.responses[status]
  if (response === undefined) {
    const message = `${operation.id} does not document ${status}: ${answer.text}`
    return { faults: [{ message, place: `${operation.place}/responses` }], reached: [] }
  }
  const place = responsePlace(contract, operation, status)
  const faults = headerFaults(contract, holds, response, answer, place)
  // The rate limit is checked before the method.
  if (status !== 429 && isMethodOf(operation, answer) === (status === 405)) {
    const message = `${status} for ${answer.method}, while ${operation.id} is ${operation.method}`
    faults.push({ message, place })
  }
  const body = bodyVerdict(holds, operation, response, answer, place)
  return { faults: [...faults, ...body.faults], reached: body.reached }
}

function bodyVerdict(
  holds: SchemaValidator,
  { id }: Operation,
  response: Response,
  answer: Answer,
  place: string,
): Verdict {
  const { status, headers, method, text } = answer
  const mediaType = headers['content-type'] ?? '-'
  const content = response.content?.[mediaType]
  const faults: Fault[] = []
  if (content === undefined && (response.content !== undefined || mediaType !== '-')) {
    const message = `${id} ${status} does not document the media type ${mediaType}`
    faults.push({ message, place: response.content === undefined ? place : `${place}/content` })
  }
  if (method === 'HEAD' || content === undefined) {
    if (text !== '') faults.push({ message: 'There is a body where none may be', place })
    return { faults, reached: method === 'HEAD' ? [] : [`${id} ${status} -`] }
  }
  const value = /\bjson$/.test(mediaType) ? bodyOf(answer) : text
  const schemaPlace = `${place}/content/${escaped(mediaType)}/schema`
  faults.push(...holds(content.schema, value, schemaPlace))
  return { faults, reached: [`${id} ${status} ${mediaType}`] }
}

/** Of the response itself where it is a component, as those of a contract mostly are. */
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

function headerFaults(
  { resolve }: Contract,
  holds: SchemaValidator,
  response: Response,
  { headers: sent }: Answer,
  responseAt: string,
): Fault[] {
  const documented = Object.entries<Header | Reference>(response.headers ?? {})
  const place = `${responseAt}/headers`
  const names = new Set(documented.map(([name]) => name.toLowerCase()))
  const undeclared = Object.keys(sent).filter(
    (name) => !TRANSPORT.has(name) && !FOR_BROWSERS.has(name) && !names.has(name),
  )
  return [
    ...undeclared.map((name) => ({ message: `The header ${name} is not declared`, place })),
    ...documented.flatMap(([name, node]) => {
      const header = resolve(node)
      const text = sent[name.toLowerCase()]
      const at = `${place}/${name}`
      if (text === undefined) {
        return header.required ? [{ message: `The header ${name} is missing`, place: at }] : []
      }
      const isInteger = resolve(header.schema).type === 'integer'
      const value = isInteger && /^\d+$/.test(text) ? Number(text) : text
      return holds(header.schema, value, `${at}/schema`).map((fault) => ({
        ...fault,
        message: `The header ${name} ${fault.message}`,
      }))
    }),
  ]
}

/** Rules for every response of the service, on every path. */
function everywhereFaults(
  { document }: Contract,
  holds: SchemaValidator,
  { headers }: Answer,
): Fault[] {
  const vary = '/components/headers/Vary'
  const requestId = '/components/headers/XRequestId/schema'
  const { schema } = document.components.headers['XRequestId'] ?? {
    schema: { type: 'string', format: 'uuid' },
  }
  return [
    ...(VARY.has(headers['vary'] ?? '')
      ? []
      : [{ message: `Vary is "${headers['vary']}"`, place: vary }]),
    ...holds(schema, headers['x-request-id'], requestId).map((fault) => ({
      ...fault,
      message: `X-Request-Id ${fault.message}`,
    })),
  ]
}

/** Below the root there is nothing but what the contract describes; to ask for it counts. */
function unknownPathFaults({ apiRoot }: Contract, { url, status }: Answer): Fault[] {
  const isApi = url.startsWith(`${apiRoot}/`)
  const message = `${url} is no path of the contract but has ${status}`
  return isApi && status !== 404 && status !== 429 ? [{ message, place: '/paths' }] : []
}

const PROBLEM_TYPE = 'application/problem+json'
const PLACE = '/components/schemas/Problem'

/** A problem says the same in its body as in its head, and its code is one of the closed list. */
function problemFaults({ document }: Contract, holds: SchemaValidator, answer: Answer): Fault[] {
  const { method, status, headers } = answer
  if (status < 400) return []
  if (headers['content-type'] !== PROBLEM_TYPE) {
    return [{ message: `An error of the type ${headers['content-type']}`, place: PLACE }]
  }
  if (method === 'HEAD') return []
  const body = bodyOf(answer)
  const faults = holds({ $ref: `#${PLACE}` }, body, PLACE)
  const { properties } = document.components.schemas['Problem'] ?? {}
  const codes = properties?.['code']?.['x-extensible-enum'] ?? []
  const problem = (typeof body === 'object' && body) || {}
  return [...faults, ...fieldFaults(answer, new Map(Object.entries(problem)), codes)]
}

function fieldFaults(
  { status, headers }: Answer,
  problem: ReadonlyMap<string, unknown>,
  codes: readonly string[],
): Fault[] {
  const code = String(problem.get('code'))
  const type = String(problem.get('type'))
  const instance = `urn:uuid:${headers['x-request-id']}`
  const claims: readonly [boolean, string, string][] = [
    [
      problem.get('status') === status,
      'status',
      `status is ${String(problem.get('status'))}, not ${status}`,
    ],
    [problem.get('instance') === instance, 'instance', 'instance is another'],
    [codes.includes(code), 'code', `The code ${code} is unknown`],
    [type.endsWith(`/docs/problems/${code}`), 'type', `type is ${type}`],
  ]
  return claims
    .filter(([holds]) => !holds)
    .map(([, field, message]) => ({ message, place: `${PLACE}/properties/${field}` }))
}

/**
 * A validator of the meaning of headers, beside their schemas: they fit the request, the body
 * and each other. It remembers every entity tag that it has seen.
 */
function headerMeaningValidator(
  contract: Contract,
): (operation: Operation, answer: Answer) => Fault[] {
  const tagFaults = entityTagValidator()
  return (operation, answer) => {
    const messages: Readonly<Record<string, readonly string[]>> = {
      ETag: tagFaults(answer),
      CacheControl: cacheFaults(operation, answer),
      Location: locationFaults(contract, answer),
      AcceptedTypes: acceptFaults(operation, answer),
      WWWAuthenticate: challengeFaults(answer),
    }
    return [
      ...Object.entries(messages).flatMap(([header, faults]) =>
        faults.map((message) => ({ message, place: `/components/headers/${header}` })),
      ),
      ...lengthFaults(answer).map((message) => ({
        message,
        place: `${operation.place}/responses`,
      })),
    ]
  }
}

/** A strong one: the same for the same bytes, and another for others (RFC 9110, section 8.8.1). */
function entityTagValidator(): (answer: Answer) => string[] {
  const tagOfBody = new Map<string, string>()
  const bodyOfTag = new Map<string, string>()
  return ({ headers, text }) => {
    const tag = headers['etag']
    if (tag === undefined || text === '') return []
    const body = createHash('sha256').update(text).digest('base64')
    const otherTag = tagOfBody.get(body) ?? tag
    const otherBody = bodyOfTag.get(tag) ?? body
    if (otherTag !== tag) return [`ETag is ${tag}, and was ${otherTag} for the same body`]
    if (otherBody !== body) return [`ETag is ${tag}, and was so for another body`]
    tagOfBody.set(body, tag)
    bodyOfTag.set(tag, body)
    return []
  }
}

/**
 * A response to a credential is for no shared cache, and an error for no cache at all (RFC
 * 9111, section 5.2.2).
 */
function cacheFaults({ security }: Operation, { status, sent, headers }: Answer): string[] {
  const said = headers['cache-control']
  if (said === undefined) return []
  const isPersonal = security.length > 0 && sentCredential(sent['authorization']) !== undefined
  const success = isPersonal ? 'private, no-cache' : 'no-cache'
  const expected = status >= 400 ? 'no-store' : success
  return said === expected ? [] : [`Cache-Control is "${said}" instead of "${expected}"`]
}

/** The path of one record below the list that was posted to, with the id of the new record. */
function locationFaults({ findPath }: Contract, answer: Answer): string[] {
  const { url, status, headers } = answer
  if (status !== 201) return []
  const { id } = (bodyOf(answer) ?? {}) as { id?: number }
  const location = headers['location'] ?? ''
  // That it is absolute is for its schema to say.
  const { pathname, search } = parsedUrl(location) ?? { pathname: location, search: '' }
  const list = findPath(url)?.template ?? ''
  return pathname.endsWith(`${list}${id}/`) && findPath(url) !== undefined && search === ''
    ? []
    : [`Location is "${location}" for the record ${id}`]
}

/** What could have been sent instead (RFC 9110, section 15.5.16). */
function acceptFaults({ requestBody }: Operation, { status, headers }: Answer): string[] {
  if (status !== 415) return []
  const expected = Object.keys(requestBody?.content ?? {}).join(', ')
  const said = headers['accept']
  return said === expected ? [] : [`Accept is "${said}" instead of "${expected}"`]
}

/** By itself: an error code would reveal what is wrong with a key (RFC 6750, section 3.1). */
function challengeFaults({ status, headers }: Answer): string[] {
  if (status !== 401) return []
  const said = headers['www-authenticate'] ?? ''
  return /^Bearer realm="[^"]+"$/.test(said) ? [] : [`WWW-Authenticate is "${said}"`]
}

/** A length of 0 would be that of the representation under 304 (RFC 9110, section 8.6). */
function lengthFaults({ status, headers }: Answer): string[] {
  const length = headers['content-length']
  const hasNone = status === 204 || status === 304
  return hasNone && length !== undefined ? [`Content-Length is ${length} under ${status}`] : []
}
