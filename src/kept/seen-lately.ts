const PLACES = 2 ** 16

/**
 * Remembers, in 256 KiB whatever comes, which texts it was asked about lately. One takes the place of
 * another by chance; one in 65,536 new ones is taken for another.
 * @returns whether the text was seen before; from then on it is.
 */
export function seenLately(): (text: string) => boolean {
  const places = new Uint32Array(PLACES)
  return (text) => {
    const mark = digest(text)
    const place = mark % PLACES
    if (places[place] === mark) return true
    places[place] = mark
    return false
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
