import { createHash } from 'node:crypto'

/** 96 bits: two texts with one digest are not to be expected. */
const LENGTH = 16

/** Differs whenever the text does; the same in every process. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, LENGTH)
}
