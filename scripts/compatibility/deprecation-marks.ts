import { DEPRECATION_KEYWORDS } from './compare-deprecation.ts'
import { isNode, text, type Node } from './document.ts'

/** A part of a contract that has a keyword of deprecation. */
export interface Mark {
  readonly place: readonly string[]
  readonly node: Node
}

/** Examples are data, in which such keys mean nothing. */
const DATA = new Set(['example', 'examples', 'default', 'value'])

/** What stands below these has names of its own, which mean nothing as keywords. */
const NAMED = new Set(['properties', 'schemas', 'parameters', 'responses'])

/** Every mark in a contract, right or wrong. */
export function marksIn(contract: Node): Mark[] {
  return marksBelow(contract, [])
}

function marksBelow(value: unknown, place: readonly string[], isNamed = false): Mark[] {
  if (typeof value !== 'object' || value === null) return []
  const own = isNode(value) && !isNamed && DEPRECATION_KEYWORDS.some((key) => key in value)
  return [
    ...(own ? [{ place, node: value }] : []),
    ...Object.entries(value).flatMap(([key, child]) =>
      !isNamed && DATA.has(key)
        ? []
        : marksBelow(child, [...place, key], !isNamed && NAMED.has(key)),
    ),
  ]
}

/** Where a mark is; a parameter in place is known by its name, as others may go from its list. */
export function identity({ place, node }: Mark): string {
  const isInPlace = place[0] === 'paths' && place.at(-2) === 'parameters'
  return pointer(isInPlace ? [...place.slice(0, -1), text(node, 'in'), text(node, 'name')] : place)
}

/** A place as a JSON Pointer in a fragment (RFC 6901, section 6), to be read by people. */
export function pointer(place: readonly string[]): string {
  return `#/${place.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`
}
