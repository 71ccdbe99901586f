import { apiRoot, contract, type Operation } from './document.ts'

/** A path of the contract with the operations that it has, by lower-case method. */
export interface ContractPath {
  /** As the contract writes it, with the root of the API before it: `/api/v1/events/{id}/`. */
  readonly template: string
  /** Has a group for each parameter, by its name. */
  readonly pattern: RegExp
  readonly operations: Readonly<Record<string, Operation>>
  /** What the contract describes, and what follows from it. */
  readonly methods: ReadonlySet<string>
  /** The same as the value of the `Allow` header. */
  readonly allow: string
}

/** The order in which `Allow` names methods (interface.md, endpoints). */
const ORDER = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']

/** Those that begin alike, by their first segment, in which no path has a parameter. */
const pathsByStart = new Map<string, ContractPath[]>()
for (const [template, operations] of Object.entries(contract.paths)) {
  const pathname = `${apiRoot}${template}`
  const start = firstSegment(pathname)
  pathsByStart.set(start, [...(pathsByStart.get(start) ?? []), contractPath(pathname, operations)])
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

/** HEAD follows from GET, and every path answers OPTIONS. */
function allowedMethods(described: readonly string[]): string[] {
  const methods = new Set([...described.map((method) => method.toUpperCase()), 'OPTIONS'])
  if (methods.has('GET')) methods.add('HEAD')
  return ORDER.filter((method) => methods.has(method))
}

/** Of what lies below the root of the API: `events` of `/api/v1/events/7/`. */
function firstSegment(pathname: string): string {
  const from = apiRoot.length + 1
  return pathname.slice(from, pathname.indexOf('/', from))
}

/** The path of the contract that `pathname` is an instance of. */
export function findPath(pathname: string): ContractPath | undefined {
  return pathsByStart.get(firstSegment(pathname))?.find(({ pattern }) => pattern.test(pathname))
}

/**
 * The values of a path's parameters, by name.
 * @throws URIError for what is not percent-encoded UTF-8.
 */
export function parametersIn({ pattern }: ContractPath, pathname: string): Record<string, string> {
  const { groups = {} } = pattern.exec(pathname) ?? {}
  return Object.fromEntries(
    Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]),
  )
}

/** With the slash that every path of the contract ends in; some clients drop it. */
export function canonicalPathname(pathname: string): string {
  return pathname.endsWith('/') ? pathname : `${pathname}/`
}
