import type { CredentialRequired, operations, ParametersWithDefault } from '../../generated/v1.ts'
import type { Principal } from '../auth/principal.ts'
import type { OperationId } from './document.ts'
import type { PrerenderedBody } from '../response-body.ts'

type Success = 200 | 201 | 204
type Parameters<Id extends OperationId> = operations[Id]['parameters']
type JsonOf<R> = R extends { content: { 'application/json': infer Body } } ? Body : undefined

/** Query parameters as an operation finds them: those with a default are always set. */
type Query<Id extends OperationId> = WithRequired<
  NonNullable<Parameters<Id>['query']>,
  ParametersWithDefault[Id]
>
type WithRequired<T, Key extends PropertyKey> = T & {
  [K in Extract<Key, keyof T>]-?: Exclude<T[K], undefined>
}

/** What an operation is given: parsed, validated against the contract, defaults filled in. */
export interface Input<Id extends OperationId> {
  readonly path: NonNullable<Parameters<Id>['path']>
  readonly query: Query<Id>
  /** The query parameters as the request gave them, which links repeat. */
  readonly given: Readonly<Record<string, string>>
  readonly header: NonNullable<Parameters<Id>['header']>
  /** Heeded by whatever changes a record; dispatch and src/http do it for what reads. */
  readonly ifNoneMatch: string | undefined
  readonly body: JsonOf<operations[Id]['requestBody']>
  /** Who sends the request; undefined for a request without a credential where none is needed. */
  readonly principal: Id extends CredentialRequired ? Principal : Principal | undefined
}

/** What an operation may answer: the successes that the contract documents, and no others. */
export type Reply<Id extends OperationId> = Id extends unknown
  ? ReplyOf<operations[Id]['responses']>
  : never

type ReplyOf<Responses> = {
  [Status in keyof Responses & Success]: JsonOf<Responses[Status]> extends undefined
    ? { status: Status }
    : { status: Status; body: BodyOf<Status, JsonOf<Responses[Status]>> }
}[keyof Responses & Success]

/** What is read may come as text that stands ready. */
type BodyOf<Status, Json> = Status extends 200
  ? Json | PrerenderedBody<Extract<Json, object>>
  : Json

/** Addresses that answers are built from, none with a slash at the end. */
export interface Urls {
  /** Where clients reach this service. */
  readonly public: string
  /** What the paths of pictures are resolved against. */
  readonly media: string
}

/**
 * For every operationId of the contract the function of that name.
 * @typeParam Given what they are given beside the request.
 */
export type OperationMap<Given> = {
  readonly [Id in OperationId]: (input: Input<Id>, given: Given) => Promise<Reply<Id>>
}
