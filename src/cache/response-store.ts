import { LRUCache } from 'lru-cache'

/** A response of status 200, in one content type and encoding. */
export interface CachedResponse {
  readonly headers: Readonly<Record<string, string>>
  /** The encoded bytes that the headers describe. */
  readonly body: Buffer
  /** For the log. */
  readonly operationId: string | undefined
}

export interface ResponseStore {
  /** The data version of all entries. */
  readonly dataVersion: number
  /** Approximate memory of all entries. */
  readonly bytes: number
  get(key: string): CachedResponse | undefined
  /** Ignores a response that is too large, or whose data version is older than that of the store. */
  set(key: string, response: CachedResponse, version: number): void
  /** Moves the store to a newer data version, which removes all entries of the older one. */
  advance(version: number): void
}

interface StoreLimits {
  readonly bytes: number
  readonly bodyBytes: number
}

export const STORE_LIMITS: StoreLimits = { bytes: 16 * 1024 * 1024, bodyBytes: 1024 * 1024 }

/** Estimated memory of the headers and the entry. */
const ENTRY_BYTES = 1024

/** A store with a maximum of bytes that evicts the responses that were looked up the longest time ago. */
export function createResponseStore(limits: StoreLimits = STORE_LIMITS): ResponseStore {
  let dataVersion = 0
  const entries = new LRUCache<string, CachedResponse>({
    maxSize: limits.bytes,
    sizeCalculation: ({ body }, key) => ENTRY_BYTES + 2 * key.length + body.length,
  })
  const advance = (version: number): void => {
    if (version <= dataVersion) return
    entries.clear()
    dataVersion = version
  }
  return {
    get dataVersion() {
      return dataVersion
    },
    get bytes() {
      return entries.calculatedSize
    },
    get: (key) => entries.get(key),
    set(key, response, version) {
      advance(version)
      if (version < dataVersion || response.body.length > limits.bodyBytes) return
      entries.set(key, { ...response, body: ownCopy(response.body) })
    },
    advance,
  }
}

/** A short Buffer is a view of a larger pool, which would stay in memory with it. */
function ownCopy(body: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(body.length)
  body.copy(copy)
  return copy
}
