import { inputProblem } from '../problem.ts'

const NAME = 'Idempotency-Key'
const KEY = /^[ !#-~]{1,255}$/

/**
 * The text of the header, with or without the quotes that a structured field has (RFC 9651, section
 * 3.3.3); undefined when there is none.
 * @throws 400 when it is empty, longer than 255 characters, or not printable ASCII without quotes.
 */
export function parseIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  const text = header.trim()
  const isQuoted = text.length >= 2 && text.startsWith('"') && text.endsWith('"')
  const key = isQuoted ? text.slice(1, -1) : text
  if (KEY.test(key)) return key
  throw inputProblem('invalid_request', [
    { parameter: NAME, detail: 'It must be 1 to 255 printable ASCII characters without quotes.' },
  ])
}
