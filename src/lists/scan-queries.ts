import { sql, type RawBuilder } from 'kysely'
import type { DatabaseReader } from '../database/kysely.ts'
import { filterOf, type FilterValues, type Search } from './filters.ts'
import type { FilterOrder, List, Ordering, SortKey } from './list.ts'

/** Some records of a list: those that meet a condition. */
export interface Scan<Key extends string> {
  readonly list: List<Key>
  readonly where: RawBuilder<boolean>
}

/** The condition, and those of filters. A search reads nothing of records that do not meet the condition. */
export function passesFilters(
  list: List,
  values: FilterValues,
  condition: RawBuilder<boolean>,
): RawBuilder<boolean> {
  const filters = Object.entries(values).map(([name, value]) => {
    const filter = filterOf(list.filters ?? {}, name)
    if (filter.search !== undefined) {
      const found = sql`select id from ${foundAmong(list, filter.search, value, condition)}`
      return sql<boolean>`id in (${found})`
    }
    const parts = filter.sql.split('?').map((part) => sql.raw(part))
    return sql<boolean>`(${sql.join(parts, sql`${value}`)})`
  })
  return sql.join([condition, ...filters], sql` and `)
}

/** What a search finds among the records that meet a condition. */
function foundAmong(
  { table }: List,
  { among }: Search,
  value: string | number,
  condition: RawBuilder<boolean>,
): RawBuilder<unknown> {
  const [before = '', between = '', after = ''] = among.split('?').map((part) => sql.raw(part))
  const ids = sql`array(select id from ${sql.table(table)} where ${condition})`
  return sql`${before}${value}${between}${ids}${after}`
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
 * named records, which are read in the order of an index. Public artworks and events are read by src/read-model/.
 */
export async function selectScannedIds<Key extends string>(
  db: DatabaseReader,
  { list, where }: Scan<Key>,
  order: Ordering<Key> | FilterOrder,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<number[]> {
  const selected = db
    .selectFrom(list.table as 'artworks')
    .select('id')
    .where(where)
    .limit(limit)
    .offset(offset)
  if ('of' in order) {
    const rows = await selected.orderBy(placeIn(list, order, where)).execute()
    return rows.map(({ id }) => id)
  }
  const { key, descending } = order
  const { column, nullable, elsewhere }: SortKey = list.sortKeys[key]
  const rows = await selected
    .orderBy(elsewhere === undefined ? sql.ref(column) : sql.raw(elsewhere.computed), (by) => {
      const sorted = descending ? by.desc() : by.asc()
      return nullable === undefined ? sorted : sorted.nullsLast()
    })
    .orderBy('id', descending ? 'desc' : 'asc')
    .execute()
  return rows.map(({ id }) => id)
}

/** The smaller, the nearer to the start of the list. */
function placeIn(
  list: List,
  { of, value }: FilterOrder,
  where: RawBuilder<boolean>,
): RawBuilder<number> {
  const { search } = filterOf(list.filters ?? {}, of)
  if (search === undefined) return sql`array_position(${value}::integer[], id)`
  const found = foundAmong(list, search, value, where)
  return sql`array_position(ARRAY(SELECT found.id FROM ${found} AS found ORDER BY relevance DESC, found.id DESC), id)`
}
