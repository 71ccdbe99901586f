import type { Copies } from './keep-copies.ts'

export interface ClientOptions {
  /** The base URL with the version: `https://art.example/api/v1`. */
  readonly baseUrl: string
  /** An API key, for writing and for unpublished records. */
  readonly key?: string | undefined
  /** The maximum of retries; 4 by default, 0 for none. */
  readonly retries?: number | undefined
  /** For one try, until the response is complete; 30,000 by default, Infinity for no timeout. */
  readonly timeoutMs?: number | undefined
  /**
   * A response with a longer `Retry-After` ends the call instead of a wait. 60,000 by default. No wait is
   * longer than timers allow, 24 days.
   */
  readonly longestWaitMs?: number | undefined
  /**
   * A store of responses, so that unchanged ones are not sent again; none by default. It holds responses to
   * `key`, so each key needs a store of its own.
   */
  readonly copies?: Copies | undefined
  /** Aborts all calls. */
  readonly signal?: AbortSignal | undefined
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined
}

/** @throws RangeError that names the invalid option, without its value, which may be secret. */
export function checkOptions(options: ClientOptions): void {
  const { baseUrl, key, retries = 0, timeoutMs = Infinity, longestWaitMs = 0 } = options
  const faults = {
    baseUrl: !isAddress(baseUrl) && 'an http or https address without user, query and fragment',
    // Visible characters of a field value (RFC 9110, section 5.5).
    key: key !== undefined && !/^[!-~]+$/.test(key) && 'printable ASCII characters without blanks',
    retries: !isCount(retries) && 'a whole number from 0 on, or Infinity',
    timeoutMs: !(timeoutMs > 0) && 'more than 0 milliseconds',
    longestWaitMs: !(longestWaitMs >= 0) && '0 or more milliseconds',
  }
  for (const [name, expected] of Object.entries(faults)) {
    if (expected !== false) throw new RangeError(`${name} must be ${expected}`)
  }
}

/** In a browser also a path, which is relative to the page. */
function isAddress(baseUrl: string): boolean {
  if (/[?#\s]/.test(baseUrl)) return false
  try {
    return /^https?:/.test(new Request(baseUrl).url)
  } catch {
    return false
  }
}

function isCount(value: number): boolean {
  return value === Infinity || (Number.isInteger(value) && value >= 0)
}
