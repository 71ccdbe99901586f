import { sql, type Kysely } from 'kysely'
import { anyOf } from '../database/any-of.ts'
import type { Database } from '../database/tables.ts'

/** Who collects in a row of `artwork_categories`. */
export const collectorIds = sql<string[]>`array(
  select user_id from artwork_category_collectors
  where category_id = artwork_categories.id order by user_id)`

/** The artwork categories of these ids, in no order, each with its collectors. */
export function artworkCategoriesById(db: Kysely<Database>, ids: readonly number[]) {
  return db
    .selectFrom('artwork_categories')
    .selectAll()
    .select(collectorIds.as('collectors'))
    .where('id', '=', anyOf(ids))
}

/** The rows of artworkCategoriesById. */
export function selectArtworkCategories(db: Kysely<Database>, ids: readonly number[]) {
  return artworkCategoriesById(db, ids).execute()
}

/** The event categories of these ids, in no order. */
export function eventCategoriesById(db: Kysely<Database>, ids: readonly number[]) {
  return db.selectFrom('event_categories').selectAll().where('id', '=', anyOf(ids))
}

/** The rows of eventCategoriesById. */
export function selectEventCategories(db: Kysely<Database>, ids: readonly number[]) {
  return eventCategoriesById(db, ids).execute()
}
