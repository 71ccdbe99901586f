import { isUtf8 } from 'node:buffer'
import { inputProblem, type Problem } from '../problems/problem.ts'
import { textError } from './text-error.ts'

/** No pointer to a field of the contract is longer, but an unknown name can be as long as the body. */
const MAX_POINTER_LENGTH = 256

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
