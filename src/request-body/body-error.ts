import { isUtf8 } from 'node:buffer'
import { inputProblem, type Problem } from '../problems/problem.ts'

/** No place in the contract needs more; a client's own names could be as long as its body. */
const LONGEST_POINTER = 256

/** Matches halves only: by the `u` flag, a whole pair is one character. */
const LONE_SURROGATE = /\p{Surrogate}/u

/** A fault at one place of a request body. */
export interface BodyError {
  /** RFC 6901; the empty string is the whole body. */
  readonly pointer: string
  /** What is wrong there and what would be right. Never holds the value. */
  readonly detail: string
}

/** One problem (400) for the first faults of a body. */
export function invalidBody(faults: Iterable<BodyError>): Problem {
  return inputProblem('invalid_request', faults)
}

/**
 * The JSON Pointer (RFC 6901) to a place. It ends above a name that is too long to be told, or
 * that an answer cannot hold: it then points to what the name stands in.
 * @param above pointer to where `path` begins.
 */
export function pointerTo(path: readonly string[], above = ''): string {
  let pointer = above
  for (const name of path) {
    if (!isTellable(name)) return pointer
    const next = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    if (next.length > LONGEST_POINTER) return pointer
    pointer = next
  }
  return pointer
}

function isTellable(name: string): boolean {
  return name.length < LONGEST_POINTER && textError(name) === undefined
}

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
