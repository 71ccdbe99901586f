import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { HashedKey } from '../auth/api-key.ts'
import { together, type DatabaseReader } from '../database/kysely.ts'
import type { Database } from '../database/tables.ts'
import { isOwned, type Viewer } from '../database/visibility.ts'

export interface KeyFacts {
  /** An allocated id; the next one without it. */
  readonly id?: number
  readonly ownerId: string
  readonly scopes: readonly string[]
  /** Null for a key that does not expire. */
  readonly expiresAt: string | RawBuilder<string> | null
}

export type ListedKeyRow = Awaited<ReturnType<typeof selectKeys>>[number]

/** By the database's clock, as at authentication. */
const state = sql<'active' | 'expired' | 'revoked'>`case
  when api_keys.revoked_at is not null then 'revoked'
  when api_keys.expires_at <= now() then 'expired'
  else 'active' end`

const lifetimeSeconds = sql<number | null>`
  extract(epoch from expires_at - created_at)::double precision`

/** Null without a number of seconds. */
export function secondsFromNow(seconds: number | null): RawBuilder<string> {
  return sql<string>`now() + make_interval(secs => ${seconds})`
}

export function insertKey(
  trx: Kysely<Database>,
  { hint, hash }: HashedKey,
  { ownerId, scopes, expiresAt, ...id }: KeyFacts,
): Promise<{ id: number; expires_at: string | null }> {
  return trx
    .insertInto('api_keys')
    .values({
      ...id,
      hint,
      key_hash: hash,
      owner_id: ownerId,
      scopes: [...scopes],
      expires_at: expiresAt,
    })
    .returning(['id', 'expires_at'])
    .executeTakeFirstOrThrow()
}

/** Every key, the first made first. */
export function selectKeys(db: DatabaseReader) {
  return db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.owner_id')
    .select(['api_keys.id', 'hint', 'username', 'scopes', 'created_at', 'expires_at'])
    .select(['last_used_at', 'revoked_at', state.as('state')])
    .orderBy('api_keys.id')
    .execute()
}

/** One key, locked until the transaction ends. */
export function lockKey(
  trx: Kysely<Database>,
  id: number,
  isVisible: RawBuilder<boolean> = sql`true`,
) {
  return trx
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.owner_id')
    .select(['api_keys.id', 'hint', 'owner_id', 'username', 'scopes', 'replaced_by', 'updated_at'])
    .select(['expires_at', state.as('state'), lifetimeSeconds.as('lifetime_seconds')])
    .where('api_keys.id', '=', id)
    .where(isVisible)
    .forUpdate('api_keys')
    .executeTakeFirst()
}

export type LockedKey = NonNullable<Awaited<ReturnType<typeof lockKey>>>

/** Revokes a key once the writes with it that are at their COMMIT have ended. */
export async function revokeKey(
  db: Kysely<Database>,
  id: number,
): Promise<{ hint: string; revoked_at: string | null } | undefined> {
  const { rows } = await sql<{ hint: string; revoked_at: string | null }>`
    SELECT hint, revoked_at FROM revoke_key(${id}::integer)`.execute(db)
  return rows[0]
}

/** Lets a key expire after the overlap, or when it would have anyway, if that comes first. */
export function retireKey(
  trx: Kysely<Database>,
  id: number,
  successor: number,
  overlapSeconds: number,
): Promise<{ expires_at: string | null }> {
  return trx
    .updateTable('api_keys')
    .set({
      expires_at: sql<string>`least(expires_at, ${secondsFromNow(overlapSeconds)})`,
      updated_at: sql<string>`clock_timestamp()`,
      replaced_by: successor,
    })
    .where('id', '=', id)
    .returning('expires_at')
    .executeTakeFirstOrThrow()
}

/** Whether a key is on the list of the viewer: one of the viewer's own that is not revoked, or of any user for `admin`. */
export function isVisibleKey(viewer: Viewer): RawBuilder<boolean> {
  return sql`api_keys.revoked_at is null and ${isOwned('api_keys', viewer)}`
}

/** The owner of a new key: the user of a name or an id, or the owner of another key. */
export type KeyOwner =
  | { readonly username: string }
  | { readonly userId: string }
  | { readonly ofKey: number }

/**
 * The owner of a new key, and how many keys this user has: those that are not revoked, and those that were valid within
 * the last minute, the window of the rate limit. The row of the user stays locked until the end of the transaction.
 */
export async function lockKeyOwner(
  trx: Kysely<Database>,
  owner: KeyOwner,
): Promise<{ id: string; recentKeys: number; listedKeys: number } | undefined> {
  const user = trx.selectFrom('users').select('id').where(isOwner(owner))
  // A statement that waits for the lock does not see the keys that the other transaction has inserted.
  const [locked, counts] = await together([
    user.forNoKeyUpdate().executeTakeFirst(),
    trx
      .selectFrom('api_keys')
      .select(({ fn }) => [
        fn
          .countAll<number>()
          .filterWhere(sql<boolean>`expires_at is null or expires_at > now() - interval '1 minute'`)
          .as('recentKeys'),
        fn.countAll<number>().filterWhere('revoked_at', 'is', null).as('listedKeys'),
      ])
      .where('owner_id', 'in', user)
      .where(sql<boolean>`(revoked_at is null or revoked_at > now() - interval '1 minute')`)
      .executeTakeFirstOrThrow(),
  ])
  return locked && { id: locked.id, ...counts }
}

function isOwner(owner: KeyOwner): RawBuilder<boolean> {
  if ('username' in owner) return sql`username = ${owner.username}`
  if ('userId' in owner) return sql`users.id = ${owner.userId}::uuid`
  return sql`users.id = (select owner_id from api_keys where api_keys.id = ${owner.ofKey})`
}
