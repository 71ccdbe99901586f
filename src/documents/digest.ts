import { hash } from 'node:crypto'

/** 96 bits: two texts with one digest are not to be expected. */
export const DIGEST_LENGTH = 16

/** Differs whenever the text does; the same in every process. */
export function digestOf(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, DIGEST_LENGTH)
}
