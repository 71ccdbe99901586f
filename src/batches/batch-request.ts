import type { Kysely } from 'kysely'
import type { Principal } from '../auth/principal.ts'
import type { Urls } from '../contract/operation-types.ts'
import type { RequestLine } from '../contract/request-lines.ts'
import type { Database } from '../database/tables.ts'

/** The input of an operation that writes a batch. */
export interface BatchRequest {
  readonly body: AsyncIterable<RequestLine>
  readonly query: { readonly dry_run: boolean; readonly atomic: boolean }
  readonly principal: Principal
  readonly requestId: string
  /** Aborted when the client is gone: an atomic batch is then rolled back. */
  readonly signal: AbortSignal | undefined
}

/** The dependencies of a batch. */
export interface BatchContext {
  readonly db: Kysely<Database>
  readonly urls: Urls
  /** The bytes that the sender may have stored; without it there is no limit. */
  readonly maxStoredBytes?: number | undefined
  /** The number of HTTP requests that the process has received. A batch rests while others come. */
  readonly requestsReceived: () => number
  /** The time for the work of an atomic batch, from its turn. */
  readonly maxAtomicMs?: number
}
