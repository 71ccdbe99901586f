import { resolveIn, type ContractDocument, type Operation, type Parameter } from './document.ts'
import type { HttpResponse } from './responses.ts'
import type { RequestContext } from './request-context.ts'

const EACH = '[]'

/** Something that is deprecated, for people to read. */
export interface Deprecation extends Pick<DeprecatedUse, 'kind' | 'name'> {
  /** The operations that it is part of, by operationId. */
  readonly operations: readonly string[]
  /** YYYY-MM-DD. */
  readonly since: string
  /** YYYY-MM-DD. */
  readonly sunset: string
  /** Markdown, which names what to use instead. */
  readonly description: string
}

/**
 * Everything that a contract marks as deprecated, what goes first coming first. Marks of one name that say
 * different things are listed each.
 */
export function deprecations(contract: ContractDocument): Deprecation[] {
  const found = new Map<string, Deprecation>()
  for (const { operationId, kind, name, mark } of deprecatedUses(contract)) {
    const said = {
      kind,
      name,
      since: mark['x-deprecated-since'] ?? '',
      sunset: mark['x-sunset'] ?? '',
      description: mark.description ?? '',
    }
    const key = JSON.stringify(said)
    const operations = [...(found.get(key)?.operations ?? []), operationId]
    found.set(key, { ...said, operations: [...new Set(operations)] })
  }
  return [...found.values()].toSorted((a, b) => a.sunset.localeCompare(b.sunset))
}

/** The page that lists what is deprecated, below the public address. */
export const DEPRECATIONS_PATH = '/docs/deprecations'

type Headers = Readonly<Record<string, string>>

/**
 * Tells the headers that announce what an exchange uses of what is deprecated: none when it is nothing.
 * The earliest dates count when it is several things.
 */
export function deprecationHeaders(
  contract: ContractDocument,
  publicUrl: string,
): (used: Used) => Headers {
  const byOperation = usesByOperation(contract)
  const page = `<${publicUrl}${DEPRECATIONS_PATH}>`
  const link = ['deprecation', 'sunset'].map((rel) => `${page}; rel="${rel}"; type="text/html"`)
  return (used) => {
    const made = byOperation.get(used.operationId)?.filter(({ isMade }) => isMade(used)) ?? []
    return made.length === 0 ? {} : { ...datesOf(made), link: link.join(', ') }
  }
}

/** A structured date (RFC 9745, section 2.1) and an HTTP date (RFC 8594, section 3). */
function datesOf(uses: readonly DeprecatedUse[]): Headers {
  const since = earliest(uses.map(({ mark }) => mark['x-deprecated-since']))
  const sunset = earliest(uses.map(({ mark }) => mark['x-sunset']))
  return {
    ...(since && { deprecation: `@${since.getTime() / 1000}` }),
    ...(sunset && { sunset: sunset.toUTCString() }),
  }
}

/** Days sort as text; each begins at midnight UTC. */
function earliest(days: readonly (string | undefined)[]): Date | undefined {
  const [first] = days.filter((day) => day !== undefined).toSorted()
  return first === undefined ? undefined : new Date(first)
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

type Announce = (exchange: RequestContext, answer: HttpResponse) => HttpResponse

/** Adds to an answer what its client should know of deprecated things that it uses. */
export function addDeprecationHeaders(contract: ContractDocument, publicUrl: string): Announce {
  const headersOf = deprecationHeaders(contract, publicUrl)
  return ({ operation, given, request, call }, answer) => {
    if (operation === undefined) return answer
    const { operationId } = operation
    const { status } = answer
    const used = headersOf({
      operationId,
      query: given,
      headers: request.headers,
      body: call?.body,
      status,
    })
    if (Object.keys(used).length === 0) return answer
    return { ...answer, headers: { ...answer.headers, ...used } }
  }
}

/** What an exchange between a client and the service consists of. */
export interface Used {
  readonly operationId: string
  /** Parameters of the query, by name. */
  readonly query: Readonly<Record<string, string>>
  /** Of the request, by lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Of the request, parsed. */
  readonly body: unknown
  /** Of the answer. */
  readonly status: number
}

/** One way to use something that is deprecated. */
interface DeprecatedUse {
  readonly kind: 'operation' | 'parameter' | 'field'
  /** `listEvents`, the name of a parameter, or a field as `Event.venue`. */
  readonly name: string
  readonly operationId: string
  readonly mark: DeprecationMark
  isMade(used: Used): boolean
}

type Content = Readonly<Record<string, { readonly schema?: FieldSchema }>>

interface WithContent {
  readonly content?: Content
}

/** Every use of something deprecated that the operations of a contract allow. */
export function deprecatedUses(contract: ContractDocument): DeprecatedUse[] {
  const operations = Object.values(contract.paths).flatMap((path) => Object.values(path))
  return operations.flatMap((operation) => [
    ...ownUse(operation),
    ...parameterUses(contract, operation),
    ...requestUses(contract, operation),
    ...responseUses(contract, operation),
  ])
}

function ownUse(operation: Operation & DeprecationMark): DeprecatedUse[] {
  if (operation.deprecated !== true) return []
  const { operationId } = operation
  return [
    { kind: 'operation', operationId, name: operationId, mark: operation, isMade: () => true },
  ]
}

function parameterUses(contract: ContractDocument, operation: Operation): DeprecatedUse[] {
  const { operationId, parameters = [] } = operation
  const resolved: (Parameter & DeprecationMark)[] = parameters.map((parameter) =>
    resolveIn(contract, parameter),
  )
  return resolved.filter(isAnnounced).map((mark) => ({
    kind: 'parameter',
    operationId,
    name: mark.name,
    mark,
    isMade: (used) => isGiven(mark, used),
  }))
}

/** The service reads no cookies, so who gives a parameter there could not be told. */
function isAnnounced({ deprecated, in: place }: Parameter & DeprecationMark): boolean {
  return deprecated === true && place !== 'cookie'
}

function isGiven({ in: place, name }: Parameter, { query, headers }: Used): boolean {
  if (place === 'query') return name in query
  if (place === 'header') return headers[name.toLowerCase()] !== undefined
  return place === 'path'
}

function requestUses(contract: ContractDocument, operation: Operation): DeprecatedUse[] {
  const { operationId, requestBody = {} } = operation
  const { content = {} } = resolveIn<WithContent>(contract, requestBody)
  return fieldsOf(contract, content).map(({ name, way, mark }) => ({
    kind: 'field',
    operationId,
    name,
    mark,
    isMade: ({ body }) => hasField(body, way),
  }))
}

function responseUses(contract: ContractDocument, operation: Operation): DeprecatedUse[] {
  const { operationId, responses } = operation
  const numbered = Object.entries(responses).filter(([status]) => /^\d+$/.test(status))
  return numbered.flatMap(([status, response]) => {
    const { content = {} } = resolveIn<WithContent>(contract, response)
    return fieldsOf(contract, content).map(({ name, mark }) => ({
      kind: 'field' as const,
      operationId,
      name,
      mark,
      isMade: (used: Used) => String(representedStatus(used)) === status,
    }))
  })
}

/** Who is answered 304 reads the fields of the 200 that it kept (RFC 9110, section 15.4.5). */
function representedStatus({ status }: Used): number {
  return status === 304 ? 200 : status
}

function fieldsOf(contract: ContractDocument, content: Content) {
  return Object.values(content).flatMap(({ schema = {} }) => deprecatedFields(contract, schema))
}

/** A schema of a contract, as far as fields are looked for in it. */
interface FieldSchema extends DeprecationMark {
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, FieldSchema>>
  readonly items?: FieldSchema
  readonly oneOf?: readonly FieldSchema[]
}

interface DeprecatedField {
  /** As in `Event.venue`: the schema that has a name, and the way from there. */
  readonly name: string
  /** The way to it in a body; `EACH` stands for the items of a list. */
  readonly way: readonly string[]
  readonly mark: DeprecationMark
}

interface Place {
  readonly name: string
  readonly way: readonly string[]
  /** The references that led here, so that a record that embeds its own kind has an end. */
  readonly passed: readonly string[]
}

/**
 * The deprecated fields of whatever has this schema, those of embedded records included: a client that
 * reads them there depends on them as much.
 */
function deprecatedFields(
  document: object,
  schema: FieldSchema,
  place: Place = { name: '', way: [], passed: [] },
): DeprecatedField[] {
  const { $ref, properties = {}, items, oneOf = [] } = schema
  const inside = (part: FieldSchema, further: Partial<Place> = {}): DeprecatedField[] =>
    deprecatedFields(document, part, { ...place, ...further })
  if ($ref !== undefined && !place.passed.includes($ref)) {
    const passed = [...place.passed, $ref]
    return inside(resolveIn(document, schema), { name: $ref.split('/').at(-1) ?? '', passed })
  }
  return [
    ...Object.entries(properties).flatMap(([key, property]) => {
      const at = { name: `${place.name}.${key}`, way: [...place.way, key] }
      const own = property.deprecated === true ? [{ ...at, mark: property }] : []
      return [...own, ...inside(property, at)]
    }),
    ...(items === undefined ? [] : inside(items, { way: [...place.way, EACH] })),
    ...oneOf.flatMap((branch) => inside(branch)),
  ]
}

/** Whether a body has something where `way` leads. */
function hasField(body: unknown, way: readonly string[]): boolean {
  const [step, ...rest] = way
  if (step === undefined) return true
  if (step === EACH) return Array.isArray(body) && body.some((item) => hasField(item, rest))
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, step)) return false
  return hasField((body as Readonly<Record<string, unknown>>)[step], rest)
}

/** How the contract says that an operation, a parameter or a field is to go. */
interface DeprecationMark {
  readonly deprecated?: boolean
  /** A day as YYYY-MM-DD, which begins at midnight UTC. */
  readonly 'x-deprecated-since'?: string
  /** The day from which on it may be gone. */
  readonly 'x-sunset'?: string
  readonly description?: string
}
