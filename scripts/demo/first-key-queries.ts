import { sql, type Kysely, type Transaction } from 'kysely'
import type { Database } from '../../src/database/tables.ts'

export async function hasApiKeys(db: Kysely<Database>): Promise<boolean> {
  return (await db.selectFrom('api_keys').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Nobody else adds a key until the transaction ends; reading goes on. */
export async function lockApiKeys(trx: Transaction<Database>): Promise<void> {
  await sql`LOCK TABLE api_keys IN SHARE ROW EXCLUSIVE MODE`.execute(trx)
}
