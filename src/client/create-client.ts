import { createChanges, type Changes } from './changes.ts'
import { keepCopies } from './copies.ts'
import { createListCopies, type ListCopies } from './list-copy.ts'
import { createOperations, type Operations } from './operations.ts'
import { checkOptions, type ClientOptions } from './options.ts'
import { createRequests } from './request.ts'
import { throwErrors } from './response.ts'
import { sendWithRetries } from './retry.ts'

export type { BatchResponseLine } from './batches.ts'
export { convertedPrices } from './converted-prices.ts'
export type { Copies, Copy } from './copies.ts'
export type { Change, ChangeEvent, Changes } from './changes.ts'
export { eventInputOf, type EventContact } from './event-input.ts'
export {
  CopyError,
  MemoryCopyStore,
  type CopyList,
  type CopyOptions,
  type CopyState,
  type CopyStep,
  type CopyStore,
} from './list-copy.ts'
export type { Listing, Page } from './lists.ts'
export type { Operations, Seen, Tagged } from './operations.ts'
export type { CallOptions, ClientOptions, CreateOptions } from './options.ts'
export { ConnectionError, ProblemError, RequestError, UnexpectedResponseError } from './response.ts'
export type * from './schemas.ts'

export interface Client extends Operations, Changes, ListCopies {}

/**
 * A client of the service. Its calls return a documented success, or throw a ProblemError, a ConnectionError,
 * an UnexpectedResponseError, or the reason of the signal.
 * @throws RangeError for invalid options.
 */
export function createClient(options: ClientOptions): Client {
  checkOptions(options)
  const { copies, fetch = globalThis.fetch, retries = 4 } = options
  const { timeoutMs = 30_000, longestWaitMs = 60_000 } = options
  const retryOptions = { fetch, retries, timeoutMs, longestWaitMs }
  const send = throwErrors(sendWithRetries(retryOptions))
  const connection = { makeRequest: createRequests(options), send, retries: retryOptions }
  const plain = createOperations(connection)
  const operations =
    copies === undefined
      ? plain
      : createOperations({ ...connection, send: keepCopies(send, copies) })
  return {
    ...operations,
    ...createChanges(operations),
    // Each cursor is an address of its own, so stored responses would only pile up.
    ...createListCopies(plain, options.signal),
  }
}
