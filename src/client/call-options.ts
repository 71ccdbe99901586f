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

/**
 * A signal that follows the caller's. Node adds a listener to the signal of each request and keeps it until
 * garbage collection, so a long walk would cause its warning of a memory leak.
 */
export function signalOf({ signal }: CallOptions = {}): { signal?: AbortSignal } {
  return signal === undefined ? {} : { signal: AbortSignal.any([signal]) }
}
