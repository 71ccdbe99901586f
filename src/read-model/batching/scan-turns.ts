import { LRUCache } from 'lru-cache'

/** Longer than a request. */
const LATELY_MS = 10_000

/** Clients whose time is remembered. A forgotten one has its turn sooner. */
const MAX_CLIENTS = 1_000

/** Others may have come this much later than a scan, and have their turn before it. */
export const MAX_DELAY_MS = 1_000

interface Scan {
  /** Undefined for the service itself, which has the next turn. */
  readonly client: string | undefined
  /** Its time of arrival (performance.now()). */
  readonly since: number
}

/** The turns of clients whose scans wait for one connection. */
interface ScanTurns {
  /** In the order of arrival, but the more time the scans of a client took lately, the later its next one. */
  inOrder<Waiting extends Scan>(waiting: readonly Waiting[]): Waiting[]
  record(scan: Scan, ms: number): void
}

/** With these turns, a client that has many long scans keeps another one waiting for one of them. */
export function scanTurns(): ScanTurns {
  const took = new LRUCache<string, number>({ max: MAX_CLIENTS, ttl: LATELY_MS })
  const place = ({ client, since }: Scan): number =>
    client === undefined ? 0 : since + Math.min(took.get(client) ?? 0, MAX_DELAY_MS)
  return {
    inOrder: (waiting) => waiting.toSorted((a, b) => place(a) - place(b)),
    record({ client }, ms) {
      // The time begins with the first of its scans.
      if (client !== undefined)
        took.set(client, (took.get(client) ?? 0) + ms, { noUpdateTTL: true })
    },
  }
}
