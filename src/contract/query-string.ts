import type { ProblemError } from '../problems/problem.ts'

interface QueryString {
  readonly values: Readonly<Record<string, string>>
  /** For repeated parameters, and for text that is not UTF-8 or contains U+0000. */
  readonly errors: readonly ProblemError[]
}

export const NO_QUERY: QueryString = { values: {}, errors: [] }

/** No operation has this many parameters, and the service can still check each. */
export const MAX_PARAMETERS = 64

/** Each percent sign begins an encoded UTF-8 character (RFC 3986, section 2.1; RFC 3629, section 4). */
const ENCODED_UTF8 =
  /^(?:[^%]|%[0-7][\da-f]|%(?:c[2-9a-f]|d[\da-f]|e0%[ab][\da-f]|e[1-9a-cef]%[89ab][\da-f]|ed%[89][\da-f]|f0%[9ab][\da-f]%[89ab][\da-f]|f[1-3](?:%[89ab][\da-f]){2}|f4%8[\da-f]%[89ab][\da-f])%[89ab][\da-f])*$/i

/**
 * Parses a query string without its `?`, and reports each parameter that two parsers could read differently.
 * Ignores parameters after the first 64: request-head.ts rejects a request that has more.
 */
export function parseQueryString(search: string): QueryString {
  if (search === '') return NO_QUERY
  const values = new Map<string, string>()
  const errors: ProblemError[] = []
  for (const pair of search.split('&', MAX_PARAMETERS)) {
    if (pair === '') continue
    const [rawName, rawValue] = splitOnce(pair)
    const name = decode(rawName)
    const value = decode(rawValue)
    if (name === undefined || value === undefined) {
      errors.push({ parameter: name ?? rawName, detail: 'It is not percent-encoded UTF-8.' })
    } else if (value.includes('\0') || name.includes('\0')) {
      errors.push({ parameter: name, detail: 'It holds the character U+0000.' })
    } else if (values.has(name)) {
      errors.push({ parameter: name, detail: 'It is given more than once.' })
    } else {
      values.set(name, value)
    }
  }
  return { values: Object.fromEntries(values), errors }
}

/** Counts empty parameters too. */
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

/** Tests the text before decoding, because exceptions for many invalid parameters would cost far more. */
function decode(text: string): string | undefined {
  if (!/[%+]/.test(text)) return text
  return ENCODED_UTF8.test(text) ? decodeURIComponent(text.replaceAll('+', ' ')) : undefined
}
