/** `node`, or the node of `document` that it refers to. */
export function resolveIn<Node extends object>(
  document: object,
  node: Node | { readonly $ref: string },
): Node {
  if (!('$ref' in node) || typeof node.$ref !== 'string') return node as Node
  const keys = node.$ref.slice('#/'.length).split('/')
  return keys.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document) as Node
}
