import type { Kysely } from 'kysely'
import { anyOf } from '../database/any-of.ts'
import type { Database } from '../database/tables.ts'

/** The tags of these ids, in no order. */
export function selectTags(db: Kysely<Database>, ids: readonly number[]) {
  return db.selectFrom('tags').selectAll().where('id', '=', anyOf(ids)).execute()
}
