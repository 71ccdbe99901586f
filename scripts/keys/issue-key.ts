import type { Transaction } from 'kysely'
import { newApiKey } from '../../src/auth/api-key.ts'
import type { Database } from '../../src/database/tables.ts'
import { insertKey, type KeyFacts } from './key-queries.ts'

export interface IssuedKey {
  readonly id: number
  /** The secret itself: the database has its hash only, so it cannot be shown again. */
  readonly key: string
  /** As PostgreSQL writes it; null for a key that does not expire. */
  readonly expires_at: string | null
}

/** Makes a key and stores what the database may know of it. */
export async function issueKey(trx: Transaction<Database>, facts: KeyFacts): Promise<IssuedKey> {
  const { key, ...traces } = newApiKey()
  const { id, expires_at } = await insertKey(trx, traces, facts)
  return { id, key, expires_at }
}
