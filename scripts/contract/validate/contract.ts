import { resolveIn } from '../../../src/contract/references.ts'
import type {
  DeprecationMark,
  Document,
  Parameter,
  RawOperation,
  Reference,
  RequestBody,
  Response,
} from './document.ts'

export interface Operation {
  readonly id: string
  /** In upper case. */
  readonly method: string
  readonly template: string
  /** Its place in the document, as a JSON Pointer (RFC 6901). */
  readonly place: string
  readonly parameters: readonly Parameter[]
  /** The accepted credentials; empty where none is needed. */
  readonly security: RawOperation['security']
  /** Undefined where no body is taken. */
  readonly requestBody: RequestBody | undefined
  readonly deprecation: DeprecationMark
  readonly responses: Readonly<Record<string, Response>>
}

/** Whether an operation accepts requests without a credential. */
export function isPublic({ security }: Operation): boolean {
  return security.length === 0 || security.some((each) => Object.keys(each).length === 0)
}

/** A creation that cannot be repeated, because its response has a secret: the service stores no such response. */
export function createsSecret({ method, parameters }: Operation): boolean {
  return method === 'POST' && parameters.every(({ name }) => name !== 'Idempotency-Key')
}

export interface Path {
  readonly template: string
  readonly place: string
  readonly pattern: RegExp
  readonly operations: readonly Operation[]
  /** The value of the `Allow` header. */
  readonly allow: string
}

/** A document with indexes of its paths and operations. */
export interface Contract {
  readonly document: Document
  /** The path that every operation lies below, without a slash at the end: `/api/v1`. */
  readonly apiRoot: string
  readonly paths: readonly Path[]
  readonly operations: readonly Operation[]
  /** The node, or the node that it refers to. */
  resolve<Node extends object>(node: Node | Reference): Node
  /** The path that a URL matches; its last slash may be missing. */
  findPath(url: string): Path | undefined
}

/** @param apiRoot the address of the operations, if it is not the one that the document names. */
export function readContract(
  document: Document,
  apiRoot = new URL(document.servers[0]?.url ?? '').pathname.replace(/\/$/, ''),
): Contract {
  const resolve: Contract['resolve'] = (node) => resolveIn(document, node)
  const paths = Object.entries(document.paths).map(([template, described]) => ({
    template,
    place: `/paths/${escaped(template)}`,
    pattern: patternOf(apiRoot, template),
    operations: Object.entries(described).map(([method, operation]) =>
      readOperation(template, method, operation, resolve),
    ),
    allow: allowOf(Object.keys(described)),
  }))
  return {
    document,
    apiRoot,
    paths,
    operations: paths.flatMap((path) => path.operations),
    resolve,
    findPath: (url) => {
      const [pathname = ''] = url.split('?')
      const withSlash = pathname.endsWith('/') ? pathname : `${pathname}/`
      return paths.find(({ pattern }) => pattern.test(withSlash))
    },
  }
}

/** One name of a JSON Pointer. */
export function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

function patternOf(apiRoot: string, template: string): RegExp {
  const root = apiRoot.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  return new RegExp(`^${root}${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
}

function readOperation(
  template: string,
  method: string,
  operation: RawOperation,
  resolve: Contract['resolve'],
): Operation {
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    template,
    place: `/paths/${escaped(template)}/${method}`,
    parameters: (operation.parameters ?? []).map((parameter) => resolve(parameter)),
    security: operation.security,
    requestBody: operation.requestBody && resolve(operation.requestBody),
    deprecation: operation,
    responses: Object.fromEntries(
      Object.entries(operation.responses).map(([status, response]) => [status, resolve(response)]),
    ),
  }
}

/** A path with GET also has HEAD, and every path has OPTIONS (section "Methods" of the document). */
function allowOf(described: readonly string[]): string {
  const methods = new Set(described.map((method) => method.toUpperCase()))
  if (methods.has('GET')) methods.add('HEAD')
  methods.add('OPTIONS')
  const order = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']
  return order.filter((method) => methods.has(method)).join(', ')
}
