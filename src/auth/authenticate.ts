import { timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { DatabaseReader } from '../database/kysely.ts'
import type { Database } from '../database/tables.ts'
import { recordUse, selectActiveKeys, type ActiveKeyRow } from './api-key-queries.ts'
import { type HashedKey, bearerKey, unauthorized } from './api-key.ts'
import { isScope, type Principal } from './principal.ts'

/**
 * The principal of an `Authorization` header; undefined without the header.
 * @throws {Problem} `unauthorized` for anything but an active key; the database's own errors.
 */
export async function authenticate(
  db: Kysely<Database>,
  authorization: string | undefined,
): Promise<Principal | undefined> {
  if (authorization === undefined) return undefined
  const key = await findActiveKey(db, bearerKey(authorization))
  if (key === undefined) throw unauthorized()
  // A failure to record the use, as on a read-only database, does not reject the request.
  if (key.is_use_unrecorded) await recordUse(db, key.id).catch(() => {})
  return { keyId: key.id, userId: key.owner_id, scopes: key.scopes.filter(isScope) }
}

/** The index lookup reveals the hint by its timing; the secret hash is compared in constant time. */
async function findActiveKey(
  db: DatabaseReader,
  { hint, hash }: HashedKey,
): Promise<ActiveKeyRow | undefined> {
  const candidates = await selectActiveKeys(db, hint)
  return candidates.find(({ key_hash }) => timingSafeEqual(key_hash, hash))
}
