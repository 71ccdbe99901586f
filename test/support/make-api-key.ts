import type { Kysely } from 'kysely'
import { newApiKey } from '../../src/auth/api-key.ts'
import type { Scope } from '../../src/auth/principal.ts'
import type { Database } from '../../src/database/tables.ts'
import { makeUser } from './make-user.ts'

export interface MadeApiKey {
  readonly key: string
  readonly userId: string
  readonly id: number
}

/** An active key for `events:write`, by default of a new user. */
export async function makeApiKey(
  db: Kysely<Database>,
  values: {
    owner_id?: string
    scopes?: readonly Scope[]
    expires_at?: string | null
    revoked_at?: string | null
    last_used_at?: string | null
  } = {},
): Promise<MadeApiKey> {
  const { key, hint, hash } = newApiKey()
  const { owner_id = (await makeUser(db)).id, scopes = ['events:write'], ...times } = values
  const { id } = await db
    .insertInto('api_keys')
    .values({ hint, key_hash: hash, owner_id, scopes: [...scopes], ...times })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { key, userId: owner_id, id }
}
