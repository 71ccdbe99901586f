import type { Context as Call } from 'openapi-backend'
import type { Principal } from '../credentials/principal.ts'
import type { ReplayableResponse } from '../writing/write-once.ts'
import type { HttpResponse } from './answers.ts'
import type { OperationId } from './document.ts'
import type { RequestContext } from './exchange.ts'
import type { Context, Input } from './operation-types.ts'

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
export interface OperationExecutor<Given = Context> {
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
