/** How many requests a client has sent in its present window. */
export interface Count {
  readonly current: number
  /** Until the window ends and the client begins at nothing, in milliseconds. */
  readonly ttl: number
}

interface Window {
  current: number
  readonly endsAt: number
}

/** About 10 MiB. Of more clients, the one is forgotten whose window began first. */
const MOST_CLIENTS = 100_000

/** Counts by itself. A client's window begins with its first request. */
export class LocalCounters {
  readonly #windows = new Map<string, Window>()
  readonly #windowMs: number

  constructor(windowMs: number) {
    this.#windowMs = windowMs
  }

  count(client: string): Count {
    const now = performance.now()
    const open = this.#windows.get(client)
    if (open !== undefined && open.endsAt > now) {
      open.current += 1
      return { current: open.current, ttl: open.endsAt - now }
    }
    // Anew at the end, so that those stand first that began first.
    this.#windows.delete(client)
    this.#makeRoom(now)
    this.#windows.set(client, { current: 1, endsAt: now + this.#windowMs })
    return { current: 1, ttl: this.#windowMs }
  }

  /** Takes one request off again. */
  refund(client: string): void {
    const open = this.#windows.get(client)
    if (open !== undefined && open.current > 0) open.current -= 1
  }

  #makeRoom(now: number): void {
    for (const [client, { endsAt }] of this.#windows) {
      if (endsAt > now && this.#windows.size < MOST_CLIENTS) return
      this.#windows.delete(client)
    }
  }
}
