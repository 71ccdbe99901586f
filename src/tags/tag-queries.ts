import type { Kysely } from 'kysely'
import { anyOf } from '../database/any-of.ts'
import type { Database } from '../database/tables.ts'

/** The tags of these ids, in no order. */
export function tagsById(db: Kysely<Database>, ids: readonly number[]) {
  return db.selectFrom('tags').selectAll().where('id', '=', anyOf(ids))
}

/** The rows of tagsById. */
export function selectTags(db: Kysely<Database>, ids: readonly number[]) {
  return tagsById(db, ids).execute()
}
