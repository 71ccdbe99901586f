import { LRUCache } from 'lru-cache'

/** Longer than a request. */
const LATELY_MS = 10_000

/** Clients whose time is remembered. A forgotten one has its turn sooner. */
const MAX_CLIENTS = 1_000

interface OfClient {
  readonly client?: string | undefined
}

/** The turns of clients whose scans wait for one connection. */
export interface ScanTurns {
  /** The scan of the client whose scans took the least time lately comes first. Those of one client keep their order. */
  inOrder<Scan extends OfClient>(waiting: readonly Scan[]): Scan[]
  record(scan: OfClient, ms: number): void
}

/** With these turns, a client waits for one scan of another client, not for all of them. */
export function scanTurns(): ScanTurns {
  const took = new LRUCache<string, number>({ max: MAX_CLIENTS, ttl: LATELY_MS })
  const tookLately = ({ client = '' }: OfClient): number => took.get(client) ?? 0
  return {
    inOrder: (waiting) => waiting.toSorted((a, b) => tookLately(a) - tookLately(b)),
    record(scan, ms) {
      // The time begins with the first of its scans.
      took.set(scan.client ?? '', tookLately(scan) + ms, { noUpdateTTL: true })
    },
  }
}
