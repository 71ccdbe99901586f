import type { Transaction } from 'kysely'
import { issueKey } from '../../src/api-keys/issue-key.ts'
import type { Scope } from '../../src/auth/principal.ts'
import type { Database } from '../../src/database/tables.ts'
import { findOrCreateUser } from '../../src/users/find-or-create-user.ts'
import { withConnections } from '../task-database.ts'
import { KeyError } from './key-arguments.ts'

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
  const user = await findOrCreateUser(trx, name)
  if (user === undefined) {
    throw new KeyError(`The user "${name}" cannot be made: its slug is taken.`)
  }
  return { ...user, name }
}

/** @returns a key of a user of that name. */
export function makeKey(
  databaseUrl: string,
  ownerName: string,
  scopes: readonly Scope[],
): Promise<string> {
  return withConnections(databaseUrl, 1, (db) =>
    db.transaction().execute(async (trx) => {
      const { id: ownerId } = await findOrMakeOwner(trx, ownerName)
      return (await issueKey(trx, { ownerId, scopes, expiresAt: null })).key
    }),
  )
}
