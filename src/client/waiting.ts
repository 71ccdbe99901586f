const FIRST_BACKOFF_MS = 250
const LONGEST_BACKOFF_MS = 8_000

/** A timer with a longer delay fires at once (HTML, section 8.6; Node does the same). */
export const MAX_TIMER_MS = 2 ** 31 - 1

/**
 * Exponential backoff: the wait after `attempt` (0 is the first), in addition to `Retry-After`. It doubles with
 * each try; a random half of it keeps clients apart (jitter).
 */
export function backoffMs(attempt: number): number {
  const backoff = Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** attempt)
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
