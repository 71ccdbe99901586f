import type { Readable } from 'node:stream'
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
  /** Undefined for a request without a body, and for a stream. */
  readonly body: Buffer | undefined
  /** The body of a request with lines of JSON, which is read while it arrives. */
  readonly stream?: Readable | undefined
  /** Aborted when the client of a stream is gone. */
  readonly signal?: AbortSignal | undefined
  /** Whether the client has closed the connection, so that nobody reads the response. */
  readonly isAbandoned?: (() => boolean) | undefined
  /** Aborted when the client has closed the connection. */
  readonly closed?: (() => AbortSignal) | undefined
  /** Keeps the connection open although nothing is sent for a while. */
  readonly waitLong?: (() => void) | undefined
  /** Counts the request as this many more by the rate limit. */
  readonly charge?: ((requests: number) => void) | undefined
  /**
   * Counts a part of the response as a request.
   * @throws 429 when the client has sent too many requests.
   */
  readonly count?: (() => Promise<void>) | undefined
  /** Names the client for which the request counts; undefined without a rate limit. */
  readonly client?: (() => string | undefined) | undefined
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
  /** The errors of the query that were found before schema validation. */
  errors: readonly ProblemError[]
  backendRequest?: BackendRequest
  operation?: Operation
  /** The negotiated media type of a successful response; undefined where such a response has no body. */
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

/** Returns a property of RequestContext that an earlier step must have set. */
export function requireSet<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('A property of the request context is not set')
  return value
}

/** A request that is valid by the contract, with the input of its operation. */
export interface ValidatedRequest {
  readonly backendContext: BackendContext
  readonly context: RequestContext
  readonly input: Input<OperationId>
}

/**
 * Runs the operations of the contract: on the service's database, or on a mock's examples.
 * @typeParam Dependencies the second parameter of every operation.
 */
export interface OperationExecutor<Dependencies> {
  /**
   * The sender of a request by its `Authorization` header; undefined without the header.
   * @throws {Problem} `unauthorized` for anything but a valid key.
   */
  readonly authenticate: (authorization: string | undefined) => Promise<Principal | undefined>
  /** Awaited before a body of this length is parsed. */
  readonly turnToParse?: (
    bytes: number,
    principal: Principal | undefined,
  ) => Promise<void> | undefined
  /** Runs an operation that only reads. */
  readonly read: <Result>(
    request: ValidatedRequest,
    operation: (dependencies: Dependencies) => Promise<Result>,
  ) => Promise<Result>
  /**
   * Runs an operation that writes. Nothing is written when `operation` throws.
   * @param operation also builds the response and validates it against the contract.
   */
  readonly write: (
    request: ValidatedRequest,
    operation: (dependencies: Dependencies) => Promise<HttpResponse>,
  ) => Promise<HttpResponse | ReplayableResponse>
  /** Runs an operation that reads and writes a stream, in transactions of its own. */
  readonly stream: (
    request: ValidatedRequest,
    operation: (dependencies: Dependencies) => Promise<HttpResponse>,
  ) => Promise<HttpResponse>
}
