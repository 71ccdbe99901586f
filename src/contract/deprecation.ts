import { memoizeByObject } from '../cache/memoize.ts'
import type { ContractDocument, Operation, Parameter } from './document.ts'
import { resolveIn } from './references.ts'

// Deprecation of operations and parameters, as the contract marks them: the response headers that announce it, and
// the list of all deprecations. A field is never removed, so no field is deprecated.

/** The path of the page that lists all deprecations. */
export const DEPRECATIONS_PATH = '/docs/deprecations'

type Headers = Readonly<Record<string, string>>

/** The parts of a request that can be deprecated. */
export interface UsedParts {
  /** The query parameters by name. */
  readonly query: Readonly<Record<string, string>>
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>
}

/**
 * For each operation with something deprecated, by its operationId, the headers that announce what a request uses.
 * Without a deprecated use they are empty; with several, they have the earliest dates.
 */
export function deprecationHeaders(
  contract: ContractDocument,
  publicUrl: string,
): ReadonlyMap<string, (used: UsedParts) => Headers> {
  const page = `<${publicUrl}${DEPRECATIONS_PATH}>`
  const link = ['deprecation', 'sunset'].map((rel) => `${page}; rel="${rel}"; type="text/html"`)
  const byOperation = Map.groupBy(deprecatedUses(contract), ({ operationId }) => operationId)
  const headersOf = (ofOperation: readonly DeprecatedUse[], used: UsedParts): Headers => {
    const uses = ofOperation.filter(({ appliesTo }) => appliesTo(used))
    return uses.length === 0 ? {} : { ...datesOf(uses), link: link.join(', ') }
  }
  return new Map(
    [...byOperation].map(([operationId, uses]) => [operationId, (used) => headersOf(uses, used)]),
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

/** The properties by which the contract deprecates an operation or a parameter. */
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
  readonly kind: 'operation' | 'parameter'
  /** `listEvents`, or the name of a parameter. */
  readonly name: string
  readonly operationId: string
  readonly mark: DeprecationMark
  appliesTo(used: UsedParts): boolean
}

/** Every use of something deprecated that the operations of a contract allow. */
export const deprecatedUses = memoizeByObject((contract: ContractDocument): DeprecatedUse[] => {
  const operations = Object.values(contract.paths).flatMap((path) => Object.values(path))
  return operations.flatMap((operation) => [
    ...operationUses(operation),
    ...parameterUses(contract, operation),
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
    appliesTo: (used) => isGiven(mark, used),
  }))
}

function isGiven({ in: place, name }: Parameter, { query, headers }: UsedParts): boolean {
  if (place === 'query') return name in query
  if (place === 'header') return headers[name.toLowerCase()] !== undefined
  return place === 'path'
}
