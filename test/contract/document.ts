import { parse } from 'yaml'
import { readText } from '../support/repository.ts'

// The suite reads the contract by itself: what src/ makes of it is what is tested.

export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly description?: string
  readonly enum?: readonly (string | number | null)[]
  readonly 'x-extensible-enum'?: readonly string[]
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean
  readonly items?: Schema
  readonly oneOf?: readonly Schema[]
  readonly pattern?: string
  readonly maxLength?: number
  readonly maxItems?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: unknown
  readonly examples?: readonly unknown[]
}

export interface Parameter {
  readonly name: string
  readonly in: string
  readonly schema: Schema
  readonly example?: unknown
}

export interface Header {
  readonly required?: boolean
  readonly schema: Schema
  readonly example?: unknown
}

export interface MediaType {
  readonly schema: Schema
  readonly examples?: Readonly<Record<string, Example | Reference>>
}

export interface Example {
  readonly value: unknown
}

export interface RequestBody {
  readonly content: Readonly<Record<string, MediaType>>
}

export interface Response {
  readonly headers?: Readonly<Record<string, Header | Reference>>
  readonly content?: Readonly<Record<string, MediaType>>
}

interface Reference {
  readonly $ref: string
}

interface RawOperation {
  readonly operationId: string
  readonly parameters?: readonly (Parameter | Reference)[]
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly requestBody?: RequestBody | Reference
  readonly responses: Readonly<Record<string, Response | Reference>>
}

interface Document {
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly parameters: Readonly<Record<string, Parameter>>
    readonly headers: Readonly<Record<string, Header>>
    readonly examples: Readonly<Record<string, Example>>
  }
}

export interface Operation {
  readonly id: string
  /** In upper case. */
  readonly method: string
  readonly template: string
  readonly parameters: readonly Parameter[]
  /** What may be sent as a credential; empty where none is looked at. */
  readonly security: RawOperation['security']
  /** Undefined where no body is taken. */
  readonly requestBody: RequestBody | undefined
  readonly responses: Readonly<Record<string, Response>>
}

export interface Path {
  readonly template: string
  readonly pattern: RegExp
  readonly operations: readonly Operation[]
  /** What the `Allow` header must say. */
  readonly allow: string
}

export const document = parse(readText('openapi/v1.yaml')) as Document
export const apiRoot = new URL(document.servers[0]?.url ?? '').pathname

export const paths: readonly Path[] = Object.entries(document.paths).map(
  ([template, described]) => ({
    template,
    pattern: new RegExp(`^${apiRoot}${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    operations: Object.entries(described).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      template,
      parameters: (operation.parameters ?? []).map((parameter) => resolve(parameter)),
      security: operation.security,
      requestBody: operation.requestBody && resolve(operation.requestBody),
      responses: Object.fromEntries(
        Object.entries(operation.responses).map(([status, response]) => [
          status,
          resolve(response),
        ]),
      ),
    })),
    allow: allowOf(Object.keys(described)),
  }),
)

export const operations: readonly Operation[] = paths.flatMap((path) => path.operations)

/** What a node is or refers to. */
export function resolve<Node extends object>(node: Node | Reference): Node {
  if (!('$ref' in node) || typeof node.$ref !== 'string') return node as Node
  const keys = node.$ref.replace('#/', '').split('/')
  return keys.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document) as Node
}

/** GET brings HEAD, and every path answers OPTIONS (interface.md, other methods). */
function allowOf(described: readonly string[]): string {
  const methods = new Set(described.map((method) => method.toUpperCase()))
  if (methods.has('GET')) methods.add('HEAD')
  methods.add('OPTIONS')
  const order = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']
  return order.filter((method) => methods.has(method)).join(', ')
}

/** The path of the contract that a URL is an instance of; its last slash may be missing. */
export function findPath(url: string): Path | undefined {
  const [pathname = ''] = url.split('?')
  const withSlash = pathname.endsWith('/') ? pathname : `${pathname}/`
  return paths.find(({ pattern }) => pattern.test(withSlash))
}

/** Everything that the contract documents, as `listEvents 200 application/json`. */
export const documentedResponses: readonly string[] = operations.flatMap(({ id, responses }) =>
  Object.entries(responses).flatMap(([status, { content = {} }]) => {
    const mediaTypes = Object.keys(content)
    return (mediaTypes.length > 0 ? mediaTypes : ['-']).map((type) => `${id} ${status} ${type}`)
  }),
)
