import { isUtf8 } from 'node:buffer'

/** Matches halves only: by the `u` flag, a whole pair is one character. */
const LONE_SURROGATE = /\p{Surrogate}/u

/**
 * The text of a body without its byte order mark, which RFC 8259 lets a reader ignore.
 * @returns undefined when the bytes are not UTF-8; they are never replaced by U+FFFD.
 */
export function decodeText(body: Uint8Array): string | undefined {
  return isUtf8(body) ? new TextDecoder().decode(body) : undefined
}

/** What JSON can escape in a string but PostgreSQL cannot store, or would store as another. */
export function textError(text: string): string | undefined {
  if (text.includes('\0')) return 'the character U+0000, which cannot be stored'
  if (LONE_SURROGATE.test(text)) return 'half of a surrogate pair, which is not a character'
  return undefined
}

/** Where a person finds `position` in a text: `line 3, column 14`, as editors count. */
export function positionInText(text: string, position: number): string {
  let line = 1
  let start = 0
  // Without an array of the lines: a body may be a quarter of a million of them.
  for (;;) {
    const end = text.indexOf('\n', start)
    if (end === -1 || end >= position) return `line ${line}, column ${position - start + 1}`
    line += 1
    start = end + 1
  }
}
