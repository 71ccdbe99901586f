/** An OpenAPI document, or any part of it, as it is parsed: nothing is taken for granted. */
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

/** What is there under `key`, or nothing at all. */
export function part(node: Node, key: string): Node {
  const value = node[key]
  return isNode(value) ? value : {}
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

/** The name that a `$ref` ends in; empty for what stands in place. */
export function referenceName(node: Node): string {
  return text(node, '$ref').split('/').at(-1) ?? ''
}

/** What `node` is or refers to, within `document`; nothing when it refers to nothing. */
export function resolve(document: Node, node: Node): Node {
  const reference = text(node, '$ref')
  if (reference === '') return node
  const found = reference.split('/').slice(1).reduce<Node>(part, document)
  return resolve(document, found)
}

export function components(document: Node, kind: string): Node {
  return part(part(document, 'components'), kind)
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
    return METHODS.filter((method) => isNode(item[method])).map((method) => ({
      id: text(part(item, method), 'operationId'),
      method: method.toUpperCase(),
      path,
      node: part(item, method),
    }))
  })
}

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

/** Which way a schema travels: what may be changed about it depends on that. */
export interface Ways {
  readonly inRequests: boolean
  readonly inResponses: boolean
}

export const IN_REQUESTS: Ways = { inRequests: true, inResponses: false }
export const IN_RESPONSES: Ways = { inRequests: false, inResponses: true }

/** For every named schema, which way it travels in a document. */
export function waysOfSchemas(document: Node): (name: string) => Ways {
  const nodes = operations(document).map(({ node }) => node)
  const asked = nodes.flatMap((node) => [node['parameters'], node['requestBody']])
  const inRequests = reachedFrom(document, asked)
  const inResponses = reachedFrom(
    document,
    nodes.map((node) => node['responses']),
  )
  return (name) => ({
    inRequests: inRequests.has(`schemas/${name}`),
    inResponses: inResponses.has(`schemas/${name}`),
  })
}
