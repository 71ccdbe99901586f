import type { Request as BackendRequest, Context as Call } from 'openapi-backend'
import type { Principal } from '../auth/principal.ts'
import type { ProblemError } from '../problems/problem.ts'
import type { Preference } from './content-negotiation.ts'
import type { Operation, OperationId } from './document.ts'
import type { ContractPath } from './paths.ts'
import type { ReplayableResponse } from '../writes/transaction.ts'
import type { HttpResponse } from './responses.ts'
import type { Input } from './operation-types.ts'

export interface HttpRequest {
  /** A UUID that names the request in the log and in problems. */
  readonly id: string
  readonly method: string
  /** Path and query, as they came over the wire. */
  readonly url: string
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The bytes of the body; undefined when there is none. */
  readonly body: Buffer | undefined
}

/** What becomes known of a request on its way through openapi-backend. */
export interface RequestContext {
  readonly request: HttpRequest
  /** With the slash at its end. */
  readonly pathname: string
  /** What stands after the question mark. */
  readonly search: string
  readonly path: ContractPath | undefined
  /** The query parameters as they were given, by name. */
  readonly given: Readonly<Record<string, string>>
  /** What is wrong with them already before their schemas are asked. */
  errors: readonly ProblemError[]
  /** The request as openapi-backend has it. */
  call?: BackendRequest
  operation?: Operation
  /** What the answer of a success is to be, where it has a body. */
  mediaType?: string | undefined
  /** The header parameters of the operation as they were given, by the contract's names. */
  header?: Readonly<Record<string, string>>
  principal?: Principal | undefined
}

/** What the request says of the form of its answer. */
export function preferenceOf({
  request,
  given,
}: Pick<RequestContext, 'request' | 'given'>): Preference {
  return { method: request.method, accept: request.headers['accept'], format: given['format'] }
}

/** Set by the time it is asked for: openapi-backend has routed the request. */
export function required<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('The request has not been routed')
  return value
}

/** A request that fits the contract, as dispatch knows it and as an operation is given it. */
export interface ValidatedRequest {
  readonly call: Call
  readonly context: RequestContext
  readonly input: Input<OperationId>
}

/**
 * Runs the operations of the contract: on the database of the service, or on the examples of a mock.
 * @typeParam Given what it gives an operation beside the request.
 */
export interface OperationExecutor<Given> {
  /**
   * Who sends a request, by its `Authorization` header; undefined when it has none.
   * @throws {Problem} `unauthorized` for anything else than a key that is taken here.
   */
  readonly authenticate: (authorization: string | undefined) => Promise<Principal | undefined>
  /** Runs an operation that only reads. */
  readonly read: <Result>(
    request: ValidatedRequest,
    operation: (given: Given) => Promise<Result>,
  ) => Promise<Result>
  /**
   * Runs an operation that writes. Nothing is written when `operation` throws.
   * @param operation makes its response as well, and validates it against the contract.
   */
  readonly write: (
    request: ValidatedRequest,
    operation: (given: Given) => Promise<HttpResponse>,
  ) => Promise<HttpResponse | ReplayableResponse>
}
