import { invalidBody, decodeText } from './body-error.ts'
import type { Problem } from '../problems/problem.ts'

/**
 * The text of a request body.
 * @throws 400 for a body that is empty or not UTF-8.
 */
export function readText(body: Uint8Array | undefined): string {
  if (body === undefined || body.length === 0) throw unreadable('It is empty.')
  const text = decodeText(body)
  if (text === undefined) throw unreadable('It is not UTF-8.')
  return text
}

/** A problem of the whole body. */
export function unreadable(detail: string): Problem {
  return invalidBody([{ pointer: '', detail }])
}
