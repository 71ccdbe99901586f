// The parts of OpenAPI 3.1 that the contract uses. The contract tests read the document independently of
// the service that they verify.

export interface DeprecationMark {
  readonly deprecated?: boolean
  /** YYYY-MM-DD; begins at midnight UTC. */
  readonly 'x-deprecated-since'?: string
  /** The first day on which it may be removed. */
  readonly 'x-sunset'?: string
}

export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly description?: string
  readonly enum?: readonly (string | number | null)[]
  readonly 'x-extensible-enum'?: readonly string[]
  readonly 'x-maximum-decimals'?: number
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean
  readonly items?: Schema
  /** The schema of each line of lines of JSON, or of the data of each event. */
  readonly contentSchema?: Schema
  readonly oneOf?: readonly Schema[]
  readonly 'x-visible'?: boolean
  readonly 'x-replaced-values'?: Readonly<Record<string, string>>
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: unknown
  readonly 'x-default'?: unknown
  readonly examples?: readonly unknown[]
}

export interface Parameter extends DeprecationMark {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: Schema
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}

export interface Header {
  readonly required?: boolean
  readonly schema: Schema
  readonly example?: unknown
}

interface MediaType {
  readonly schema: Schema
  readonly examples?: Readonly<Record<string, Example | Reference>>
}

interface Example {
  readonly value: unknown
}

export interface RequestBody {
  readonly content: Readonly<Record<string, MediaType>>
}

export interface Response {
  readonly headers?: Readonly<Record<string, Header | Reference>>
  readonly content?: Readonly<Record<string, Partial<MediaType>>>
}

export interface Reference {
  readonly $ref: string
}

export interface RawOperation extends DeprecationMark {
  readonly operationId: string
  readonly parameters?: readonly (Parameter | Reference)[]
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly requestBody?: RequestBody | Reference
  readonly responses: Readonly<Record<string, Response | Reference>>
}

export interface Document {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string }
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly parameters: Readonly<Record<string, Parameter>>
    readonly headers: Readonly<Record<string, Header>>
    readonly examples: Readonly<Record<string, Example>>
  }
}
