import type { Kysely } from 'kysely'
import { newApiKey } from '../auth/api-key.ts'
import type { Database } from '../database/tables.ts'
import { insertKey, type KeyFacts } from './api-key-queries.ts'

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
