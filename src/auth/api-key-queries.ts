import { sql, type Kysely } from 'kysely'
import { codeOf } from '../database/errors.ts'
import { unauthorized } from './api-key.ts'
import type { DatabaseReader } from '../database/kysely.ts'
import type { Database } from '../database/tables.ts'

export type ActiveKeyRow = Awaited<ReturnType<typeof selectActiveKeys>>[number]

/** Records the last use to the minute: a use within a minute of the recorded one is not written. */
const isUseUnrecorded = sql<boolean>`
  (last_used_at is null or last_used_at < now() - interval '1 minute')`

/** Whether a key is neither revoked nor, by the database's clock, expired. */
const isActive = sql<boolean>`(revoked_at is null and (expires_at is null or expires_at > now()))`

export function selectActiveKeys(db: DatabaseReader, hint: string) {
  return db
    .selectFrom('api_keys')
    .select(['id', 'key_hash', 'owner_id', 'scopes', isUseUnrecorded.as('is_use_unrecorded')])
    .where('hint', '=', hint)
    .where(isActive)
    .execute()
}

export async function isKeyActive(db: DatabaseReader, id: number): Promise<boolean> {
  const key = db.selectFrom('api_keys').select('id').where('id', '=', id).where(isActive)
  return (await key.executeTakeFirst()) !== undefined
}

/** SQLSTATE of `require_unrevoked_key` (src/database/schema/2-writing.sql). */
const KEY_REVOKED = 'AK001'

/**
 * The last statement of a write: until COMMIT, a revocation waits.
 * @throws 401, and fails the transaction, when another one has revoked the key.
 */
export async function requireUnrevokedKey(trx: Kysely<Database>, id: number): Promise<void> {
  try {
    await sql`select require_unrevoked_key(${id}::integer)`.execute(trx)
  } catch (error) {
    throw codeOf(error) === KEY_REVOKED ? unauthorized() : error
  }
}

/**
 * When many requests use a key at once, the first one records the use. The others find the row locked or just
 * updated, and neither wait nor write.
 */
export async function recordUse(db: Kysely<Database>, id: number): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ last_used_at: sql<string>`now()` })
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('api_keys')
        .select('id')
        .where('id', '=', id)
        .where(isUseUnrecorded)
        .forUpdate()
        .skipLocked(),
    )
    .execute()
}
