import { isNode, list, type Node } from './document.ts'

/**
 * A document with `oneOf: [X, {type: 'null'}]` written as `X`. Other tools take the step from one to the
 * other for a break whichever way it goes; what becomes of null is judged by our own rules.
 */
export function withoutNullBranches(document: Node): Node {
  return rewritten(document) as Node
}

function rewritten(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rewritten)
  if (!isNode(value)) return value
  return Object.fromEntries(
    Object.entries(withoutNullBranch(value)).map(([key, child]) => [key, rewritten(child)]),
  )
}

function withoutNullBranch(node: Node): Node {
  const { oneOf: _, ...beside } = node
  const [branch, nothing, ...others] = list(node, 'oneOf').filter(isNode)
  const isNullable = branch !== undefined && nothing?.['type'] === 'null' && others.length === 0
  return isNullable ? { ...branch, ...beside } : node
}
