/** An answer of 200 in one of its forms. */
export interface CachedResponse {
  readonly headers: Readonly<Record<string, string>>
  /** The bytes that the headers describe. */
  readonly body: Buffer
  /** For the log. */
  readonly operationId: string | undefined
}

export interface ResponseStore {
  /** What all answers in it are of. */
  readonly dataVersion: number
  /** That it takes up, about. */
  readonly bytes: number
  get(key: string): CachedResponse | undefined
  /** Leaves out what is too large, and what is of an older generation than the others. */
  set(key: string, answer: CachedResponse, generation: number): void
  /** Forgets whatever is of an older generation. */
  advance(generation: number): void
}

interface StoreLimits {
  /** Of all answers together. */
  readonly bytes: number
  /** Of one body. */
  readonly bodyBytes: number
}

export const STORE_LIMITS: StoreLimits = { bytes: 16 * 1024 * 1024, bodyBytes: 1024 * 1024 }

/** Of the headers of an answer and its place, about. */
const ENTRY_BYTES = 1024

interface Entry {
  readonly answer: CachedResponse
  readonly bytes: number
  /** Since it came, or was spared last. */
  isUsed: boolean
}

/**
 * Answers of one generation. When there is no room the oldest goes that was not asked for since its
 * turn came last (second chance): nearly the least recently used, and finding one moves nothing.
 */
export function createResponseStore(limits: StoreLimits = STORE_LIMITS): ResponseStore {
  const entries = new Map<string, Entry>()
  let generation = 0
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
  const makeRoom = (): void => {
    // Whatever is spared comes again at the end, no longer used.
    for (const [key, entry] of entries) {
      if (bytes <= limits.bytes) return
      if (entry.isUsed) add(key, { ...entry, isUsed: false })
      else remove(key)
    }
  }
  const moveOn = (next: number): void => {
    if (next <= generation) return
    entries.clear()
    bytes = 0
    generation = next
  }
  return {
    get dataVersion() {
      return generation
    },
    get bytes() {
      return bytes
    },
    advance: moveOn,
    get(key) {
      const entry = entries.get(key)
      if (entry !== undefined) entry.isUsed = true
      return entry?.answer
    },
    set(key, answer, made) {
      moveOn(made)
      if (made < generation || answer.body.length > limits.bodyBytes) return
      add(key, entryOf(key, answer))
      makeRoom()
    },
  }
}

/** Short buffers are parts of larger ones, which would be held with them. */
function entryOf(key: string, { body, ...others }: CachedResponse): Entry {
  const own = Buffer.allocUnsafeSlow(body.length)
  body.copy(own)
  const bytes = ENTRY_BYTES + 2 * key.length + body.length
  return { answer: { ...others, body: own }, bytes, isUsed: false }
}
