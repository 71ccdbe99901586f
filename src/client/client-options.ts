import type { Copies } from './keep-copies.ts'

export interface ClientOptions {
  /** Where the API is, version included: `https://art.example/api/v1`. */
  readonly baseUrl: string
  /** An API key, for whatever is not public. */
  readonly key?: string | undefined
  /** How often a request is sent again at most; 4 unless given, 0 for never. */
  readonly retries?: number | undefined
  /** For one try, until the end of its answer; 30,000 unless given, Infinity for as long as it takes. */
  readonly timeoutMs?: number | undefined
  /**
   * A service that asks for a longer wait than this (`Retry-After`) is not waited for: the call ends as
   * it stands. 60,000 unless given. Nothing is waited for longer than timers can, 24 days.
   */
  readonly longestWaitMs?: number | undefined
  /**
   * Where answers are kept, so that what has not changed is not sent again; none unless given. What is
   * in it is what `key` may see, so each key needs its own.
   */
  readonly copies?: Copies | undefined
  /** Ends all calls. */
  readonly signal?: AbortSignal | undefined
  /** Instead of the global one. */
  readonly fetch?: typeof globalThis.fetch | undefined
}

/** @throws RangeError that names the option which cannot be, without what it holds: that may be secret. */
export function checkOptions(options: ClientOptions): void {
  const { baseUrl, key, retries = 0, timeoutMs = Infinity, longestWaitMs = 0 } = options
  const faults = {
    baseUrl: !isAddress(baseUrl) && 'an http or https address without user, query and fragment',
    // Whatever can stand in a header (RFC 9110, section 5.5), and no blank.
    key: key !== undefined && !/^[!-~]+$/.test(key) && 'printable ASCII characters without blanks',
    retries: !isCount(retries) && 'a whole number from 0 on, or Infinity',
    timeoutMs: !(timeoutMs > 0) && 'more than 0 milliseconds',
    longestWaitMs: !(longestWaitMs >= 0) && '0 or more milliseconds',
  }
  for (const [name, expected] of Object.entries(faults)) {
    if (expected !== false) throw new RangeError(`${name} must be ${expected}`)
  }
}

/** Also a path, in a browser, where it is one of the page's own host. Paths are added at its end. */
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
