interface Operation {
  /** The accepted credentials; an empty one is none. */
  readonly security?: readonly object[]
}

/** The parts of an OpenAPI document that a selection of operations changes. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly webhooks?: object
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** The document with only the GET operations that need no credential, and the components to which they refer. */
export function publicReads({ webhooks: _, ...document }: Document): Document {
  const paths = Object.entries(document.paths).flatMap(([path, { get }]) =>
    get?.security?.some((each) => Object.keys(each).length === 0) ? [[path, { get }] as const] : [],
  )
  const read = { ...document, paths: Object.fromEntries(paths) }
  const used = usedComponents(read)
  const components = Object.entries(document.components).map(([kind, all]) => {
    const isUsed = ([name]: [string, unknown]) =>
      kind === 'securitySchemes' || used.has(`#/components/${kind}/${name}`)
    return [kind, Object.fromEntries(Object.entries(all).filter(isUsed))] as const
  })
  return { ...read, components: Object.fromEntries(components) }
}

/** The references in the paths, and in all that is found by them. */
function usedComponents({ paths, components }: Document): Set<string> {
  const used = new Set<string>()
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    for (const [key, value] of Object.entries(node)) {
      if (key !== '$ref' || typeof value !== 'string') visit(value)
      else if (!used.has(value)) {
        used.add(value)
        const [, , kind = '', name = ''] = value.split('/')
        visit(components[kind]?.[name])
      }
    }
  }
  visit(paths)
  return used
}
