import createApi, { type Client as Api } from 'openapi-fetch'
import type { paths } from '../../generated/v1.ts'
import { acceptAnswers } from './accept-answer.ts'
import type { Answer, Send } from './answer.ts'
import { createChangeEvent, type ChangeEvent } from './change-event.ts'
import { checkOptions, type ClientOptions } from './client-options.ts'
import { keepCopies } from './keep-copies.ts'
import { createLists, type Lists } from './lists.ts'
import { createOperations, type Operations } from './operations.ts'
import { sendPatiently } from './send-patiently.ts'

export type { CallOptions, CreateOptions } from './call-options.ts'
export type { Change, ChangeEvent } from './change-event.ts'
export type { ClientOptions } from './client-options.ts'
export { ConnectionError, ProblemError, RequestError, UnexpectedAnswerError } from './errors.ts'
export { eventInputOf, type EventContact } from './event-input.ts'
export type { Copies, Copy } from './keep-copies.ts'
export type { Listing, Page } from './listing.ts'
export type { Lists } from './lists.ts'
export type { Operations } from './operations.ts'
export type { KnownProblemCode, ProblemCode } from './problem-code.ts'
export type * from './schemas.ts'
export type { Seen, Tagged } from './tagged.ts'

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
  const send = sending(options)
  const api = createApi<paths>({
    baseUrl,
    headers: {
      Accept: 'application/json',
      ...(key !== undefined && { Authorization: `Bearer ${key}` }),
    },
    // The service never redirects, and `fetch` changes a redirected POST to a GET (Fetch standard).
    redirect: 'manual',
    fetch: async (request) => toResponse(await send(named(endedBy(request, signal)))),
  })
  const operations = createOperations(api)
  return {
    ...createLists(api),
    ...operations,
    changeEvent: createChangeEvent(operations),
    api,
  }
}

function sending({ copies, ...options }: ClientOptions): Send {
  const { fetch = globalThis.fetch, retries = 4 } = options
  const { timeoutMs = 30_000, longestWaitMs = 60_000 } = options
  const send = acceptAnswers(sendPatiently({ fetch, retries, timeoutMs, longestWaitMs }))
  return copies === undefined ? send : keepCopies(send, copies)
}

function endedBy(request: Request, signal: AbortSignal | undefined): Request {
  if (signal === undefined) return request
  return new Request(request, { signal: AbortSignal.any([request.signal, signal]) })
}

/** Adds an `Idempotency-Key` to each POST, the same for all tries, so that a retry is safe. */
function named(request: Request): Request {
  const { method, headers } = request
  if (method === 'POST' && !headers.has('Idempotency-Key')) {
    headers.set('Idempotency-Key', crypto.randomUUID())
  }
  return request
}

/** `Response` allows no body for these statuses (Fetch standard, null body status). */
function toResponse({ status, headers, body }: Answer): Response {
  return new Response(body === '' ? null : body, { status, headers })
}
