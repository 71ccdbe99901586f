import { memoizeByObject } from '../cache/memoize.ts'
import { resolveIn, type ContractDocument, type Operation, type Parameter } from './document.ts'
import type { RequestContext } from './request-context.ts'
import type { HttpResponse } from './responses.ts'

// Deprecation of operations, parameters and fields, as the contract marks them: the response headers that
// announce it, and the list of all deprecations.

/** The path of the page that lists all deprecations. */
export const DEPRECATIONS_PATH = '/docs/deprecations'

/** The step into the items of an array, in the path to a field. */
const ITEMS = '[]'

type Headers = Readonly<Record<string, string>>

/** Adds the headers that announce deprecated operations, parameters and fields in use. */
export function addDeprecationHeaders(
  contract: ContractDocument,
  publicUrl: string,
): (context: RequestContext, response: HttpResponse) => HttpResponse {
  const headersOf = deprecationHeaders(contract, publicUrl)
  return ({ operation, given, request, backendRequest }, response) => {
    if (operation === undefined) return response
    const headers = headersOf({
      operationId: operation.operationId,
      query: given,
      headers: request.headers,
      body: backendRequest?.body,
      status: response.status,
    })
    if (Object.keys(headers).length === 0) return response
    return { ...response, headers: { ...response.headers, ...headers } }
  }
}

/** A request and the status of its response. */
export interface CompletedRequest {
  readonly operationId: string
  /** The query parameters by name. */
  readonly query: Readonly<Record<string, string>>
  /** Of the request, by lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Of the request, parsed. */
  readonly body: unknown
  /** Of the response. */
  readonly status: number
}

/** Without a deprecated use the headers are empty; with several, they have the earliest dates. */
export function deprecationHeaders(
  contract: ContractDocument,
  publicUrl: string,
): (completed: CompletedRequest) => Headers {
  const byOperation = usesByOperation(contract)
  const page = `<${publicUrl}${DEPRECATIONS_PATH}>`
  const link = ['deprecation', 'sunset'].map((rel) => `${page}; rel="${rel}"; type="text/html"`)
  return (completed) => {
    const ofOperation = byOperation.get(completed.operationId) ?? []
    const uses = ofOperation.filter(({ appliesTo }) => appliesTo(completed))
    return uses.length === 0 ? {} : { ...datesOf(uses), link: link.join(', ') }
  }
}

function usesByOperation(contract: ContractDocument): Map<string, DeprecatedUse[]> {
  const uses = deprecatedUses(contract)
  return new Map(
    uses.map(({ operationId }) => [
      operationId,
      uses.filter((use) => use.operationId === operationId),
    ]),
  )
}

/** `Deprecation` has a structured date (RFC 9745, section 2.1), `Sunset` an HTTP date (RFC 8594, section 3). */
function datesOf(uses: readonly DeprecatedUse[]): Headers {
  const since = earliest(uses.map(({ mark }) => mark['x-deprecated-since']))
  const sunset = earliest(uses.map(({ mark }) => mark['x-sunset']))
  return {
    ...(since && { deprecation: `@${since.getTime() / 1000}` }),
    ...(sunset && { sunset: sunset.toUTCString() }),
  }
}

/** The start, at midnight UTC, of the earliest of these days. Days in ISO 8601 sort as text. */
function earliest(days: readonly (string | undefined)[]): Date | undefined {
  const [first] = days.filter((day) => day !== undefined).toSorted()
  return first === undefined ? undefined : new Date(first)
}

/** An entry in the list of everything deprecated. */
export interface Deprecation extends Pick<DeprecatedUse, 'kind' | 'name'> {
  /** The operationIds of the operations that have the deprecated element. */
  readonly operations: readonly string[]
  /** YYYY-MM-DD. */
  readonly since: string
  /** YYYY-MM-DD. */
  readonly sunset: string
  /** Markdown that names the replacement. */
  readonly description: string
}

/**
 * Everything that a contract marks as deprecated, sorted by sunset date. A name whose marks differ between
 * operations has several entries.
 */
export function deprecations(contract: ContractDocument): Deprecation[] {
  const entries = new Map<string, Deprecation>()
  for (const { operationId, kind, name, mark } of deprecatedUses(contract)) {
    const entry = {
      kind,
      name,
      since: mark['x-deprecated-since'] ?? '',
      sunset: mark['x-sunset'] ?? '',
      description: mark.description ?? '',
    }
    const key = JSON.stringify(entry)
    const operations = [...(entries.get(key)?.operations ?? []), operationId]
    entries.set(key, { ...entry, operations: [...new Set(operations)] })
  }
  return [...entries.values()].toSorted((a, b) => a.sunset.localeCompare(b.sunset))
}

/** The properties by which the contract deprecates an operation, a parameter or a field. */
interface DeprecationMark {
  readonly deprecated?: boolean
  /** YYYY-MM-DD; begins at midnight UTC. */
  readonly 'x-deprecated-since'?: string
  /** The first day on which the marked element may be removed, YYYY-MM-DD. */
  readonly 'x-sunset'?: string
  readonly description?: string
}

/** One way to use something deprecated. */
interface DeprecatedUse {
  readonly kind: 'operation' | 'parameter' | 'field'
  /** `listEvents`, the name of a parameter, or a field as `Event.venue`. */
  readonly name: string
  readonly operationId: string
  readonly mark: DeprecationMark
  appliesTo(completed: CompletedRequest): boolean
}

/** Every use of something deprecated that the operations of a contract allow. */
export const deprecatedUses = memoizeByObject((contract: ContractDocument): DeprecatedUse[] => {
  const operations = Object.values(contract.paths).flatMap((path) => Object.values(path))
  return operations.flatMap((operation) => [
    ...operationUses(operation),
    ...parameterUses(contract, operation),
    ...requestUses(contract, operation),
    ...responseUses(contract, operation),
  ])
})

function operationUses(operation: Operation & DeprecationMark): DeprecatedUse[] {
  if (operation.deprecated !== true) return []
  const { operationId: name } = operation
  return [{ kind: 'operation', operationId: name, name, mark: operation, appliesTo: () => true }]
}

function parameterUses(contract: ContractDocument, operation: Operation): DeprecatedUse[] {
  const { operationId, parameters = [] } = operation
  const resolved: (Parameter & DeprecationMark)[] = parameters.map((parameter) =>
    resolveIn(contract, parameter),
  )
  // The service reads no cookies, so it cannot know whether one was sent.
  const announced = resolved.filter(
    ({ deprecated, in: place }) => deprecated === true && place !== 'cookie',
  )
  return announced.map((mark) => ({
    kind: 'parameter',
    operationId,
    name: mark.name,
    mark,
    appliesTo: (completed) => isGiven(mark, completed),
  }))
}

function isGiven({ in: place, name }: Parameter, { query, headers }: CompletedRequest): boolean {
  if (place === 'query') return name in query
  if (place === 'header') return headers[name.toLowerCase()] !== undefined
  return place === 'path'
}

function requestUses(contract: ContractDocument, operation: Operation): DeprecatedUse[] {
  const { operationId, requestBody = {} } = operation
  return fieldsOf(contract, requestBody).map(({ name, path, mark }) => ({
    kind: 'field',
    operationId,
    name,
    mark,
    appliesTo: ({ body }) => hasField(body, path),
  }))
}

function responseUses(contract: ContractDocument, operation: Operation): DeprecatedUse[] {
  const { operationId, responses } = operation
  const withStatus = Object.entries(responses).filter(([status]) => /^\d+$/.test(status))
  return withStatus.flatMap(([status, response]) =>
    fieldsOf(contract, response).map(({ name, mark }) => ({
      kind: 'field' as const,
      operationId,
      name,
      mark,
      // A client that gets 304 reads the fields of its stored 200 (RFC 9110, section 15.4.5).
      appliesTo: (completed: CompletedRequest) =>
        String(completed.status === 304 ? 200 : completed.status) === status,
    })),
  )
}

/** A request body or a response. */
interface WithContent {
  readonly content?: Readonly<Record<string, { readonly schema?: FieldSchema }>>
}

function fieldsOf(contract: ContractDocument, node: WithContent | { readonly $ref: string }) {
  const { content = {} } = resolveIn<WithContent>(contract, node)
  return Object.values(content).flatMap(({ schema = {} }) => deprecatedFields(contract, schema))
}

/** The properties of a schema that lead to its fields. */
interface FieldSchema extends DeprecationMark {
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, FieldSchema>>
  readonly items?: FieldSchema
  readonly oneOf?: readonly FieldSchema[]
}

interface FieldPlace {
  /** `Event.venue`: the innermost named schema, and the field names from there to the field. */
  readonly name: string
  /** The field names from the body to the field, with `ITEMS` as the step into an array. */
  readonly path: readonly string[]
  /** The references followed so far, so that the search ends in a recursive schema. */
  readonly followed: readonly string[]
}

interface DeprecatedField extends Pick<FieldPlace, 'name' | 'path'> {
  readonly mark: DeprecationMark
}

/** The deprecated fields of a schema, including fields of embedded records. */
function deprecatedFields(
  document: object,
  schema: FieldSchema,
  place: FieldPlace = { name: '', path: [], followed: [] },
): DeprecatedField[] {
  const { $ref, properties = {}, items, oneOf = [] } = schema
  const inside = (part: FieldSchema, further: Partial<FieldPlace> = {}): DeprecatedField[] =>
    deprecatedFields(document, part, { ...place, ...further })
  if ($ref !== undefined && !place.followed.includes($ref)) {
    const followed = [...place.followed, $ref]
    return inside(resolveIn(document, schema), { name: $ref.split('/').at(-1) ?? '', followed })
  }
  return [
    ...Object.entries(properties).flatMap(([key, property]) => {
      const at = { name: `${place.name}.${key}`, path: [...place.path, key] }
      const own = property.deprecated === true ? [{ ...at, mark: property }] : []
      return [...own, ...inside(property, at)]
    }),
    ...(items === undefined ? [] : inside(items, { path: [...place.path, ITEMS] })),
    ...oneOf.flatMap((branch) => inside(branch)),
  ]
}

/** Whether a body has a value at `path`. */
function hasField(body: unknown, path: readonly string[]): boolean {
  const [step, ...rest] = path
  if (step === undefined) return true
  if (step === ITEMS) return Array.isArray(body) && body.some((item) => hasField(item, rest))
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, step)) return false
  return hasField((body as Readonly<Record<string, unknown>>)[step], rest)
}
