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
  /** Every operation as openapi-fetch has it, with the same retries and errors. */
  readonly api: Api<paths>
}

/**
 * A client of the service. Its calls end with what the contract calls a success; they throw a
 * ProblemError, a ConnectionError or an UnexpectedAnswerError, or the reason of the signal.
 * @throws RangeError for options that cannot be.
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
    // The service sends nobody elsewhere, and a POST that is led on becomes a GET (Fetch standard).
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

/** Every POST has a name, the same for all its tries: without one it could not be sent again. */
function named(request: Request): Request {
  const { method, headers } = request
  if (method === 'POST' && !headers.has('Idempotency-Key')) {
    headers.set('Idempotency-Key', crypto.randomUUID())
  }
  return request
}

/** Some statuses have no body, not even an empty one (Fetch standard, null body status). */
function toResponse({ status, headers, body }: Answer): Response {
  return new Response(body === '' ? null : body, { status, headers })
}
