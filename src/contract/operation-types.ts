import type { OPERATIONS } from '../../generated/operations.ts'
import type { CredentialRequired, operations, ParametersWithDefault } from '../../generated/v1.ts'
import type { Principal } from '../auth/principal.ts'
import type { OperationId } from './document.ts'
import type { RequestLine } from './request-lines.ts'
import type { PrerenderedBody } from '../response-body.ts'
import type { StreamEvent } from './event-stream.ts'

type Success = 200 | 201 | 204
type Parameters<Id extends OperationId> = operations[Id]['parameters']
type JsonOf<R> = R extends { content: { 'application/json': infer Body } } ? Body : undefined

/** Lines of JSON, which an operation reads and writes as a stream. */
interface Lines {
  content: { 'application/x-ndjson': string }
}

/** A JSON object, or the text of an operation that takes another media type. */
type BodyIn<R> = R extends { content: infer Content } ? Content[keyof Content] : undefined

/** The query parameters of an operation; those with a default are always set. */
type Query<Id extends OperationId> = WithRequired<
  NonNullable<Parameters<Id>['query']>,
  ParametersWithDefault[Id]
>
type WithRequired<T, Key extends PropertyKey> = T & {
  [K in Extract<Key, keyof T>]-?: Exclude<T[K], undefined>
}

/** The input of an operation: parsed, validated against the contract, defaults filled in. */
export interface Input<Id extends OperationId> {
  readonly path: NonNullable<Parameters<Id>['path']>
  readonly query: Query<Id>
  /** The query parameters as the client sent them; links repeat them. */
  readonly given: Readonly<Record<string, string>>
  readonly header: NonNullable<Parameters<Id>['header']>
  /** The negotiated media type of the response; undefined where it has no body. */
  readonly mediaType: string | undefined
  /** For operations that change a record; for reads, src/http evaluates the header. */
  readonly ifNoneMatch: string | undefined
  readonly body: operations[Id] extends { requestBody: Lines }
    ? AsyncIterable<RequestLine>
    : BodyIn<operations[Id]['requestBody']>
  /** A UUID, for problems inside of a successful response. */
  readonly requestId: string
  /** Of the request, for the same problems; undefined without a trace. */
  readonly traceId: string | undefined
  /** Aborted when the client is gone. Set for operations that read lines. */
  readonly signal: AbortSignal | undefined
  /** Undefined for a request without a credential, where none is required. */
  readonly principal: Id extends CredentialRequired ? Principal : Principal | undefined
}

/**
 * The result of an operation: one of the successful responses that the contract describes. `version` is that of the
 * record, for its entity tag. A prerendered body and a list have none here.
 */
export type Reply<Id extends OperationId> = Id extends unknown
  ? ReplyOf<operations[Id]['responses']>
  : never

type ReplyOf<Responses> = {
  [Status in keyof Responses & Success]: Responses[Status] extends Lines
    ? { status: Status; lines: AsyncIterable<object> }
    : JsonOf<Responses[Status]> extends undefined
      ? { status: Status }
      : | { status: Status; body: BodyOf<Status, JsonOf<Responses[Status]>>; version?: string }
        | EventsOf<Status, Responses[Status]>
}[keyof Responses & Success]

/** Their data are JSON of the same type. */
type EventsOf<Status, R> = R extends { content: { 'text/event-stream': string } }
  ? { status: Status; events: AsyncIterable<StreamEvent | undefined> }
  : never

/** A read may return a prerendered body. */
type BodyOf<Status, Json> = Status extends 200
  ? Json | PrerenderedBody<Extract<Json, object>>
  : Json

/** The base URLs of links in responses, without a trailing slash. */
export interface Urls {
  /** The URL at which clients reach this service. */
  readonly public: string
  /** The base URL of image paths. */
  readonly media: string
}

/**
 * The function of every operationId of the contract.
 * @typeParam Dependencies the second parameter of every operation.
 * @typeParam ReadDependencies the second parameter of those that only read: by their method, GET or HEAD.
 */
export type OperationMap<Dependencies, ReadDependencies = Dependencies> = {
  readonly [Id in OperationId]: (
    input: Input<Id>,
    dependencies: (typeof OPERATIONS)[Id]['method'] extends 'get' | 'head'
      ? ReadDependencies
      : Dependencies,
  ) => Promise<Reply<Id>>
}
