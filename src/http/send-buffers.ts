/** Longer ones are rare, and no two of them alike. */
const LONGEST_KEPT_BYTES = 1024 * 1024
const MOST_KEPT_BYTES = 8 * 1024 * 1024

/** Free ones by their length. */
const free = new Map<number, Buffer[]>()
let keptBytes = 0

/**
 * A buffer that bodies of so many bytes are sent from: one that was sent before, where there is one.
 * What is in it is of no meaning.
 */
export function acquireBuffer(bytes: number): Buffer {
  const length = lengthFor(bytes)
  const buffer = free.get(length)?.pop()
  if (buffer === undefined) return Buffer.allocUnsafeSlow(length)
  keptBytes -= length
  return buffer
}

/**
 * To be called once the system has taken all of it. Whoever is cut off before need not: the garbage
 * collector finds it.
 */
export function releaseBuffer(buffer: Buffer): void {
  const { length } = buffer
  if (length > LONGEST_KEPT_BYTES || keptBytes + length > MOST_KEPT_BYTES) return
  keptBytes += length
  const others = free.get(length)
  if (others === undefined) free.set(length, [buffer])
  else others.push(buffer)
}

const SHORTEST_BYTES = 4 * 1024

/** The next power of two, so that there are few lengths; nothing is saved by it with what is not kept. */
function lengthFor(bytes: number): number {
  if (bytes > LONGEST_KEPT_BYTES) return bytes
  return Math.max(SHORTEST_BYTES, 2 ** Math.ceil(Math.log2(bytes)))
}
