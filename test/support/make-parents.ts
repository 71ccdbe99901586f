import type { Kysely } from 'kysely'
import type { Database, NamedTable } from '../../src/database/tables.ts'
import { NESTED_LISTS, type ListName, type NestedName } from '../../src/lists/list.ts'
import { PARENT_ID } from '../contract/document.ts'
import { makeNamed } from './make-named.ts'

type Parent = (typeof NESTED_LISTS)[NestedName]['parent']
type Reference = (...ids: [number, ...number[]]) => object

/** The values of an artwork or event that refers to records of a table, or to the first where it refers to one only. */
const REFERENCES: Readonly<Record<Parent, Reference> & Partial<Record<NamedTable, Reference>>> = {
  artists: (...artists) => ({ artists }),
  artwork_categories: (category_id) => ({ category_id }),
  event_categories: (category_id) => ({ category_id }),
  galleries: (gallery_id) => ({ gallery_id }),
  tags: (...tags) => ({ tags }),
  venues: (venue_id) => ({ venue_id }),
}

/** The tables with the records of the nested lists of a list. */
const parentsOf = (list: ListName): Parent[] =>
  Object.values(NESTED_LISTS).flatMap(({ of, parent }) => (of === list ? [parent] : []))

/**
 * The values of an artwork or event that is in all nested lists below some ids.
 * @param idsOf has the ids in the first of the tables, in the second one, and so on.
 */
export function belowParents(
  list: ListName,
  idsOf: (place: number) => readonly [number, ...number[]],
): object {
  const references = parentsOf(list).map((table, place) => REFERENCES[table](...idsOf(place)))
  return Object.assign({}, ...references) as object
}

/**
 * Makes sure that each table with nested lists of a list has a record with the id.
 * @returns the values of an artwork or event that is in all of these.
 */
export async function makeParents(
  db: Kysely<Database>,
  list: ListName,
  id = PARENT_ID,
): Promise<object> {
  for (const table of parentsOf(list)) {
    // The migrations make some categories.
    const isThere = db.selectFrom(table).select('id').where('id', '=', id)
    if ((await isThere.executeTakeFirst()) === undefined) await makeNamed(db, table, { id })
  }
  return belowParents(list, () => [id])
}
