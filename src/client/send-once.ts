import type { Answer } from './answer.ts'
import { ConnectionError } from './errors.ts'
import { MAX_TIMER_MS } from './waiting.ts'

export interface Connection {
  readonly fetch: typeof globalThis.fetch
  /** For one try, until the response is complete; may be Infinity. */
  readonly timeoutMs: number
}

/**
 * Sends a copy of the request, so that it can be sent again.
 * @throws ConnectionError without a complete response in time; the reason of an aborted signal.
 */
export async function sendOnce(
  { fetch, timeoutMs }: Connection,
  request: Request,
): Promise<Answer> {
  request.signal.throwIfAborted()
  const end = new AbortController()
  const abort = (): void => end.abort(request.signal.reason)
  const timer = startTimer(() => end.abort(silence(timeoutMs)), timeoutMs)
  request.signal.addEventListener('abort', abort)
  try {
    const response = await fetch(request.clone(), { signal: end.signal })
    return { status: response.status, headers: response.headers, body: await response.text() }
  } catch (error) {
    request.signal.throwIfAborted()
    throw new ConnectionError(request, error)
  } finally {
    clearTimeout(timer)
    request.signal.removeEventListener('abort', abort)
  }
}

function startTimer(run: () => void, ms: number): ReturnType<typeof setTimeout> | undefined {
  return ms === Infinity ? undefined : setTimeout(run, Math.min(ms, MAX_TIMER_MS))
}

function silence(timeoutMs: number): DOMException {
  return new DOMException(`There was no whole answer within ${timeoutMs} ms`, 'TimeoutError')
}
