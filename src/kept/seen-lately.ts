const PLACES = 2 ** 16

/** What has passed is counted in KiB. */
const UNIT = 1_024

export interface AdmissionFilter {
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
