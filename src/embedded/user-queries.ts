import type { Kysely } from 'kysely'
import { anyOf } from '../database/any-of.ts'
import type { Database } from '../database/tables.ts'

/** The users of these ids, in no order. */
export function usersById(db: Kysely<Database>, ids: readonly string[]) {
  return db.selectFrom('users').selectAll().where('id', '=', anyOf(ids))
}
