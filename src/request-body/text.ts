import { invalidBody, decodeText } from './body-error.ts'
import type { Problem } from '../problems/problem.ts'

/** Publishers offer files in archives. */
const ZIP_MAGIC = Buffer.from('PK\u0003\u0004')

/**
 * The text of a request body.
 * @throws 400 for a body that is empty, not UTF-8, or a ZIP archive.
 */
export function readText(body: Uint8Array | undefined): string {
  if (body === undefined || body.length === 0) throw unreadable('It is empty.')
  const text = decodeText(body)
  if (ZIP_MAGIC.equals(body.subarray(0, 4)))
    throw unreadable('It is a ZIP archive: unzip it first.')
  if (text === undefined) throw unreadable('It is not UTF-8.')
  return text
}

/** A problem of the whole body. */
export function unreadable(detail: string): Problem {
  return invalidBody([{ pointer: '', detail }])
}
