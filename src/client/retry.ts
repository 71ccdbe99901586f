import { NDJSON_TYPE, type ApiRequest } from './request.ts'
import { problemOf, type ReceivedResponse, type Send, ConnectionError } from './response.ts'

export interface RetryOptions extends AttemptOptions {
  /** The maximum number of retries. */
  readonly retries: number
  /** A longer `Retry-After` ends the retries. */
  readonly longestWaitMs: number
}

/**
 * Sends a request, and retries while that is safe and useful.
 * @param sendOne one try.
 * @returns the last response.
 * @throws ConnectionError when the last try got no response.
 */
export function sendWithRetries(
  options: RetryOptions,
  sendOne: Send = (request) => sendOnce(options, request),
): Send {
  return async (request) => {
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await outcomeOf(sendOne(request))
      const requestedMs = 'headers' in outcome ? retryAfterMs(outcome.headers) : 0
      const isLast = attempt >= options.retries || requestedMs > options.longestWaitMs
      if (isLast || !mayRepeat(request, outcome)) return responseOf(outcome)
      await pause(requestedMs + backoffMs(attempt), request.signal)
    }
  }
}

async function outcomeOf(
  response: Promise<ReceivedResponse>,
): Promise<ReceivedResponse | ConnectionError> {
  try {
    return await response
  } catch (error) {
    if (error instanceof ConnectionError) return error
    throw error
  }
}

function responseOf(outcome: ReceivedResponse | ConnectionError): ReceivedResponse {
  if (outcome instanceof ConnectionError) throw outcome
  return outcome
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** A timeout of the request, or a temporary failure of the service or of a proxy. */
const TRANSIENT_STATUSES = new Set([408, 502, 503, 504])

const TOO_MANY_REQUESTS = 429

/** Whether the request was rejected before anything was done (RFC 6585, section 4; contract, `overloaded`). */
function isRejectedUnread(response: ReceivedResponse): boolean {
  if (response.status === TOO_MANY_REQUESTS) return true
  return response.status === 503 && problemOf(response)?.code === 'overloaded'
}

/** Whether a retry after this result is safe and useful. */
function mayRepeat(request: ApiRequest, outcome: ReceivedResponse | ConnectionError): boolean {
  if (outcome instanceof ConnectionError) return isRepeatable(request)
  if (isRejectedUnread(outcome)) return true
  return (
    isRepeatable(request) && (TRANSIENT_STATUSES.has(outcome.status) || isStillRunning(outcome))
  )
}

/**
 * Whether the request can be sent twice with the effect of one. That is also true of a PUT, PATCH or DELETE with
 * `If-Match`, but if only the response of the first try was lost, the retry gets 412 or 404, as if nothing had been
 * written. A 503 does not mean that nothing was written either: the service sends it when it loses its database
 * during a commit. So the caller reads the record and decides. A batch may be sent again at any time.
 */
function isRepeatable({ method, headers }: ApiRequest): boolean {
  if (SAFE_METHODS.has(method)) return true
  const isBatch = headers.get('Accept') === NDJSON_TYPE
  return method === 'POST' && (isBatch || headers.has('Idempotency-Key'))
}

/** The first try still runs although its connection was lost; its response is available soon. */
function isStillRunning(response: ReceivedResponse): boolean {
  return response.status === 409 && problemOf(response)?.code === 'idempotency_key_in_use'
}

export interface AttemptOptions {
  readonly fetch: typeof globalThis.fetch
  /** For one try, until the response is complete, besides `wait` of the request; may be Infinity. */
  readonly timeoutMs: number
}

/** @throws ConnectionError without a complete response in time; the reason of an aborted signal. */
export async function sendOnce(
  options: AttemptOptions,
  request: ApiRequest,
): Promise<ReceivedResponse> {
  const { method, url, headers, content } = request
  const timeoutMs = options.timeoutMs + requestedWaitMs(url)
  const attempt = startAttempt({ ...options, timeoutMs }, request.signal)
  // As a method of another object, the `fetch` of a browser throws.
  const { fetch } = options
  try {
    const response = await fetch(url, {
      method,
      headers,
      ...(content !== undefined && { body: content }),
      signal: attempt.signal,
      // The service never redirects, and `fetch` changes a redirected POST to a GET (Fetch standard).
      redirect: 'manual',
    })
    return { status: response.status, headers: response.headers, body: await response.text() }
  } catch (error) {
    request.signal.throwIfAborted()
    throw new ConnectionError(request, error)
  } finally {
    attempt.end()
  }
}

/** For how long the service waits for a change before it responds (contract, `wait`). */
function requestedWaitMs(url: string): number {
  return 1_000 * (Number(new URL(url).searchParams.get('wait')) || 0)
}

/** One try, which ends after `timeoutMs` without progress. */
export interface Attempt {
  readonly signal: AbortSignal
  /** Stops the clock until as many calls of `resume`, which start it anew. */
  hold(): void
  resume(): void
  /** Ends the request, if it still runs. */
  end(): void
}

/** @throws the reason of an aborted signal. */
export function startAttempt({ timeoutMs }: AttemptOptions, signal: AbortSignal): Attempt {
  signal.throwIfAborted()
  const controller = new AbortController()
  const abort = (): void => controller.abort(signal.reason)
  signal.addEventListener('abort', abort)
  const late = `There was no whole response within ${timeoutMs} ms`
  const expire = (): void => controller.abort(new DOMException(late, 'TimeoutError'))
  let timer = startTimer(expire, timeoutMs)
  let holds = 0
  const hold = (): void => {
    holds += 1
    clearTimeout(timer)
  }
  return {
    signal: controller.signal,
    hold,
    resume: () => {
      holds -= 1
      if (holds === 0) timer = startTimer(expire, timeoutMs)
    },
    end: () => {
      // Nothing starts the clock again.
      holds = Infinity
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
      controller.abort()
    },
  }
}

function startTimer(run: () => void, ms: number): ReturnType<typeof setTimeout> | undefined {
  return ms === Infinity ? undefined : setTimeout(run, Math.min(ms, MAX_TIMER_MS))
}

const FIRST_BACKOFF_MS = 250
const MAX_BACKOFF_MS = 8_000

/** A timer with a longer delay fires at once (HTML, section 8.6; Node does the same). */
const MAX_TIMER_MS = 2 ** 31 - 1

/**
 * Exponential backoff: the wait after `attempt` (0 is the first), in addition to `Retry-After`. It doubles with
 * each try; a random half of it keeps clients apart (jitter).
 */
export function backoffMs(attempt: number): number {
  const backoff = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** attempt)
  return backoff * (0.5 + Math.random() / 2)
}

/** Seconds or a date (RFC 9110, section 10.2.3); 0 without a valid header. */
export function retryAfterMs(headers: Headers): number {
  const value = headers.get('Retry-After')?.trim() ?? ''
  if (/^\d+$/.test(value)) return Number(value) * 1000
  // Relative to the `Date` of the response, because the client's clock may be wrong.
  const now = Date.parse(headers.get('Date') ?? '') || Date.now()
  return Math.max(0, (Date.parse(value) || now) - now)
}

/**
 * Waits, at most as long as a timer can.
 * @throws the reason of the signal when it is aborted.
 */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const end = (): void => {
      signal.removeEventListener('abort', abort)
      resolve()
    }
    const timer = setTimeout(end, Math.min(ms, MAX_TIMER_MS))
    signal.addEventListener('abort', abort, { once: true })
    if (signal.aborted) abort()
  })
}
