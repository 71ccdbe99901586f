import createApi, { type Client as Api } from 'openapi-fetch'
import type { paths } from '../../generated/v1.ts'
import { keepCopies } from './copies.ts'
import { createChangeEvent, type ChangeEvent } from './event-changes.ts'
import { createLists, type Lists } from './lists.ts'
import { createOperations, type Operations } from './operations.ts'
import { checkOptions, type ClientOptions } from './options.ts'
import { throwErrors, type ReceivedResponse, type Send } from './response.ts'
import { sendWithRetries } from './retry.ts'

export type { Copies, Copy } from './copies.ts'
export { eventInputOf, type Change, type ChangeEvent, type EventContact } from './event-changes.ts'
export type { Listing, Lists, Page } from './lists.ts'
export type { Operations, Seen, Tagged } from './operations.ts'
export type { CallOptions, ClientOptions, CreateOptions } from './options.ts'
export { ConnectionError, ProblemError, RequestError, UnexpectedAnswerError } from './response.ts'
export type * from './schemas.ts'

export interface Client extends Lists, Operations {
  readonly changeEvent: ChangeEvent
  /** All operations as openapi-fetch calls them, with the same retries and errors. */
  readonly api: Api<paths>
}

/**
 * A client of the service. Its calls return a documented success, or throw a ProblemError, a ConnectionError,
 * an UnexpectedAnswerError, or the reason of the signal.
 * @throws RangeError for invalid options.
 */
export function createClient(options: ClientOptions): Client {
  checkOptions(options)
  const { baseUrl, key, signal } = options
  const send = createSend(options)
  const api = createApi<paths>({
    baseUrl,
    headers: {
      Accept: 'application/json',
      ...(key !== undefined && { Authorization: `Bearer ${key}` }),
    },
    // The service never redirects, and `fetch` changes a redirected POST to a GET (Fetch standard).
    redirect: 'manual',
    fetch: async (request) =>
      toResponse(await send(withIdempotencyKey(withSignal(request, signal)))),
  })
  const operations = createOperations(api)
  return {
    ...createLists(api),
    ...operations,
    changeEvent: createChangeEvent(operations),
    api,
  }
}

function createSend({ copies, ...options }: ClientOptions): Send {
  const { fetch = globalThis.fetch, retries = 4 } = options
  const { timeoutMs = 30_000, longestWaitMs = 60_000 } = options
  const send = throwErrors(sendWithRetries({ fetch, retries, timeoutMs, longestWaitMs }))
  return copies === undefined ? send : keepCopies(send, copies)
}

function withSignal(request: Request, signal: AbortSignal | undefined): Request {
  if (signal === undefined) return request
  return new Request(request, { signal: AbortSignal.any([request.signal, signal]) })
}

/** Adds an `Idempotency-Key` to each POST, the same for all tries, so that a retry is safe. */
function withIdempotencyKey(request: Request): Request {
  const { method, headers } = request
  if (method === 'POST' && !headers.has('Idempotency-Key')) {
    headers.set('Idempotency-Key', crypto.randomUUID())
  }
  return request
}

/** `Response` allows no body for these statuses (Fetch standard, null body status). */
function toResponse({ status, headers, body }: ReceivedResponse): Response {
  return new Response(body === '' ? null : body, { status, headers })
}
