import type { Kysely } from 'kysely'
import type { Database } from '../database/tables.ts'
import { insertUser, selectUserId } from './user-queries.ts'

interface NamedUser {
  readonly id: string
  /** Whether there was no such user before. */
  readonly isNew: boolean
}

/** The user of that name, created when there is none; undefined when the slug of a new user is taken. */
export async function findOrCreateUser(
  trx: Kysely<Database>,
  username: string,
): Promise<NamedUser | undefined> {
  const known = await selectUserId(trx, username)
  if (known !== undefined) return { id: known, isNew: false }
  for (const slug of await possibleSlugs(username)) {
    const id = await insertUser(trx, username, slug)
    if (id !== undefined) return { id, isNew: true }
  }
  // A concurrent transaction has created the user, or another user has the slug.
  const id = await selectUserId(trx, username)
  return id === undefined ? undefined : { id, isNew: false }
}

/** The name itself where it can be a slug and is free, or a slug made from it. */
async function possibleSlugs(username: string): Promise<string[]> {
  // Imported on demand: its transliteration tables would slow down every start.
  const { slugOf } = await import('../writes/slug.ts')
  const made = slugOf(username, 'username', username)
  return username.includes('.') ? [made] : [username, made]
}
