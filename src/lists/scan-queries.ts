import { sql, type RawBuilder } from 'kysely'
import { selectRows, type DatabaseReader } from '../database/kysely.ts'
import { filterOf, type FilterValues } from './filters.ts'
import type { FilterOrder, List, Ordering, SortKey } from './list.ts'

/** Some records of a list: those that meet a condition. */
export interface Scan<Key extends string> {
  readonly list: List<Key>
  readonly where: RawBuilder<boolean>
}

interface Searched {
  /** Instead of the text of a search, the ids that it finds, in PostgreSQL's form: the most relevant first. */
  readonly filters: FilterValues
  /** The number of records that the search has read. */
  readonly records: number
}

/** Searches, if a filter is a search, among the records that meet the condition: it reads nothing of others. */
export async function searchAmong(
  db: DatabaseReader,
  list: List,
  filters: FilterValues,
  condition: RawBuilder<boolean>,
): Promise<Searched> {
  for (const [name, value] of Object.entries(filters)) {
    const { search } = filterOf(list.filters ?? {}, name)
    if (search === undefined) continue
    const among = sql`array(select id from ${sql.table(list.table)} where ${condition})`
    const [before, between, after] = search.among.split('?').map((part) => sql.raw(part))
    const [found] = await selectRows(db)<{ ids: string; records: number }>`
      select ids::text as ids, records::float8 as records from ${before}${value}${between}${among}${after}`
    const { ids, records } = found ?? { ids: '{}', records: 0 }
    return { filters: { ...filters, [name]: ids }, records }
  }
  return { filters, records: 0 }
}

/** The condition of the records, and those of filters. @param values with the ids that a search has found (`searchAmong`). */
export function passesFilters(
  list: List,
  values: FilterValues,
  condition: RawBuilder<boolean>,
): RawBuilder<boolean> {
  const filters = Object.entries(values).map(([name, value]) => {
    const parts = filterOf(list.filters ?? {}, name)
      .sql.split('?')
      .map((part) => sql.raw(part))
    return sql<boolean>`(${sql.join(parts, sql`${value}`)})`
  })
  return sql.join([condition, ...filters], sql` and `)
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
    // `array_position` would look through all ids for each row.
    const places = sql<{ place_id: number; place: number }>`(
      select id as place_id, min(place) as place
      from unnest(${order.value}::integer[]) with ordinality as given (id, place) group by id)`
    const rows = await selected
      .innerJoin(places.as('places'), 'place_id', 'id')
      .orderBy('place')
      .execute()
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
