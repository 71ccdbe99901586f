import { Problem } from '../problem.ts'
import { parseApiKey, type KeyTraces } from './api-key.ts'

/** Room for a key, its scheme and stray blanks. */
const LONGEST_HEADER = 200

/** RFC 6750; the name of the scheme is case-insensitive (RFC 9110, section 11.1). */
const BEARER = /^bearer +(\S+)$/i
const EMPTY = /^\s*(?:bearer\s*)?$/i

/**
 * The key in an `Authorization` header, which may be nobody's.
 * @throws {Problem} `unauthorized` for what can be no key.
 */
export function bearerKey(authorization: string): KeyTraces {
  const key = parseApiKey(bearerToken(authorization))
  if (key === undefined) throw unauthorized()
  return key
}

/**
 * The value of an `Authorization` header, or undefined where it holds no credential: an empty value,
 * or the scheme alone, which generated clients send where a credential is optional and none is set.
 */
export function sentCredential(authorization: string | undefined): string | undefined {
  return authorization === undefined || EMPTY.test(authorization) ? undefined : authorization
}

/** One text for whatever is wrong, or missing: whoever tries keys learns nothing from it. */
export function unauthorized(): Problem {
  return new Problem('unauthorized', 'Send a valid API key as `Authorization: Bearer KEY`.')
}

function bearerToken(authorization: string): string {
  if (authorization.length > LONGEST_HEADER) return ''
  return BEARER.exec(authorization)?.[1] ?? ''
}
