import type { Kysely } from 'kysely'
import type { components } from '../../generated/v1.ts'
import { unauthorized } from '../auth/api-key.ts'
import { hasScope, isAdmin, isScope, type Principal } from '../auth/principal.ts'
import type { Input, Reply } from '../contract/operation-types.ts'
import { allocateIds } from '../database/ids.ts'
import { timestampText, together } from '../database/kysely.ts'
import type { Database } from '../database/tables.ts'
import { requireSet } from '../contract/request-context.ts'
import type { Context } from '../operation-context.ts'
import { Problem, unprocessable } from '../problems/problem.ts'
import { findRecord } from '../records/write-record.ts'
import { utcTimestamp } from '../request-body/timestamp.ts'
import { findOrCreateUser } from '../users/find-or-create-user.ts'
import {
  isVisibleKey,
  lockKey,
  lockKeyOwner,
  type KeyOwner,
  type LockedKey,
} from './api-key-queries.ts'
import { apiKeys } from './api-key-resource.ts'
import { issueKey, issueSuccessor, type IssuedKey } from './issue-key.ts'

type ApiKeyInput = components['schemas']['ApiKeyInput']

/** Bounds what a user gains by a rate limit that counts the requests of each key. */
const MAX_RECENT_KEYS = 20

/** Bounds the list of a user's keys, which has the expired ones, too. */
const MAX_LISTED_KEYS = 1_000

const SECONDS_PER_HOUR = 3_600

/** Creates a key, or the successor of a key. Only this response has the key itself. */
export async function createApiKey(
  { body, principal }: Input<'createApiKey'>,
  context: Context,
): Promise<Reply<'createApiKey'>> {
  const { db } = context
  const { replaces } = body
  const [own, replaced, owner, [id = 0]] = await together([
    // A request that was running during the revocation of its key creates nothing after it.
    lockKey(db, principal.keyId),
    replaces === undefined
      ? Promise.resolve(undefined)
      : lockKey(db, replaces, isVisibleKey(principal)),
    lockKeyOwner(db, ownerOf(body, principal)),
    allocateIds(db, 'api_keys', 1),
  ])
  if (own?.state !== 'active') throw unauthorized()
  const issue =
    replaces === undefined
      ? await keyToIssue(db, id, body, owner, own, principal)
      : successorToIssue(db, id, body, owner, replaced, own, principal)
  const [{ key }, { body: record, version }] = await together([
    issue(),
    findRecord(apiKeys, id, context, principal),
  ])
  return { status: 201, body: { ...record, key }, version }
}

function ownerOf({ replaces, owner: username }: ApiKeyInput, { userId }: Principal): KeyOwner {
  if (replaces !== undefined) return { ofKey: replaces }
  return username === undefined ? { userId } : { username }
}

/** The user found as the owner of the new key. */
type FoundOwner = Awaited<ReturnType<typeof lockKeyOwner>>

/** Checks a request for a key. @returns a function that stores the key. */
async function keyToIssue(
  db: Kysely<Database>,
  id: number,
  { owner, scopes, expires_at, overlap_hours }: ApiKeyInput,
  found: FoundOwner,
  own: LockedKey,
  principal: Principal,
): Promise<() => Promise<IssuedKey>> {
  if (scopes === undefined) throw violation('/scopes', 'It is required without replaces.')
  if (overlap_hours !== undefined) {
    throw violation('/overlap_hours', 'It is only allowed with replaces.')
  }
  const expiresAt = newExpiry(expires_at, own, principal)
  requireScopes(scopes, principal)
  const ownerId = await requireOwnerId(db, owner, found, principal)
  requireFewKeys(found)
  return () => issueKey(db, { id, ownerId, scopes, expiresAt })
}

/**
 * Checks a request for a successor, which gets the owner, the scopes and the lifetime of the replaced key.
 * @returns a function that stores the successor.
 */
function successorToIssue(
  db: Kysely<Database>,
  id: number,
  { replaces: _, overlap_hours: hours = 24, ...others }: ApiKeyInput,
  found: FoundOwner,
  key: LockedKey | undefined,
  own: LockedKey,
  principal: Principal,
): () => Promise<IssuedKey> {
  const [name] = Object.keys(others)
  if (name !== undefined) throw violation(`/${name}`, 'It is not allowed with replaces.')
  if (key?.state !== 'active') throw violation('/replaces', 'No valid API key has this id.')
  if (key.replaced_by !== null) {
    throw violation('/replaces', `The key ${key.replaced_by} has replaced this key.`)
  }
  requireScopes(key.scopes, principal)
  requireLifetime(key, own, principal)
  requireFewKeys(found)
  return async () => (await issueSuccessor(db, id, key, hours * SECONDS_PER_HOUR)).issued
}

/** @throws 422 for a time in the past, and for one after the expiry of the sender's key, unless that has `admin`. */
function newExpiry(
  requested: ApiKeyInput['expires_at'],
  own: LockedKey,
  principal: Principal,
): string | null {
  const latest =
    isAdmin(principal) || own.expires_at === null ? null : timestampText(own.expires_at)
  if (requested === undefined) return latest
  const expiry = requested === null ? null : requireSet(utcTimestamp(requested))
  if (expiry !== null && Date.parse(expiry) <= Date.now()) {
    throw violation('/expires_at', 'It must be in the future.')
  }
  if (latest === null || (expiry !== null && !isLater(expiry, latest))) return expiry
  throw violation(
    '/expires_at',
    `It must not be later than the expiry of the sender's key, ${latest}.`,
  )
}

/** Compares the digits of timestamps of the contract: a Date has no microseconds. */
function isLater(one: string, other: string): boolean {
  return one.slice(0, -1) > other.slice(0, -1)
}

/** @throws 422 for a successor with a longer lifetime than the sender's key, unless that has `admin`. */
function requireLifetime(replaced: LockedKey, own: LockedKey, principal: Principal): void {
  const { lifetime_seconds: longest } = own
  if (isAdmin(principal) || longest === null) return
  const { lifetime_seconds: lifetime } = replaced
  if (lifetime !== null && lifetime <= longest) return
  throw violation('/replaces', 'This key has a longer lifetime than the key of the sender.')
}

/** @throws 422 for an owner with the maximum number of keys. */
function requireFewKeys(owner: FoundOwner): void {
  if (owner === undefined) return
  if (owner.recentKeys >= MAX_RECENT_KEYS) {
    throw violation(
      '',
      `The owner has ${MAX_RECENT_KEYS} keys that were valid within the last minute. Delete one, and wait a minute.`,
    )
  }
  if (owner.listedKeys < MAX_LISTED_KEYS) return
  throw violation(
    '',
    `The owner has ${MAX_LISTED_KEYS} keys, expired ones included. Delete one first.`,
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
  found: FoundOwner,
  principal: Principal,
): Promise<string> {
  if (username === undefined || found?.id === principal.userId) return principal.userId
  if (!isAdmin(principal)) {
    throw new Problem('forbidden', 'Only admin may create a key for another user.')
  }
  const { id } = found ?? (await findOrCreateUser(db, username)) ?? {}
  if (id === undefined) throw violation('/owner', 'No user can have this name.')
  return id
}

function violation(pointer: string, detail: string): Problem {
  return unprocessable([{ pointer, detail }])
}
