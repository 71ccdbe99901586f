import { components, isNode, part, text, type Node } from './document.ts'

/** Every component that parts of a document lead to, as `schemas/Event`. */
export function reachedFrom(document: Node, parts: readonly unknown[]): Set<string> {
  const reached = new Set<string>()
  const waiting = parts.flatMap(referencesIn)
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (reached.has(next)) continue
    reached.add(next)
    const [kind = '', name = ''] = next.split('/')
    waiting.push(...referencesIn(part(components(document, kind), name)))
  }
  return reached
}

function referencesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn)
  if (!isNode(value)) return []
  const reference = text(value, '$ref').replace('#/components/', '')
  const others = Object.values(value).flatMap(referencesIn)
  return reference === '' ? others : [reference, ...others]
}
