export interface CallOptions {
  /** Ends the call, its waits and its further tries included. */
  readonly signal?: AbortSignal | undefined
}

export interface CreateOptions extends CallOptions {
  /**
   * Names this creation, so that a program that was interrupted can send it again (1 to 255 printable
   * ASCII characters without quotes). A random UUID unless given.
   */
  readonly idempotencyKey?: string | undefined
}

/**
 * A signal that follows the caller's: Node has every request listen to the signal that it is given
 * until it is collected, and warns of those of a long walk as of a leak.
 */
export function signalOf({ signal }: CallOptions = {}): { signal?: AbortSignal } {
  return signal === undefined ? {} : { signal: AbortSignal.any([signal]) }
}
