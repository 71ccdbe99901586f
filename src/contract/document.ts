import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { OPERATIONS } from '../../generated/operations.ts'
import { projectRoot } from '../config.ts'
import type { Scope } from '../auth/principal.ts'
import { memoizeByObject } from '../cache/memoize.ts'
import { resolveIn } from './references.ts'

/** Those of paths: `operations` has that of `webhooks`, too, which this service does not serve. */
export type OperationId = keyof typeof OPERATIONS

export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly string[]
  /** Former values of `enum`, with the values in their place. */
  readonly 'x-replaced-values'?: Readonly<Record<string, string>>
  readonly default?: string | number
  readonly 'x-default'?: string | number
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly maxItems?: number
  /** The schema of each line of lines of JSON, or of the data of each event. */
  readonly contentSchema?: Schema
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}

export interface Parameter {
  readonly name: string
  readonly in: 'query' | 'path' | 'header' | 'cookie'
  readonly description: string
  readonly required?: boolean
  readonly schema: Schema
  readonly example?: string | number | boolean | readonly string[]
}

export interface RequestBody {
  readonly content: Readonly<Record<string, { readonly schema: Schema }>>
}

/** The required scopes, by name of a security scheme. An empty object requires no credential. */
type SecurityRequirement = Readonly<Record<string, readonly Scope[]>>

export interface Operation {
  readonly operationId: OperationId
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[]
  readonly security: readonly SecurityRequirement[]
  readonly requestBody?: RequestBody | { readonly $ref: string }
  readonly responses: Readonly<Record<string, { readonly $ref: string }>>
}

interface Header {
  readonly schema: Schema
}

export interface Response {
  readonly headers?: Readonly<Record<string, Header | { readonly $ref: string }>>
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>
}

interface Example {
  readonly summary: string
  readonly value: unknown
}

/** The parts of the contract that this service reads itself; openapi-backend and AJV read the rest. */
export interface ContractDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly externalDocs: { readonly description: string; readonly url: string }
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly examples: Readonly<Record<string, Example>>
    readonly parameters: Readonly<Record<string, Parameter>>
    readonly schemas: Readonly<Record<string, Schema>>
  }
}

/** The contract as JSON, generated from openapi/ by `npm run generate`. */
export const contract = JSON.parse(readContractFile('generated/v1.json')) as ContractDocument

const exampleUrl = new URL(contract.servers[0]?.url ?? '')

/** The URL of the service in the contract and the Markdown. A running service replaces it by its public URL. */
export const EXAMPLE_URL = exampleUrl.origin

/** The prefix of every path: `/api/v1`. */
export const apiRoot = exampleUrl.pathname

/** A contract or a description of it, with links to the documentation of the service at `root`. */
export function withOwnLinks(text: string, root: string): string {
  return text.replaceAll(`](${EXAMPLE_URL}/`, `](${root}/`)
}

export const JSON_TYPE = 'application/json'

/** Newline-delimited JSON: one value in each line. */
export const NDJSON_TYPE = 'application/x-ndjson'

/** Server-Sent Events (WHATWG HTML, section 9.2). */
export const EVENT_STREAM_TYPE = 'text/event-stream'

/** iCalendar (RFC 5545). */
export const CALENDAR_TYPE = 'text/calendar'

/** NDJSON has no registered media type, so programs send several names. Responses have the first. */
export const NDJSON_TYPES = [
  NDJSON_TYPE,
  'application/ndjson',
  'application/jsonl',
  'application/jsonlines',
]

export function readContractFile(name: string): string {
  return readFileSync(path.join(projectRoot(), name), 'utf8')
}

/** `node`, or the node of the contract that it refers to. */
export function resolve<Node extends object>(node: Node | { readonly $ref: string }): Node {
  return resolveIn(contract, node)
}

/** The value of a parameter that a request omits. */
export function defaultOf(schema: Schema): string | number | undefined {
  return schema.default ?? schema['x-default']
}

export const successMediaTypes = memoizeByObject(({ responses }: Operation): string[] =>
  Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, response]) => Object.keys((resolve(response) as Response).content ?? {})),
)

/** The media types of an operation's request body; empty for an operation without one. */
export const requestMediaTypes = memoizeByObject(({ requestBody }: Operation): string[] =>
  requestBody === undefined ? [] : Object.keys(resolve<RequestBody>(requestBody).content),
)

/** The media types that an operation reads: those of the contract, and the other names of NDJSON. */
export const acceptedMediaTypes = memoizeByObject((operation: Operation): readonly string[] =>
  isStreamed(operation) ? NDJSON_TYPES : requestMediaTypes(operation),
)

/** Whether an operation reads and writes lines of JSON, as a stream. */
export function isStreamed(operation: Operation): boolean {
  return requestMediaTypes(operation).includes(NDJSON_TYPE)
}

/** The `Cache-Control` of an operation's responses where the contract allows a single one, by status. */
export const onlyCacheControls = memoizeByObject(
  ({ responses }: Operation): Readonly<Record<string, string>> =>
    Object.fromEntries(
      Object.entries(responses).flatMap(([status, response]) => {
        const { headers } = resolve(response) as Response
        const header = resolve<Header>(headers?.['Cache-Control'] ?? { schema: {} })
        return header.schema.enum?.length === 1 ? [[status, String(header.schema.enum[0])]] : []
      }),
    ),
)

/** The names of the fields of the record in an operation's successful responses. */
export const recordFields = memoizeByObject(({ responses }: Operation): Set<string> => {
  const schemas = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, response]) => (resolve(response) as Response).content?.[JSON_TYPE]?.schema)
  return new Set(schemas.flatMap((schema) => Object.keys(resolve(schema ?? {}).properties ?? {})))
})
