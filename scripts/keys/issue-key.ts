import type { Kysely, Transaction } from 'kysely'
import { newApiKey } from '../../src/auth/api-key.ts'
import { connect } from '../../src/database/pool.ts'
import type { Database } from '../../src/database/tables.ts'
import { slugOf } from '../import/slug.ts'
import { KeyError } from './key-arguments.ts'
import { insertKey, type KeyFacts, insertUser, selectUserId } from './key-queries.ts'

export interface IssuedKey {
  readonly id: number
  /** The secret itself: the database has its hash only, so it cannot be shown again. */
  readonly key: string
  /** As PostgreSQL writes it; null for a key that does not expire. */
  readonly expires_at: string | null
}

/** Makes a key and stores its hash. */
export async function issueKey(trx: Transaction<Database>, facts: KeyFacts): Promise<IssuedKey> {
  const { key, ...traces } = newApiKey()
  const { id, expires_at } = await insertKey(trx, traces, facts)
  return { id, key, expires_at }
}

interface Owner {
  readonly id: string
  readonly name: string
  /** Whether there was no such user before. */
  readonly isNew: boolean
}

/** The names that the contract allows for an owner or member of a gallery. */
const USERNAME = /^[A-Za-z0-9._-]{1,150}$/

/**
 * The user of that name, made when there is none.
 * @throws {KeyError} when no user can have this name.
 */
export async function findOrMakeOwner(trx: Transaction<Database>, name: string): Promise<Owner> {
  if (!USERNAME.test(name)) {
    throw new KeyError(
      `"${name}" is no user's name: that is 1 to 150 of the letters A to Z and a to z, digits, ` +
        '".", "_" and "-". Everybody sees it, so it is no address and no name of a person.',
    )
  }
  const known = await selectUserId(trx, name)
  if (known !== undefined) return { id: known, name, isNew: false }
  return makeOwner(trx, name)
}

async function makeOwner(trx: Transaction<Database>, name: string): Promise<Owner> {
  for (const slug of possibleSlugs(name)) {
    const id = await insertUser(trx, name, slug)
    if (id !== undefined) return { id, name, isNew: true }
  }
  const id = await selectUserId(trx, name)
  if (id === undefined) throw new KeyError(`The user "${name}" cannot be made: its slug is taken.`)
  return { id, name, isNew: false }
}

/** The name itself where it can be a slug and is free, or a slug made from it. */
function possibleSlugs(name: string): string[] {
  const made = slugOf(name, 'username', name)
  return name.includes('.') ? [made] : [name, made]
}

/** @returns a key of a user of that name, which may write everything. */
export async function makeAdminKey(databaseUrl: string, ownerName: string): Promise<string> {
  const db = connectOnce(databaseUrl)
  try {
    return await db.transaction().execute(async (trx) => {
      const { id: ownerId } = await findOrMakeOwner(trx, ownerName)
      return (await issueKey(trx, { ownerId, scopes: ['admin'], lifetimeSeconds: null })).key
    })
  } finally {
    await db.destroy()
  }
}

/** A single connection, without a timeout of statements. */
export function connectOnce(databaseUrl: string): Kysely<Database> {
  // A statement on the connection fails with the same error.
  const onConnectionError = (): void => {}
  return connect({ databaseUrl, poolSize: 1, statementTimeoutMs: 0, onConnectionError })
}
