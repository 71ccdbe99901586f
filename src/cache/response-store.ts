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

interface Entry {
  readonly response: CachedResponse
  readonly bytes: number
  /** The reference bit of CLOCK: set by a lookup, cleared when the entry is spared. */
  isReferenced: boolean
}

/**
 * A store with a maximum of bytes that evicts by CLOCK (second chance): it removes the oldest entry, unless this
 * entry was looked up since it was added or last spared. CLOCK approximates LRU without moving an entry on each lookup.
 */
export function createResponseStore(limits: StoreLimits = STORE_LIMITS): ResponseStore {
  const entries = new Map<string, Entry>()
  let dataVersion = 0
  let bytes = 0
  const add = (key: string, entry: Entry): void => {
    remove(key)
    entries.set(key, entry)
    bytes += entry.bytes
  }
  const remove = (key: string): void => {
    bytes -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }
  const evict = (): void => {
    // An entry that is spared is added again at the end, so the loop meets it a second time.
    for (const [key, entry] of entries) {
      if (bytes <= limits.bytes) return
      if (entry.isReferenced) add(key, { ...entry, isReferenced: false })
      else remove(key)
    }
  }
  const advance = (version: number): void => {
    if (version <= dataVersion) return
    entries.clear()
    bytes = 0
    dataVersion = version
  }
  return {
    get dataVersion() {
      return dataVersion
    },
    get bytes() {
      return bytes
    },
    get(key) {
      const entry = entries.get(key)
      if (entry !== undefined) entry.isReferenced = true
      return entry?.response
    },
    set(key, response, version) {
      advance(version)
      if (version < dataVersion || response.body.length > limits.bodyBytes) return
      add(key, entryOf(key, response))
      evict()
    },
    advance,
  }
}

/** Copies the body: a short Buffer is a view of a larger pool, which would stay in memory with it. */
function entryOf(key: string, { body, ...others }: CachedResponse): Entry {
  const copy = Buffer.allocUnsafeSlow(body.length)
  body.copy(copy)
  const bytes = ENTRY_BYTES + 2 * key.length + body.length
  return { response: { ...others, body: copy }, bytes, isReferenced: false }
}
