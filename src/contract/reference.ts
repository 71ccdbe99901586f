/** What `node` is or refers to, within `document`. */
export function resolveIn<Node extends object>(
  document: object,
  node: Node | { readonly $ref: string },
): Node {
  if (!('$ref' in node) || typeof node.$ref !== 'string') return node as Node
  const keys = node.$ref.slice('#/'.length).split('/')
  return keys.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document) as Node
}
