import { timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../database/tables.ts'
import { Problem } from '../problem.ts'
import { recordUse, selectActiveKeys, type ActiveKeyRow } from './api-key-queries.ts'
import { parseApiKey, type KeyTraces } from './api-key.ts'
import { isScope, type Principal } from './principal.ts'

/** Room for a key, its scheme and stray blanks. */
const LONGEST_HEADER = 200

/** RFC 6750; the name of the scheme is case-insensitive (RFC 9110, section 11.1). */
const BEARER = /^bearer +(\S+)$/i

/**
 * Who sent a request, by its `Authorization` header; undefined when it has none.
 * @throws {Problem} `unauthorized` for anything else than an active key; the database's own errors.
 */
export async function authenticate(
  db: Kysely<Database>,
  authorization: string | undefined,
): Promise<Principal | undefined> {
  if (authorization === undefined) return undefined
  const given = parseApiKey(bearerToken(authorization))
  const key = given && (await findActiveKey(db, given))
  if (key === undefined) throw unauthorized()
  // Nobody is turned away because a use cannot be recorded, as on a database that is read-only.
  if (key.is_use_unrecorded) await recordUse(db, key.id).catch(() => {})
  return { userId: key.owner_id, scopes: key.scopes.filter(isScope) }
}

/** One text for whatever is wrong, or missing: whoever tries keys learns nothing from it. */
export function unauthorized(): Problem {
  return new Problem('unauthorized', 'Send a valid API key as `Authorization: Bearer KEY`.')
}

function bearerToken(authorization: string): string {
  if (authorization.length > LONGEST_HEADER) return ''
  return BEARER.exec(authorization)?.[1] ?? ''
}

/** A hint is found by an index, whose timing tells of it; what is secret is compared in constant time. */
async function findActiveKey(
  db: Kysely<Database>,
  { hint, hash }: KeyTraces,
): Promise<ActiveKeyRow | undefined> {
  const candidates = await selectActiveKeys(db, hint)
  return candidates.find(({ key_hash }) => timingSafeEqual(key_hash, hash))
}
