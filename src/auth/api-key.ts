import { createHash, randomBytes } from 'node:crypto'
import { Problem } from '../problems/problem.ts'

/** Enough for a key, its scheme and extra spaces. */
const MAX_HEADER_LENGTH = 200

/** RFC 6750; the name of the scheme is case-insensitive (RFC 9110, section 11.1). */
const BEARER = /^bearer +(\S+)$/i

/** The parts of a key that the database stores. */
export interface HashedKey {
  /** The readable start of the key: it identifies a key and grants nothing. */
  readonly hint: string
  /** SHA-256 of the whole key. */
  readonly hash: Buffer
}

interface NewApiKey extends HashedKey {
  /** The secret itself, shown once. */
  readonly key: string
}

/** Lets people and secret scanners recognise a key. */
const PREFIX = 'amk_'

const RANDOM_BYTES = 32

const HINT_LENGTH = PREFIX.length + 8

/** 32 bytes are 43 characters of base64url, the last of which carries four bits only. */
const KEY = /^amk_[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/

export function newApiKey(): NewApiKey {
  const key = PREFIX + randomBytes(RANDOM_BYTES).toString('base64url')
  return { key, ...hashKey(key) }
}

/** Undefined for a malformed key, which needs no database lookup. */
export function parseApiKey(text: string): HashedKey | undefined {
  return KEY.test(text) ? hashKey(text) : undefined
}

function hashKey(key: string): HashedKey {
  return {
    hint: key.slice(0, HINT_LENGTH),
    hash: createHash('sha256').update(key).digest(),
  }
}

/**
 * The key in an `Authorization` header. The database may not have this key.
 * @throws {Problem} `unauthorized` for a malformed key.
 */
export function bearerKey(authorization: string): HashedKey {
  const key = parseApiKey(bearerToken(authorization))
  if (key === undefined) throw unauthorized()
  return key
}

/** One text for all causes, so that a client that guesses keys learns nothing. */
export function unauthorized(): Problem {
  return new Problem('unauthorized', 'Send a valid API key as `Authorization: Bearer KEY`.')
}

function bearerToken(authorization: string): string {
  if (authorization.length > MAX_HEADER_LENGTH) return ''
  return BEARER.exec(authorization)?.[1] ?? ''
}
