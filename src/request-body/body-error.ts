import { isUtf8 } from 'node:buffer'
import { inputProblem, type Problem } from '../problems/problem.ts'

/** No pointer to a field of the contract is longer, but an unknown name can be as long as the body. */
const MAX_POINTER_LENGTH = 256

/** With the `u` flag a whole pair is one character, so this matches halves only. */
const LONE_SURROGATE = /\p{Surrogate}/u

/** An error at one place of a request body. */
export interface BodyError {
  /** RFC 6901; the empty string is the whole body. */
  readonly pointer: string
  /** The error and the valid values; never contains the value itself. */
  readonly detail: string
}

/** One problem (400) for the first errors of a body. */
export function invalidBody(errors: Iterable<BodyError>): Problem {
  return inputProblem('invalid_request', errors)
}

/**
 * The JSON Pointer (RFC 6901) to a place. A name that is too long, or that JSON cannot represent, is left
 * out with everything below it, so the pointer leads to the object that has the name.
 * @param above pointer to the start of `path`.
 */
export function pointerTo(path: readonly string[], above = ''): string {
  let pointer = above
  for (const name of path) {
    if (!isReportable(name)) return pointer
    const next = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    if (next.length > MAX_POINTER_LENGTH) return pointer
    pointer = next
  }
  return pointer
}

function isReportable(name: string): boolean {
  return name.length < MAX_POINTER_LENGTH && textError(name) === undefined
}

/** U+FF9E and U+FF9F are no combining marks, but become some. */
const MARKS = /[\p{M}\uFF9E\uFF9F]+/gu

/**
 * Of marks in a row: no language has more (Unicode UAX 15, stream-safe text). To normalize a text is to sort each run of them, for
 * which PostgreSQL and JavaScript take quadratic time.
 */
const MAX_MARKS = 30

function hasManyMarks(text: string): boolean {
  // A regular expression for 31 would start again at each mark of a shorter run.
  return text.match(MARKS)?.some((run) => Array.from(run).length > MAX_MARKS) ?? false
}

/**
 * Names what a text holds that a request may not: a character that a JSON string can escape but PostgreSQL cannot store, or too
 * many marks; undefined without it.
 */
export function textError(text: string): string | undefined {
  if (text.includes('\0')) return 'the character U+0000, which cannot be stored'
  if (LONE_SURROGATE.test(text)) return 'half of a surrogate pair, which is not a character'
  if (hasManyMarks(text)) return 'more than 30 combining marks in a row'
  return undefined
}

/** `position` in a text as `line 3, column 14`, both counted from 1. */
export function positionInText(text: string, position: number): string {
  let line = 1
  let start = 0
  // No array of lines: a body can have a quarter of a million.
  for (;;) {
    const end = text.indexOf('\n', start)
    if (end === -1 || end >= position) return `line ${line}, column ${position - start + 1}`
    line += 1
    start = end + 1
  }
}

/** Publishers offer files in archives. */
const ZIP_MAGIC = Buffer.from('PK\u0003\u0004')

/**
 * The text of a request body without its byte order mark, which RFC 8259 allows a parser to ignore.
 * @throws 400 for a body that is empty, not UTF-8, or a ZIP archive.
 */
export function readText(body: Uint8Array | undefined): string {
  if (body === undefined || body.length === 0) throw unreadable('It is empty.')
  if (ZIP_MAGIC.equals(body.subarray(0, 4)))
    throw unreadable('It is a ZIP archive: unzip it first.')
  if (!isUtf8(body)) throw unreadable('It is not UTF-8.')
  return new TextDecoder().decode(body)
}

/** A problem of the whole body. */
export function unreadable(detail: string): Problem {
  return invalidBody([{ pointer: '', detail }])
}
