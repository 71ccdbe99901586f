import type { NamedTable } from '../database/tables.ts'
import { conditionSql, filterOf, type Filter, type FilterValues } from '../lists/filters.ts'
import { filtersOfList, type ListName } from '../lists/list.ts'

// SQL of the conditions of filtered lists. With a limit, the rows that the index of a filter finds are the members of the list:
// nothing of a list with too many is read. Without one, the time grows with the length of the list or of its table.

/** A filtered list with more members is not counted or read in a batch of ordinary reads. */
export const MAX_MEMBERS = 2_000

/** Some of the public records of a list: those that pass all filters. */
export interface FilteredList {
  readonly list: ListName
  readonly filters: FilterValues
  /** The record below which a nested list is. */
  readonly parent?: { readonly table: NamedTable; readonly id: number } | undefined
  /** Whether its length is limited: then an index finds its members (`hasMembers`). */
  readonly isLimited: boolean
  /** Whether only its first records are read. */
  readonly isLeading?: boolean
}

export type Filtered = Pick<FilteredList, 'list' | 'filters' | 'isLeading'>

/** The filters, in the order of their values. */
export const filtersOf = ({ list, filters }: Filtered) =>
  Object.keys(filters).map((name) => filterOf(filtersOfList(list), name))

/**
 * The column whose index finds the members of a list: the records, or a few more. Undefined for a list without: PostgreSQL could
 * read very many rows to find the few that two indexes have in common.
 */
export function memberIndex(filtered: Filtered): MemberIndex | undefined {
  const filters = filtersOf(filtered)
  const indexes = new Set(filters.flatMap(({ index }) => index ?? []))
  if (indexes.has('id')) return 'id'
  if (indexes.size > 0) return indexes.size === 1 ? [...indexes][0] : undefined
  const leading = filters.flatMap(({ leadingIndex }) => leadingIndex ?? [])
  return filtered.isLeading === true && leading.length === 1 ? leading[0] : undefined
}

type MemberIndex = NonNullable<Filter['index'] | Filter['leadingIndex']>

/**
 * SQL of the condition by which an index leaves out drafts: it has public rows only, or has the state in its key. The latter
 * condition is one that PostgreSQL cannot foresee: otherwise it could read all of another index, which has public rows only.
 */
const OF_PUBLIC: Partial<Record<MemberIndex, string>> = {
  updated_at: 'is_public',
  category_id: 'is_public = (SELECT true)',
  gallery_id: 'is_public = (SELECT true)',
  venue_id: 'is_public = (SELECT true)',
}

/** Whether the list can be read with a limit. The time of a search grows with its matches in the whole table. */
export function hasMembers(filtered: Filtered): boolean {
  return memberIndex(filtered) !== undefined && !('q' in filtered.filters)
}

export interface Conditions {
  /** SQL of the conditions that the index of the members finds. Drafts pass, unless the index leaves them out. */
  readonly ofMembers: readonly string[]
  /** SQL of the others for single rows, and for the whole table. */
  readonly ofRows: readonly string[]
  readonly ofTable: readonly string[]
  /** SQL of that of a search, by the CTE of `searchedSql`. */
  readonly ofSearch: readonly string[]
  /** SQL of those of stored prices, by the columns of an order that has prices. */
  readonly ofPrices: readonly string[]
  /** SQL of the range of an order that has all rows that pass. */
  readonly ofOrder: readonly string[]
}

/** @param column of the order, where there is one. */
export function conditionsOf(filtered: Filtered, firstParameter: number, column = ''): Conditions {
  const conditions: Record<keyof Conditions, string[]> = {
    ofMembers: [],
    ofRows: [],
    ofTable: [],
    ofSearch: [],
    ofPrices: [],
    ofOrder: [],
  }
  const members = memberIndex(filtered)
  const isPublic = members && OF_PUBLIC[members]
  if (isPublic !== undefined) conditions.ofMembers.push(`${filtered.list}.${isPublic}`)
  for (const [at, filter] of filtersOf(filtered).entries()) {
    const { sql, ofTable = sql, ofPrices, ofOrder, index = filter.leadingIndex, search } = filter
    const condition = (of: string): string => conditionSql(of, `$${firstParameter + at}`)
    const range = ofOrder?.[column]
    if (range !== undefined) conditions.ofOrder.push(condition(range))
    if (search !== undefined) {
      conditions.ofSearch.push('id IN (SELECT id FROM searched)')
    } else if (index !== undefined && index === members) {
      conditions.ofMembers.push(condition(sql))
    } else if (ofPrices !== undefined) {
      const priced = `id IN (SELECT artwork_id FROM artwork_prices WHERE is_public AND ${condition(ofPrices)})`
      conditions.ofPrices.push(condition(ofPrices))
      conditions.ofRows.push(priced)
      conditions.ofTable.push(priced)
    } else {
      conditions.ofRows.push(condition(sql))
      conditions.ofTable.push(condition(ofTable))
    }
  }
  return conditions
}

/** SQL of CTEs with what a search finds and has read, before others. @param firstParameter that of the filters. */
export function searchedSql(filtered: Filtered, firstParameter: number): string {
  const searches = filtersOf(filtered).flatMap(({ search }, at) =>
    search === undefined ? [] : [search.ofPublic.replace('?', `$${firstParameter + at}`)],
  )
  return searches
    .map(
      (search) => `search AS MATERIALIZED (SELECT * FROM ${search}),
        searched AS MATERIALIZED (
          SELECT found.* FROM search, unnest(ids, relevances) AS found (id, relevance)
        ), `,
    )
    .join('')
}

/**
 * SQL of a CTE with the members of a limited list, one more than the limit where there are too many. Those of a period are
 * ordered, so that PostgreSQL reads the index of the time: by another one, it could read all rows.
 */
export function memberSql(filtered: Filtered, { ofMembers }: Conditions): string {
  const order = memberIndex(filtered) === 'updated_at' ? 'ORDER BY updated_at' : ''
  return `member AS MATERIALIZED (SELECT id FROM ${filtered.list} WHERE ${ofMembers.join(' AND ')} ${order} LIMIT ${MAX_MEMBERS + 1})`
}

/** SQL of that of a list without a limit. */
export function passesSql(
  { list }: Filtered,
  { ofMembers, ofRows, ofTable, ofSearch }: Conditions,
): string {
  const others = ofMembers.length > 0 ? ofRows : ofTable
  return [`${list}.is_public`, ...ofMembers, ...others, ...ofSearch].join(' AND ')
}

/** Whether the CTE of the search has the whole list. */
export function isSearchOnly({ filters }: Filtered): boolean {
  return 'q' in filters && Object.keys(filters).length === 1
}

/** Whether the stored prices of public artworks tell the whole list. */
export function isPricesOnly(filtered: Filtered): boolean {
  const filters = filtersOf(filtered)
  return filters.length > 0 && filters.every(({ ofPrices }) => ofPrices !== undefined)
}

/** SQL of the condition of a public record that passes filters, which reads the CTE of `searchedSql`. Its parameters are the first ones. */
export function passingSql(filtered: Filtered): string {
  return passesSql(filtered, conditionsOf(filtered, 1))
}
