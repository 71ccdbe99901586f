import { deprecatedUses, type DeprecatedUse, type Used } from './deprecated-uses.ts'
import type { ContractDocument } from '../document.ts'

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
