import type { ProblemError } from '../problems/problem.ts'

interface QueryString {
  readonly values: Readonly<Record<string, string>>
  /** Parameters that cannot be read: repeated ones, text that is not UTF-8 or holds U+0000. */
  readonly errors: readonly ProblemError[]
}

export const NO_QUERY: QueryString = { values: {}, errors: [] }

/** More than any operation has, and few enough that each may be wrong in a way of its own. */
export const MAX_PARAMETERS = 64

/** Text of which each percent sign begins a character of UTF-8 (RFC 3986, section 2.1; RFC 3629, section 4). */
const ENCODED_UTF8 =
  /^(?:[^%]|%[0-7][\da-f]|%(?:c[2-9a-f]|d[\da-f]|e0%[ab][\da-f]|e[1-9a-cef]%[89ab][\da-f]|ed%[89][\da-f]|f0%[9ab][\da-f]%[89ab][\da-f]|f[1-3](?:%[89ab][\da-f]){2}|f4%8[\da-f]%[89ab][\da-f])%[89ab][\da-f])*$/i

/**
 * Reads what stands after the `?`, and refuses anything that two readers could take for different
 * values. Parameters after the first 64 are not read: request-head.ts refuses such a request.
 */
export function parseQueryString(search: string): QueryString {
  if (search === '') return NO_QUERY
  const values = new Map<string, string>()
  const faults: ProblemError[] = []
  for (const pair of search.split('&', MAX_PARAMETERS)) {
    if (pair === '') continue
    const [rawName, rawValue] = splitOnce(pair)
    const name = decode(rawName)
    const value = decode(rawValue)
    if (name === undefined || value === undefined) {
      faults.push({ parameter: name ?? rawName, detail: 'It is not percent-encoded UTF-8.' })
    } else if (value.includes('\0') || name.includes('\0')) {
      faults.push({ parameter: name, detail: 'It holds the character U+0000.' })
    } else if (values.has(name)) {
      faults.push({ parameter: name, detail: 'It is given more than once.' })
    } else {
      values.set(name, value)
    }
  }
  return { values: Object.fromEntries(values), errors: faults }
}

/** Whether a query has more than 64 parameters, empty ones counted. */
export function hasTooManyParameters(search: string): boolean {
  let at = -1
  for (let count = 1; count <= MAX_PARAMETERS; count += 1) {
    at = search.indexOf('&', at + 1)
    if (at === -1) return false
  }
  return true
}

function splitOnce(pair: string): [string, string] {
  const at = pair.indexOf('=')
  return at === -1 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)]
}

/** Tested before it is decoded: an exception for each of many parameters costs far more than this. */
function decode(text: string): string | undefined {
  if (!/[%+]/.test(text)) return text
  return ENCODED_UTF8.test(text) ? decodeURIComponent(text.replaceAll('+', ' ')) : undefined
}
