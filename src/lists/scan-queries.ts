import { sql, type RawBuilder } from 'kysely'
import type { DatabaseReader } from '../database/kysely.ts'
import type { List, SortKey, Ordering } from './list.ts'

/** Some records of a list: those that meet a condition. */
export interface Scan<Key extends string> {
  readonly list: List<Key>
  readonly where: RawBuilder<boolean>
}

/** @param db one snapshot, so that the count agrees with the ids of the page. */
export async function countScanned(
  db: DatabaseReader,
  { list, where }: Pick<Scan<string>, 'list' | 'where'>,
): Promise<number> {
  const { count } = await db
    .selectFrom(list.table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(where)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * The ids of one page. OFFSET reads all rows before the page, so this is for lists of few records: those of one user, and
 * named records, which are read in the order of an index.
 */
export async function selectScannedIds<Key extends string>(
  db: DatabaseReader,
  { list, where }: Scan<Key>,
  { key, descending }: Ordering<Key>,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<number[]> {
  const { column, nullable, elsewhere }: SortKey = list.sortKeys[key]
  const rows = await db
    .selectFrom(list.table as 'artworks')
    .select('id')
    .where(where)
    .orderBy(elsewhere === undefined ? sql.ref(column) : sql.raw(elsewhere.computed), (by) => {
      const sorted = descending ? by.desc() : by.asc()
      return nullable === undefined ? sorted : sorted.nullsLast()
    })
    .orderBy('id', descending ? 'desc' : 'asc')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(({ id }) => id)
}
