import { isNode, list, type Node } from './document.ts'

/**
 * A document without what other tools misjudge, and our own rules judge instead. `oneOf: [X, {type:
 * 'null'}]` is written as `X`: the step from one to the other is a break to them whichever way it goes.
 * `bearerFormat`, which is a hint for readers (OpenAPI 3.1, "Security Scheme Object"), is left out.
 */
export function forOtherTools(document: Node): Node {
  return rewritten(document) as Node
}

function rewritten(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rewritten)
  if (!isNode(value)) return value
  return Object.fromEntries(
    Object.entries(withoutNullBranch(value))
      .filter(([key]) => key !== 'bearerFormat')
      .map(([key, child]) => [key, rewritten(child)]),
  )
}

function withoutNullBranch(node: Node): Node {
  const { oneOf: _, ...beside } = node
  const [branch, nothing, ...others] = list(node, 'oneOf').filter(isNode)
  const isNullable = branch !== undefined && nothing?.['type'] === 'null' && others.length === 0
  return isNullable ? { ...branch, ...beside } : node
}
