import {
  STORE_LIMITS,
  createResponseStore,
  type ResponseStore,
  type CachedResponse,
} from './response-store.ts'
import type { DataVersion } from './data-version.ts'

const PLACES = 2 ** 16

/** What has passed is counted in KiB. */
const UNIT = 1_024

export interface ResponseCache {
  /**
   * Looks for an answer.
   * @param done is called once it is known whether the answer holds: with undefined if it does not, and
   *   with why that cannot be known.
   * @returns false where there is none; then nothing is called.
   */
  lookup(key: string, done: (answer: CachedResponse | undefined, error?: Error) => void): boolean
  /**
   * To be called before anything of an answer is read.
   * @returns what keeps it once it is made; undefined for what is not asked for often.
   */
  admit(key: string): ((answer: CachedResponse) => void) | undefined
  /** To be told of each answer that was made, kept or not. */
  recordSize(bytes: number): void
}

/**
 * Keeps whole answers in memory, exactly: what is given from here is what would be read now.
 *
 * An answer is kept under the generation of the data that this process knew before it began to read.
 * Whoever asks for it again has the generation checked by a look that begins after their request came.
 * If it is still the same, nothing became visible between the snapshot that showed this generation
 * first and that look; what was read for the answer was read in between, and so is what stands there
 * now: nobody gets less than they would have read, be it their own write a moment ago. Any other
 * generation goes the whole way, and so does a check that fails, unless that took long: the whole way
 * then says what there is to say.
 *
 * An answer is kept when it is asked for again before others as large as all the memory were made: who
 * walks through a whole collection does not push out what many ask for, and what would not stay long
 * enough to be asked for from here costs nothing.
 */
export function createResponseCache(
  freshness: DataVersion,
  memory: ResponseStore = createResponseStore(),
): ResponseCache {
  const lately = admissionFilter(STORE_LIMITS.bytes)
  return {
    lookup(key, done) {
      const answer = memory.get(key)
      if (answer === undefined) return false
      const { dataVersion: made } = memory
      freshness.revalidate((error, generation) => {
        if (error === undefined) memory.advance(generation)
        done(error === undefined && generation === made ? answer : undefined, error)
      })
      return true
    },
    admit(key) {
      if (!lately.wasSeen(key)) return undefined
      const { current } = freshness
      return (answer) => memory.set(key, answer, current)
    },
    recordSize: lately.advance,
  }
}

interface AdmissionFilter {
  /** Whether the text was seen before, and no more than the window has passed since; from now on it is. */
  wasSeen(text: string): boolean
  /** So much has passed. */
  advance(bytes: number): void
}

/**
 * Remembers, in 512 KiB whatever comes, which texts it was asked about lately. One takes the place of
 * another by chance; one in 65,536 new ones is taken for another.
 * @param window in bytes of what is told meanwhile.
 */
export function admissionFilter(window: number): AdmissionFilter {
  const places = new Uint32Array(PLACES)
  const seenAt = new Uint32Array(PLACES)
  let passed = 0
  return {
    wasSeen(text) {
      const mark = digest(text)
      const place = mark % PLACES
      // Both are kept in 32 bits, and so is their difference: what was seen 4 TiB ago may pass for lately.
      const now = Math.floor(passed / UNIT) >>> 0
      const isAgain = places[place] === mark && (now - (seenAt[place] ?? 0)) >>> 0 <= window / UNIT
      places[place] = mark
      seenAt[place] = now
      return isAgain
    },
    advance(bytes) {
      passed += bytes
    },
  }
}

/** FNV-1a of 32 bits, by code units. */
function digest(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}
