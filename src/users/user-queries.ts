import type { Kysely } from 'kysely'
import type { Database } from '../database/tables.ts'

export async function selectUserId(
  trx: Kysely<Database>,
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
