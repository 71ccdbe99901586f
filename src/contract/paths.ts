import { apiRoot, contract, type Operation } from './document.ts'

/** A path of the contract with the operations that it has, by lower-case method. */
export interface ContractPath {
  readonly pattern: RegExp
  readonly operations: Readonly<Record<string, Operation>>
  /** The value of the `Allow` header: what the contract describes, and what follows from it. */
  readonly allow: string
}

/** The order in which `Allow` names methods (interface.md, endpoints). */
const ORDER = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']

const paths: readonly ContractPath[] = Object.entries(contract.paths).map(
  ([template, operations]) => ({
    pattern: new RegExp(`^${apiRoot}${template.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
    operations,
    allow: allowedMethods(Object.keys(operations)),
  }),
)

/** HEAD follows from GET, and every path answers OPTIONS. */
function allowedMethods(described: readonly string[]): string {
  const methods = new Set([...described.map((method) => method.toUpperCase()), 'OPTIONS'])
  if (methods.has('GET')) methods.add('HEAD')
  return ORDER.filter((method) => methods.has(method)).join(', ')
}

/** The path of the contract that `pathname` is an instance of. */
export function findPath(pathname: string): ContractPath | undefined {
  return paths.find(({ pattern }) => pattern.test(pathname))
}

/** With the slash that every path of the contract ends in; some clients drop it. */
export function canonicalPathname(pathname: string): string {
  return pathname.endsWith('/') ? pathname : `${pathname}/`
}
