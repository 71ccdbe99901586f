import { createHash, randomBytes } from 'node:crypto'

/** What the database knows of a key. */
export interface KeyTraces {
  /** The readable start of the key: tells keys apart, opens nothing. */
  readonly hint: string
  /** SHA-256 of the whole key. */
  readonly hash: Buffer
}

export interface NewApiKey extends KeyTraces {
  /** The secret itself, to be shown once. */
  readonly key: string
}

/** So that people, and scanners of leaked secrets, see what it is. */
const PREFIX = 'amk_'
const RANDOM_BYTES = 32
const HINT_LENGTH = PREFIX.length + 8

/** 32 bytes are 43 characters of base64url, the last of which carries four bits only. */
const KEY = /^amk_[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/

export function newApiKey(): NewApiKey {
  const key = PREFIX + randomBytes(RANDOM_BYTES).toString('base64url')
  return { key, ...tracesOf(key) }
}

/** Undefined for a text that can be no key: nobody has to be asked whether it is one. */
export function parseApiKey(text: string): KeyTraces | undefined {
  return KEY.test(text) ? tracesOf(text) : undefined
}

function tracesOf(key: string): KeyTraces {
  return {
    hint: key.slice(0, HINT_LENGTH),
    hash: createHash('sha256').update(key).digest(),
  }
}
