import type { Context as Call } from 'openapi-backend'
import type { Principal } from '../credentials/principal.ts'
import type { RepeatableAnswer } from '../writing/write-once.ts'
import type { HttpAnswer } from './answers.ts'
import type { OperationId } from './document.ts'
import type { Exchange } from './exchange.ts'
import type { Input, Reply } from './operation-types.ts'

/** A request that fits the contract, as dispatch knows it and as an operation is given it. */
export interface Accepted {
  readonly call: Call
  readonly exchange: Exchange
  readonly input: Input<OperationId>
}

/** What stands behind the contract: the service on its database, or the examples of a mock. */
export interface Backing {
  /**
   * Who sends a request, by its `Authorization` header; undefined when it has none.
   * @throws {Problem} `unauthorized` for anything else than a key that is taken here.
   */
  readonly authenticate: (authorization: string | undefined) => Promise<Principal | undefined>
  /** What an operation that only reads replies. */
  readonly read: (request: Accepted) => Promise<Reply<OperationId>>
  /**
   * Does what the operation does, unless `answer` throws.
   * @param answer makes the answer of the reply, and holds it against the contract.
   */
  readonly write: (
    request: Accepted,
    answer: (reply: Reply<OperationId>) => HttpAnswer,
  ) => Promise<HttpAnswer | RepeatableAnswer>
}
