import type { Kysely } from 'kysely'
import type { components } from '../../generated/v1.ts'
import { unauthorized } from '../auth/api-key.ts'
import { hasScope, isAdmin, isScope, type Principal } from '../auth/principal.ts'
import type { Input, Reply } from '../contract/operation-types.ts'
import type { Database } from '../database/tables.ts'
import { requireSet } from '../contract/request-context.ts'
import type { Context } from '../operation-context.ts'
import { Problem, unprocessable } from '../problems/problem.ts'
import { utcTimestamp } from '../request-body/timestamp.ts'
import { findOrCreateUser } from '../users/find-or-create-user.ts'
import { selectUserId } from '../users/user-queries.ts'
import { countRecentKeys, isVisibleKey, lockKey } from './api-key-queries.ts'
import { findApiKey } from './find-api-key.ts'
import { issueKey, issueSuccessor } from './issue-key.ts'

type ApiKeyInput = components['schemas']['ApiKeyInput']

/** Bounds what a user gains by a rate limit that counts the requests of each key. */
const MAX_RECENT_KEYS = 20

const SECONDS_PER_HOUR = 3_600

/** Creates a key, or the successor of a key. Only this response has the key itself. */
export async function createApiKey(
  { body, principal }: Input<'createApiKey'>,
  context: Context,
): Promise<Reply<'createApiKey'>> {
  const { db } = context
  await requireValidKey(db, principal)
  const { id, key } =
    body.replaces === undefined
      ? await createKey(db, body, principal)
      : await replaceKey(db, { ...body, replaces: body.replaces }, principal)
  const { body: record, version } = await findApiKey(context, id, principal)
  return { status: 201, body: { ...record, key }, version }
}

/**
 * Locks the sender's key, so that a request that was running during its revocation creates nothing after it.
 * @throws 401 when it is no longer valid.
 */
async function requireValidKey(db: Kysely<Database>, { keyId }: Principal): Promise<void> {
  const key = await lockKey(db, keyId)
  if (key?.state !== 'active') throw unauthorized()
}

async function createKey(
  db: Kysely<Database>,
  { owner, scopes, expires_at = null, overlap_hours }: ApiKeyInput,
  principal: Principal,
) {
  if (scopes === undefined) throw violation('/scopes', 'It is required without replaces.')
  if (overlap_hours !== undefined) {
    throw violation('/overlap_hours', 'It is only allowed with replaces.')
  }
  if (expires_at !== null && Date.parse(expires_at) <= Date.now()) {
    throw violation('/expires_at', 'It must be in the future.')
  }
  const expiresAt = expires_at === null ? null : requireSet(utcTimestamp(expires_at))
  requireScopes(scopes, principal)
  const ownerId = await requireOwnerId(db, owner, principal)
  await requireFewKeys(db, ownerId)
  return issueKey(db, { ownerId, scopes, expiresAt })
}

/** The new key gets the owner, the scopes and the lifetime of the replaced one. */
async function replaceKey(
  db: Kysely<Database>,
  { replaces, overlap_hours: hours = 24, ...others }: ApiKeyInput & { replaces: number },
  principal: Principal,
) {
  const [name] = Object.keys(others)
  if (name !== undefined) throw violation(`/${name}`, 'It is not allowed with replaces.')
  const key = await lockKey(db, replaces, isVisibleKey(principal))
  if (key?.state !== 'active') throw violation('/replaces', 'No valid API key has this id.')
  if (key.replaced_by !== null) {
    throw violation('/replaces', `The key ${key.replaced_by} has replaced this key.`)
  }
  requireScopes(key.scopes, principal)
  await requireFewKeys(db, key.owner_id)
  return (await issueSuccessor(db, key, hours * SECONDS_PER_HOUR)).issued
}

/** @throws 422 for an owner with the maximum number of keys. */
async function requireFewKeys(db: Kysely<Database>, owner: string): Promise<void> {
  if ((await countRecentKeys(db, owner)) < MAX_RECENT_KEYS) return
  throw violation(
    '',
    `The owner has ${MAX_RECENT_KEYS} keys that were valid within the last minute. Delete one, and wait a minute.`,
  )
}

/** @throws 403 for a scope that the sender's key does not have. */
function requireScopes(scopes: readonly string[], principal: Principal): void {
  const missing = scopes.filter((scope) => !isScope(scope) || !hasScope(principal, scope))
  if (missing.length === 0) return
  throw new Problem(
    'forbidden',
    `Only a key with the scope ${missing.join(', ')} may create a key with it.`,
  )
}

/** @throws 403 for another user, unless `admin` names it; 422 for a name whose slug is taken. */
async function requireOwnerId(
  db: Kysely<Database>,
  username: string | undefined,
  principal: Principal,
): Promise<string> {
  if (username === undefined) return principal.userId
  if (isAdmin(principal)) {
    const user = await findOrCreateUser(db, username)
    if (user === undefined) throw violation('/owner', 'No user can have this name.')
    return user.id
  }
  if ((await selectUserId(db, username)) === principal.userId) return principal.userId
  throw new Problem('forbidden', 'Only admin may create a key for another user.')
}

function violation(pointer: string, detail: string): Problem {
  return unprocessable([{ pointer, detail }])
}
