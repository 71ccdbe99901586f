import { LRUCache } from 'lru-cache'

/** The version of all public data, which revalidates cached responses. */
export interface DataVersion {
  /**
   * The latest version that this process has seen. Every change of the data increases it, and so does the first
   * snapshot of the database, before which no version is known.
   */
  readonly current: number
  /** Calls `done` with a version that was current after this call, or with the error of the probe. */
  revalidate(done: (error: Error | undefined, version: number) => void): void
}

/** The memory of all entries, approximately. */
export const MAX_BYTES = 16 * 1024 * 1024

/** A response with a longer body is not stored. */
const MAX_BODY_BYTES = 1024 * 1024

/** Estimated memory of the headers and the entry. */
const ENTRY_BYTES = 1024

const FILTER_SLOTS = 2 ** 16

/** The admission filter counts bytes in KiB. */
const KIB = 1_024

/** What the response cache of this process has done since its start, for the metrics. */
export const responseCacheCounts = {
  hits: 0,
  /** The data had changed since, or could not be revalidated. */
  stale: 0,
  misses: 0,
  bytes: 0,
}

export interface ResponseCache {
  /**
   * Looks up a response and revalidates it.
   * @param done called with the response; with undefined when it is stale; with the error when revalidation fails.
   * @returns false when there is no such response; `done` is not called then.
   */
  lookup(key: string, done: (response: CachedResponse | undefined, error?: Error) => void): boolean
  /**
   * Call it before any data of the response is read.
   * @returns a function that stores the response; undefined when the key is not requested often enough, or the data
   *   change too often.
   */
  admit(key: string): ((response: CachedResponse) => void) | undefined
  /** Records the size of each response made, stored or not. */
  recordSize(bytes: number): void
}

/**
 * Caches whole responses in memory, and revalidates each one before it is sent, so that it equals a response made
 * from the database now.
 *
 * A response is stored under the data version that this process knew before it read any data for the response. A
 * lookup revalidates that version with a probe that begins after the request arrived. If the version is the
 * same, nothing became visible between the snapshot that first showed it and the probe. The data of the response was
 * read in that interval, so it is current, and includes a write that the client made a moment ago. With any other
 * version the request takes the full path. A request whose probe fails takes it too, unless the probe took so
 * long that the request handler sends its error (src/http/handle-request.ts).
 *
 * A response is stored only if its key was requested before under the same data version, and the responses made since
 * then would fit into the store together. A client that walks through a collection does not evict popular responses, and a
 * response that would be evicted or stale before its next request costs nothing: while each request finds new data, none
 * is stored, and without entries there are no probes.
 */
export function createResponseCache(dataVersion: DataVersion): ResponseCache {
  const filter = admissionFilter(MAX_BYTES)
  const entries = new LRUCache<string, CachedResponse>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ body }, key) => ENTRY_BYTES + 2 * key.length + body.length,
  })
  /** The data version of all entries: a newer one removes them. */
  let entriesVersion = 0
  const advance = (version: number): void => {
    if (version <= entriesVersion) return
    entries.clear()
    entriesVersion = version
  }
  return {
    lookup(key, done) {
      const response = entries.get(key)
      responseCacheCounts.bytes = entries.calculatedSize
      if (response === undefined) {
        responseCacheCounts.misses += 1
        return false
      }
      const stored = entriesVersion
      dataVersion.revalidate((error, version) => {
        if (error === undefined) advance(version)
        const isCurrent = error === undefined && version === stored
        responseCacheCounts[isCurrent ? 'hits' : 'stale'] += 1
        done(isCurrent ? response : undefined, error)
      })
      return true
    },
    admit(key) {
      const { current } = dataVersion
      if (!filter.wasSeen(`${current} ${key}`)) return undefined
      return (response) => {
        advance(current)
        if (current < entriesVersion || response.body.length > MAX_BODY_BYTES) return
        entries.set(key, { ...response, body: ownCopy(response.body) })
      }
    },
    recordSize: filter.advance,
  }
}

interface AdmissionFilter {
  /** Whether the key was seen within the window; marks it as seen now. */
  wasSeen(key: string): boolean
  advance(bytes: number): void
}

/**
 * An admission filter like the doorkeeper of TinyLFU: it recognises keys that were requested before. It is a
 * direct-mapped table of hashes in 512 KiB. A collision replaces the older key; one in 65,536 new keys is taken for
 * a known one.
 * @param window in bytes of the responses made since the key was seen.
 */
export function admissionFilter(window: number): AdmissionFilter {
  const hashes = new Uint32Array(FILTER_SLOTS)
  const seenAt = new Uint32Array(FILTER_SLOTS)
  let total = 0
  return {
    wasSeen(key) {
      const hash = fnv1a(key)
      const slot = hash % FILTER_SLOTS
      // Both times, and their difference, have 32 bits: a key seen 4 TiB ago can count as seen within the window.
      const now = Math.floor(total / KIB) >>> 0
      const isAgain = hashes[slot] === hash && (now - (seenAt[slot] ?? 0)) >>> 0 <= window / KIB
      hashes[slot] = hash
      seenAt[slot] = now
      return isAgain
    },
    advance(bytes) {
      total += bytes
    },
  }
}

/** FNV-1a with 32 bits, over UTF-16 code units. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}

/** A response of status 200, in one content type and encoding. */
export interface CachedResponse {
  readonly headers: Readonly<Record<string, string>>
  /** The encoded bytes that the headers describe. */
  readonly body: Buffer
  /** For the log. */
  readonly operationId: string | undefined
}

/** A short Buffer is a view of a larger pool, which would stay in memory with it. */
function ownCopy(body: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(body.length)
  body.copy(copy)
  return copy
}
