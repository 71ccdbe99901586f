import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Database, UserTable } from '../../src/database/tables.ts'
import { nextNumber } from './sequence.ts'

/** A user with a real name and address, so that whatever lets them out is seen. */
export function makeUser(
  db: Kysely<Database>,
  values: Partial<Insertable<UserTable>> = {},
): Promise<Selectable<UserTable>> {
  const number = nextNumber()
  return db
    .insertInto('users')
    .values({
      username: `mleroy${number}`,
      slug: `mleroy-${number}`,
      first_name: 'Marguerite',
      last_name: 'Leroy',
      display_name: 'M. Leroy',
      display_name_full: 'Marguerite Leroy',
      email: 'marguerite.leroy@post.example',
      telephone: '+33 1 55 55 01 23',
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
