import type { Kysely } from 'kysely'
import { anyOf, type DatabaseReader } from '../database/kysely.ts'
import type { Database } from '../database/tables.ts'

export async function selectUserId(
  trx: DatabaseReader,
  username: string,
): Promise<string | undefined> {
  const user = await trx
    .selectFrom('users')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirst()
  return user?.id
}

/** The message about a username in a request or a file, with its remedy. */
export const UNKNOWN_USER =
  'No user has this username. The first API key for a username creates its user.'

/** @returns undefined when another user has this name or this slug. */
export async function insertUser(
  trx: Kysely<Database>,
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

/** The ids of these users by their names, without names of no user. */
export async function selectUserIds(
  db: DatabaseReader,
  usernames: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'username'])
    .where('username', '=', anyOf(usernames))
    .execute()
  return new Map(rows.map(({ id, username }) => [username, id]))
}
