import type { Kysely } from 'kysely'
import { newApiKey } from '../auth/api-key.ts'
import type { Database } from '../database/tables.ts'
import { together } from '../database/kysely.ts'
import {
  insertKey,
  retireKey,
  secondsFromNow,
  type KeyFacts,
  type LockedKey,
} from './api-key-queries.ts'

export interface IssuedKey {
  readonly id: number
  /** The secret itself: the database has its hash only, so it cannot be shown again. */
  readonly key: string
  /** As PostgreSQL writes it; null for a key that does not expire. */
  readonly expires_at: string | null
}

/** Creates a key and stores its hash. */
export async function issueKey(trx: Kysely<Database>, facts: KeyFacts): Promise<IssuedKey> {
  const { key, ...traces } = newApiKey()
  const { id, expires_at } = await insertKey(trx, traces, facts)
  return { id, key, expires_at }
}

/**
 * Creates the successor of a locked key under an allocated id, with its owner, scopes and lifetime. The key expires after
 * the overlap, but not later than it would have.
 * @returns the successor, and the time when the key expires, as PostgreSQL writes it.
 */
export async function issueSuccessor(
  trx: Kysely<Database>,
  successor: number,
  { id, owner_id: ownerId, scopes, lifetime_seconds: lifetime }: LockedKey,
  overlapSeconds: number,
): Promise<{ issued: IssuedKey; until: string | null }> {
  const facts = { id: successor, ownerId, scopes, expiresAt: secondsFromNow(lifetime) }
  const [issued, { expires_at: until }] = await together([
    issueKey(trx, facts),
    retireKey(trx, id, successor, overlapSeconds),
  ])
  return { issued, until }
}
