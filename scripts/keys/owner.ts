import type { Transaction } from 'kysely'
import type { Database } from '../../src/database/tables.ts'
import { slugOf } from '../import/slug.ts'
import { KeyError } from './key-error.ts'
import { insertUser, selectUserId } from './owner-queries.ts'

export interface Owner {
  readonly id: string
  readonly name: string
  /** Whether there was no such user before. */
  readonly isNew: boolean
}

/** What `users.username` takes (schema/1-catalogue.sql), and short enough to be a slug too. */
const USERNAME = /^[A-Za-z0-9._-]{1,200}$/

/**
 * The user of that name, made when there is none.
 * @throws {KeyError} when no user can have this name.
 */
export async function findOrMakeOwner(trx: Transaction<Database>, name: string): Promise<Owner> {
  if (!USERNAME.test(name)) {
    throw new KeyError(
      `"${name}" is no user's name: that is 1 to 200 of the letters A to Z and a to z, digits, ` +
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

/** The name itself where it can be a slug and nobody has it, or one that is made from it. */
function possibleSlugs(name: string): string[] {
  const made = slugOf(name, 'username', name)
  return name.includes('.') ? [made] : [name, made]
}
