import { apiRoot, contract, type Operation } from './document.ts'

export interface ContractPath {
  /** With the prefix of the API: `/api/v1/events/{id}/`. */
  readonly template: string
  /** Has a named group for each parameter. */
  readonly pattern: RegExp
  /** By lower-case method. */
  readonly operations: Readonly<Record<string, Operation>>
  /** Includes HEAD and OPTIONS, which the contract does not describe. */
  readonly methods: ReadonlySet<string>
  /** The methods as the value of the `Allow` header. */
  readonly allow: string
}

/** The order of methods in `Allow`. */
const METHOD_ORDER = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']

/** The paths by their first segment below the prefix. That segment is never a parameter. */
const pathsBySegment = new Map<string, ContractPath[]>()
for (const [template, operations] of Object.entries(contract.paths)) {
  const pathname = `${apiRoot}${template}`
  const segment = firstSegment(pathname)
  const others = pathsBySegment.get(segment) ?? []
  pathsBySegment.set(segment, [...others, contractPath(pathname, operations)])
}

function contractPath(template: string, operations: ContractPath['operations']): ContractPath {
  const methods = allowedMethods(Object.keys(operations))
  return {
    template,
    pattern: new RegExp(`^${template.replaceAll(/\{([^{}]+)\}/g, '(?<$1>[^/]+)')}$`),
    operations,
    methods: new Set(methods),
    allow: methods.join(', '),
  }
}

/** A path with GET also has HEAD, and every path has OPTIONS. */
function allowedMethods(described: readonly string[]): string[] {
  const methods = new Set([...described.map((method) => method.toUpperCase()), 'OPTIONS'])
  if (methods.has('GET')) methods.add('HEAD')
  return METHOD_ORDER.filter((method) => methods.has(method))
}

/** `events` of `/api/v1/events/7/`. */
function firstSegment(pathname: string): string {
  const from = apiRoot.length + 1
  return pathname.slice(from, pathname.indexOf('/', from))
}

export function findPath(pathname: string): ContractPath | undefined {
  return pathsBySegment.get(firstSegment(pathname))?.find(({ pattern }) => pattern.test(pathname))
}

const routes = new Map(
  [...pathsBySegment.values()]
    .flat()
    .flatMap(({ template, operations }) =>
      Object.values(operations).map(
        ({ operationId }) => [operationId as string, template] as const,
      ),
    ),
)

/** The path of an operation, with the names of its parameters. */
export function routeOf(operationId: string): string | undefined {
  return routes.get(operationId)
}

/**
 * The values of a path's parameters, by name.
 * @throws URIError when a value is not percent-encoded UTF-8.
 */
export function parametersIn({ pattern }: ContractPath, pathname: string): Record<string, string> {
  const { groups = {} } = pattern.exec(pathname) ?? {}
  return Object.fromEntries(
    Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]),
  )
}

/** Adds the trailing slash that every path of the contract has and some clients omit. */
export function canonicalPathname(pathname: string): string {
  return pathname.endsWith('/') ? pathname : `${pathname}/`
}
