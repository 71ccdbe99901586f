import { bearerKey, type HashedKey } from '../auth/api-key.ts'

/** More than there are partners. At the maximum, the oldest entry is evicted. */
const MAX_ENTRIES = 10_000

/**
 * The hashes of API keys that were valid when they were last used. The rate limit counts only these keys by
 * themselves: a client that invents a key for each request is counted by address, and a client that
 * knows only the hint of another client's key cannot use up that key's limit.
 */
export interface KnownCredentials {
  /** The rate limit's key for this `Authorization` header; undefined unless its API key is known. */
  find(authorization: string): string | undefined
  add(key: HashedKey): void
  forget(key: HashedKey): void
}

export function knownCredentials(): KnownCredentials {
  const names = new Set<string>()
  return {
    find(authorization) {
      if (names.size === 0) return undefined
      const name = nameIn(authorization)
      return name !== undefined && names.has(name) ? name : undefined
    },
    add(key) {
      const name = nameOf(key)
      if (names.has(name)) return
      const [oldest] = names
      if (oldest !== undefined && names.size === MAX_ENTRIES) names.delete(oldest)
      names.add(name)
    },
    forget(key) {
      names.delete(nameOf(key))
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
