import type { Copies } from './copies.ts'

export interface ClientOptions {
  /** The base URL with the version: `https://art.example/api/v1`. */
  readonly baseUrl: string
  /** An API key, for writing and for unpublished records. */
  readonly key?: string | undefined
  /** The maximum number of retries; 4 by default, 0 for none. */
  readonly retries?: number | undefined
  /**
   * For one try, until the response is complete; 30,000 by default, Infinity for no timeout. The seconds of `wait` come on
   * top. For a batch, the longest time in which the service takes and sends nothing, and at least 90,000.
   */
  readonly timeoutMs?: number | undefined
  /**
   * A call does not wait for a longer `Retry-After`: it fails at once. 60,000 by default. No wait is longer
   * than a timer allows, 24 days.
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
  const invalid = {
    baseUrl: !isAddress(baseUrl) && 'an http or https address without user, query and fragment',
    // Visible characters of a field value (RFC 9110, section 5.5).
    key: key !== undefined && !/^[!-~]+$/.test(key) && 'printable ASCII characters without blanks',
    retries: !isCount(retries) && 'a whole number from 0 on, or Infinity',
    timeoutMs: !(timeoutMs > 0) && 'more than 0 milliseconds',
    longestWaitMs: !(longestWaitMs >= 0) && '0 or more milliseconds',
  }
  for (const [name, expected] of Object.entries(invalid)) {
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

export interface CallOptions {
  /** Aborts the call, its waits and retries included. */
  readonly signal?: AbortSignal | undefined
}

export interface CreateOptions extends CallOptions {
  /**
   * The `Idempotency-Key`, so that a program can continue after an interruption (1 to 255 printable ASCII
   * characters without quotes). A random UUID by default.
   */
  readonly idempotencyKey?: string | undefined
}
