import { sql, type Kysely, type Transaction } from 'kysely'
import type { HashedKey } from '../../src/auth/api-key.ts'
import type { Database } from '../../src/database/tables.ts'

export interface KeyFacts {
  readonly ownerId: string
  readonly scopes: readonly string[]
  /** Null for a key that does not expire. */
  readonly lifetimeSeconds: number | null
}

export type ListedKeyRow = Awaited<ReturnType<typeof selectKeys>>[number]

/** By the database's clock, as at authentication. */
const state = sql<'active' | 'expired' | 'revoked'>`case
  when api_keys.revoked_at is not null then 'revoked'
  when api_keys.expires_at <= now() then 'expired'
  else 'active' end`

const lifetimeSeconds = sql<number | null>`
  extract(epoch from expires_at - created_at)::double precision`

function secondsFromNow(seconds: number | null) {
  return sql<string>`now() + make_interval(secs => ${seconds})`
}

export function insertKey(
  trx: Transaction<Database>,
  { hint, hash }: HashedKey,
  facts: KeyFacts,
): Promise<{ id: number; expires_at: string | null }> {
  return trx
    .insertInto('api_keys')
    .values({
      hint,
      key_hash: hash,
      owner_id: facts.ownerId,
      scopes: [...facts.scopes],
      expires_at: secondsFromNow(facts.lifetimeSeconds),
    })
    .returning(['id', 'expires_at'])
    .executeTakeFirstOrThrow()
}

/** Every key, the first made first. */
export function selectKeys(db: Kysely<Database>) {
  return db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.owner_id')
    .select(['api_keys.id', 'hint', 'username', 'scopes', 'created_at', 'expires_at'])
    .select(['last_used_at', 'revoked_at', state.as('state')])
    .orderBy('api_keys.id')
    .execute()
}

/** One key, locked until the transaction ends. */
export function lockKey(trx: Transaction<Database>, id: number) {
  return trx
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.owner_id')
    .select(['api_keys.id', 'hint', 'owner_id', 'username', 'scopes', 'replaced_by'])
    .select([state.as('state'), lifetimeSeconds.as('lifetime_seconds')])
    .where('api_keys.id', '=', id)
    .forUpdate('api_keys')
    .executeTakeFirst()
}

/** A key that is revoked already stays revoked since then. */
export async function revokeKey(
  db: Kysely<Database>,
  id: number,
): Promise<{ hint: string; revoked_at: string | null } | undefined> {
  return db
    .updateTable('api_keys')
    .set({ revoked_at: sql<string>`coalesce(revoked_at, now())` })
    .where('id', '=', id)
    .returning(['hint', 'revoked_at'])
    .executeTakeFirst()
}

/** Lets a key expire after the overlap, or when it would have anyway, if that comes first. */
export function retireKey(
  trx: Transaction<Database>,
  id: number,
  successor: number,
  overlapSeconds: number,
): Promise<{ expires_at: string | null }> {
  return trx
    .updateTable('api_keys')
    .set({
      expires_at: sql<string>`least(expires_at, ${secondsFromNow(overlapSeconds)})`,
      replaced_by: successor,
    })
    .where('id', '=', id)
    .returning('expires_at')
    .executeTakeFirstOrThrow()
}

export async function selectUserId(
  trx: Transaction<Database>,
  username: string,
): Promise<string | undefined> {
  const user = await trx
    .selectFrom('users')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirst()
  return user?.id
}

/** @returns undefined when another user has this name or this slug. */
export async function insertUser(
  trx: Transaction<Database>,
  username: string,
  slug: string,
): Promise<string | undefined> {
  const user = await trx
    .insertInto('users')
    .values({ username, slug, email: '' })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return user?.id
}
