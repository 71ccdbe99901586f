import { LRUCache } from 'lru-cache'
import { bearerKey, type HashedKey } from '../auth/api-key.ts'

/** More than there are partners. At the maximum, the least recently used entry is evicted. */
const MAX_ENTRIES = 10_000

/**
 * The hashes of API keys that were valid when they were last used. The rate limit counts only these keys by
 * themselves: a client that invents a key for each request is counted by address, and a client that
 * knows only the hint of another client's key cannot use up that key's limit.
 */
export interface KnownCredentials {
  /** The rate limit's key for this `Authorization` header; undefined unless its API key is known. */
  find(authorization: string): string | undefined
  /** The user of this `Authorization` header; undefined unless its API key is known. */
  userOf(authorization: string): string | undefined
  add(key: HashedKey, userId: string): void
  forget(key: HashedKey): void
}

export function knownCredentials(): KnownCredentials {
  const users = new LRUCache<string, string>({ max: MAX_ENTRIES })
  const find = (authorization: string): string | undefined => {
    if (users.size === 0) return undefined
    const name = nameIn(authorization)
    return name !== undefined && users.has(name) ? name : undefined
  }
  return {
    find,
    userOf: (authorization) => users.get(find(authorization) ?? ''),
    add(key, userId) {
      users.set(nameOf(key), userId)
    },
    forget(key) {
      users.delete(nameOf(key))
    },
  }
}

function nameIn(authorization: string): string | undefined {
  try {
    return nameOf(bearerKey(authorization))
  } catch {
    return undefined
  }
}

function nameOf({ hash }: HashedKey): string {
  return `key ${hash.toString('base64url')}`
}
