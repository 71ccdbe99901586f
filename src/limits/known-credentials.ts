import { bearerKey } from '../auth/api-key.ts'
import type { KeyTraces } from '../auth/api-key.ts'

/** More than there are partners; of others the oldest is forgotten. */
const MOST = 10_000

/**
 * Keys that were good when they were used last, by their hash. Only those are counted by themselves:
 * whoever makes keys up, one for each request, is counted by address, and whoever knows the hint of
 * somebody else's key uses up nothing of theirs.
 */
export interface KnownCredentials {
  /** What the sender of this header is counted by; undefined unless it is known. */
  find(authorization: string): string | undefined
  add(key: KeyTraces): void
  forget(key: KeyTraces): void
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
      if (oldest !== undefined && names.size === MOST) names.delete(oldest)
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

function nameOf({ hash }: KeyTraces): string {
  return `key ${hash.toString('base64url')}`
}
