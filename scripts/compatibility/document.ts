/** An OpenAPI document or a part of it, parsed and not validated. */
export type Node = Readonly<Record<string, unknown>>

/** The released contract and the present one. */
export interface Documents {
  readonly before: Node
  readonly after: Node
}

/** A part of the contract as it was released and as it is now. */
export interface Pair {
  readonly before: Node
  readonly after: Node
}

export const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

/** The object under `key`, or an empty one. */
export function part(node: Node, key: string): Node {
  const value = node[key]
  return isNode(value) ? value : {}
}

/** The objects under `key` in both. */
export function parts({ before, after }: Pair, key: string): Pair {
  return { before: part(before, key), after: part(after, key) }
}

/** The members that both have, by name. */
export function commonParts(pair: Pair): (readonly [string, Pair])[] {
  const names = Object.keys(pair.before).filter((name) => name in pair.after)
  return names.map((name) => [name, parts(pair, name)])
}

/** The members of a list; none where there is no list. */
export function list(node: Node, key: string): readonly unknown[] {
  const value = node[key]
  return Array.isArray(value) ? value : []
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function text(node: Node, key: string): string {
  const value = node[key]
  return typeof value === 'string' ? value : ''
}

/** The name at the end of a `$ref`; empty where there is none. */
export function referenceName(node: Node): string {
  return text(node, '$ref').split('/').at(-1) ?? ''
}

/** `node`, or the node of `document` that it refers to; empty when there is no such node. */
export function resolve(document: Node, node: Node): Node {
  const reference = text(node, '$ref')
  if (reference === '') return node
  const found = reference.split('/').slice(1).reduce<Node>(part, document)
  return resolve(document, found)
}

/** The schema that `oneOf: [schema, {type: 'null'}]` makes nullable. */
export function nullableBranch(schema: Node): Node | undefined {
  const [branch, nothing, ...others] = list(schema, 'oneOf').filter(isNode)
  return nothing?.['type'] === 'null' && others.length === 0 ? branch : undefined
}

export function components(document: Node, kind: string): Node {
  return part(part(document, 'components'), kind)
}

/** The names of the fields that follow from other records (`x-derived`). In all schemas, a field with one of them is derived. */
export function derivedFields(document: Node): string[] {
  const schemas = Object.values(components(document, 'schemas')).filter(isNode)
  const names = schemas.flatMap((schema) =>
    Object.entries(part(schema, 'properties'))
      .filter(([, field]) => isNode(field) && field['x-derived'] === true)
      .map(([name]) => name),
  )
  return [...new Set(names)]
}

export interface Operation {
  readonly id: string
  /** In upper case. */
  readonly method: string
  readonly path: string
  readonly node: Node
}

export function operations(document: Node): Operation[] {
  const paths = part(document, 'paths')
  return Object.keys(paths).flatMap((path) => {
    const item = part(paths, path)
    const methods = Object.keys(item).filter((key) => METHODS.includes(key) && isNode(item[key]))
    return methods.map((method) => ({
      id: text(part(item, method), 'operationId'),
      method: method.toUpperCase(),
      path,
      node: part(item, method),
    }))
  })
}

/** Every component that the roots refer to, directly or not, as `schemas/Event`. */
export function reachedFrom(document: Node, roots: readonly unknown[]): Set<string> {
  const reached = new Set<string>()
  const waiting = roots.flatMap(referencesIn)
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
