import type { Context as BackendContext, Request as BackendRequest } from 'openapi-backend'
import type { Principal } from '../auth/principal.ts'
import type { ProblemError } from '../problems/problem.ts'
import type { ReplayableResponse } from '../writes/transaction.ts'
import type { Preference } from './content-negotiation.ts'
import type { Operation, OperationId } from './document.ts'
import type { Input } from './operation-types.ts'
import type { ContractPath } from './paths.ts'
import type { HttpResponse } from './responses.ts'

export interface HttpRequest {
  /** A UUID that names the request in the log and in problems. */
  readonly id: string
  readonly method: string
  /** Path and query, as they came over the wire. */
  readonly url: string
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Undefined for a request without a body. */
  readonly body: Buffer | undefined
}

/** The state of one request on its way through openapi-backend; each step fills in a part. */
export interface RequestContext {
  readonly request: HttpRequest
  /** Ends in a slash. */
  readonly pathname: string
  /** The query string without its question mark. */
  readonly search: string
  readonly path: ContractPath | undefined
  /** The query parameters by name, before coercion. */
  readonly given: Readonly<Record<string, string>>
  /** Errors of the query found before schema validation. */
  errors: readonly ProblemError[]
  backendRequest?: BackendRequest
  operation?: Operation
  /** The negotiated media type of a success; undefined where it has no body. */
  mediaType?: string | undefined
  /** The header parameters of the operation before coercion, under the contract's names. */
  header?: Readonly<Record<string, string>>
  principal?: Principal | undefined
}

export function preferenceOf({
  request,
  given,
}: Pick<RequestContext, 'request' | 'given'>): Preference {
  return { method: request.method, accept: request.headers['accept'], format: given['format'] }
}

/** A property of RequestContext that routing has set. */
export function required<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('The request has not been routed')
  return value
}

/** A request that fits the contract, with the input of its operation. */
export interface ValidatedRequest {
  readonly backendContext: BackendContext
  readonly context: RequestContext
  readonly input: Input<OperationId>
}

/**
 * Runs the operations of the contract: on the service's database, or on a mock's examples.
 * @typeParam Given what an operation gets beside its input.
 */
export interface OperationExecutor<Given> {
  /**
   * The sender of a request by its `Authorization` header; undefined without the header.
   * @throws {Problem} `unauthorized` for anything but a valid key.
   */
  readonly authenticate: (authorization: string | undefined) => Promise<Principal | undefined>
  /** Runs an operation that only reads. */
  readonly read: <Result>(
    request: ValidatedRequest,
    operation: (given: Given) => Promise<Result>,
  ) => Promise<Result>
  /**
   * Runs an operation that writes. Nothing is written when `operation` throws.
   * @param operation also builds the response and validates it against the contract.
   */
  readonly write: (
    request: ValidatedRequest,
    operation: (given: Given) => Promise<HttpResponse>,
  ) => Promise<HttpResponse | ReplayableResponse>
}
