const FIRST_BACKOFF_MS = 250
const LONGEST_BACKOFF_MS = 8_000

/**
 * How long to wait before the try after `attempt` (0 is the first): what `Retry-After` asks for, and
 * on top of it a time that doubles with each try, of which a random half keeps clients apart.
 */
export function waitMs(attempt: number, headers?: Headers): number {
  const backoff = Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** attempt)
  return retryAfterMs(headers) + backoff * (0.5 + Math.random() / 2)
}

/** Seconds or a date (RFC 9110, section 10.2.3); 0 when there is none, or none that can be read. */
function retryAfterMs(headers: Headers | undefined): number {
  const value = headers?.get('Retry-After')?.trim() ?? ''
  if (/^\d+$/.test(value)) return Number(value) * 1000
  // By the clock that the date was taken from: the client's own may be wrong.
  const now = Date.parse(headers?.get('Date') ?? '') || Date.now()
  return Math.max(0, (Date.parse(value) || now) - now)
}

/** @throws the reason of the signal as soon as it is aborted. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort)
      resolve()
    }, ms)
    signal.addEventListener('abort', abort, { once: true })
    if (signal.aborted) abort()
  })
}
