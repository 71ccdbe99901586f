import type { Kysely } from 'kysely'
import type { Database } from '../../src/database/tables.ts'
import { NESTED_LISTS, type ListName, type NestedName } from '../../src/lists/list.ts'
import { PARENT_ID, REFERENCES, tableOf, type Reference } from '../contract/document.ts'
import { makeNamed } from './make-named.ts'

type Parent = (typeof NESTED_LISTS)[NestedName]['parent']

/** The values of an artwork or event that refers to the records, or to the first where it refers to one only. */
export function referring({ field, isMany }: Reference, ids: readonly number[]): object {
  return isMany ? { [field]: ids } : { [`${field}_id`]: ids[0] }
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
  const references = parentsOf(list).flatMap((table, place) =>
    REFERENCES.filter(({ referrers, to }) => tableOf(referrers) === list && to.table === table).map(
      (reference) => referring(reference, idsOf(place)),
    ),
  )
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
