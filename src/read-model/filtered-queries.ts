import type { Rows, Statement } from '../database/statement.ts'
import type { NamedTable } from '../database/tables.ts'
import { conditionSql, filterOf, type Filter, type FilterValues } from '../lists/filters.ts'
import { LISTS, type FilterOrder, type List, type ListName } from '../lists/list.ts'
import {
  MAX_UNBOUNDED_ROWS,
  memoizedStatement,
  pageSql,
  type DocumentOptions,
} from './page-queries.ts'
import type { RangeScan } from './sort-orders.ts'

// The statements of filtered lists. With a limit, the rows that the index of a filter finds are the members of the list:
// nothing of a list with too many is read. Without one, the time grows with the length of the list or of its table.

/** A filtered list with more members, drafts included, is not counted or read in a batch of ordinary reads. */
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

type Filtered = Pick<FilteredList, 'list' | 'filters' | 'isLeading'>

const filtersOf = ({ list, filters }: Filtered) =>
  Object.keys(filters).map((name) => filterOf((LISTS[list] as List).filters ?? {}, name))

/**
 * The column whose index finds the members of a list: the records, or a few more. Undefined for a list without: PostgreSQL could
 * read very many rows to find the few that two indexes have in common.
 */
function memberIndex(filtered: Filtered): MemberIndex | undefined {
  const filters = filtersOf(filtered)
  const indexes = new Set(filters.flatMap(({ index }) => index ?? []))
  if (indexes.has('id')) return 'id'
  if (indexes.size > 0) return indexes.size === 1 ? [...indexes][0] : undefined
  const leading = filters.flatMap(({ leadingIndex }) => leadingIndex ?? [])
  return filtered.isLeading === true && leading.length === 1 ? leading[0] : undefined
}

type MemberIndex = NonNullable<Filter['index'] | Filter['leadingIndex']>

/** The index of these has public rows only, so that the condition of the members leaves out drafts. */
const OF_PUBLIC = new Set<MemberIndex | undefined>(['updated_at', 'category_id'])

/** Whether the list can be read with a limit. The time of a search grows with what it finds in the whole table. */
export function hasMembers(filtered: Filtered): boolean {
  return memberIndex(filtered) !== undefined && !('q' in filtered.filters)
}

interface Conditions {
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
function conditionsOf(filtered: Filtered, firstParameter: number, column = ''): Conditions {
  const conditions: Record<keyof Conditions, string[]> = {
    ofMembers: [],
    ofRows: [],
    ofTable: [],
    ofSearch: [],
    ofPrices: [],
    ofOrder: [],
  }
  const members = memberIndex(filtered)
  if (OF_PUBLIC.has(members)) conditions.ofMembers.push(`${filtered.list}.is_public`)
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

/** SQL of a CTE with what a search finds, before others. @param firstParameter that of the filters. */
export function searchedSql(filtered: Filtered, firstParameter: number): string {
  const searches = filtersOf(filtered).flatMap(({ search }, at) =>
    search === undefined ? [] : [search.replace('?', `$${firstParameter + at}`)],
  )
  return searches.map((search) => `searched AS MATERIALIZED (SELECT * FROM ${search}), `).join('')
}

/** SQL of a CTE with the members of a limited list, one more than the limit where there are too many. */
function memberSql({ list }: Filtered, { ofMembers }: Conditions): string {
  return `member AS MATERIALIZED (SELECT id FROM ${list} WHERE ${ofMembers.join(' AND ')} LIMIT ${MAX_MEMBERS + 1})`
}

/** SQL of the condition of a public record of a limited list. */
function isFoundSql({ list }: Filtered, { ofRows }: Conditions): string {
  const isFew = `(SELECT count(*) FROM member) <= ${MAX_MEMBERS}`
  return [`${list}.is_public`, isFew, 'id IN (SELECT id FROM member)', ...ofRows].join(' AND ')
}

/** SQL of that of a list without a limit. */
function passesSql(
  { list }: Filtered,
  { ofMembers, ofRows, ofTable, ofSearch }: Conditions,
): string {
  const others = ofMembers.length > 0 ? ofRows : ofTable
  return [`${list}.is_public`, ...ofMembers, ...others, ...ofSearch].join(' AND ')
}

/** Whether the CTE of the search has the whole list. */
function isSearchOnly({ filters }: Filtered): boolean {
  return 'q' in filters && Object.keys(filters).length === 1
}

/** SQL of the condition of a public record that passes filters, which reads the CTE of `searchedSql`. @param firstParameter of the values. */
export function passingSql(filtered: Filtered, firstParameter: number): string {
  return passesSql(filtered, conditionsOf(filtered, firstParameter))
}

/**
 * Named, so that a connection prepares it once, if it has one filter that an index finds. PostgreSQL keeps more than 100 KB for
 * each named statement, and there are too many combinations of filters.
 */
function statementOf(
  { list, filters, isLimited }: FilteredList,
  name: string,
  textOf: () => string,
) {
  const [filter, ...others] = Object.keys(filters)
  if (!isLimited || others.length > 0) return { name: '', text: textOf() }
  return memoizedStatement(`${name} of ${list} by ${filter}`, textOf)
}

/** Rows of an index that are read in the time of one row of a list: it reads nothing of the table. */
export const INDEX_ROWS = 10

/** Counts the public records of a filtered list. Its rows are those of `filteredCountOf`. */
export function countFiltered(filtered: FilteredList): Statement {
  const { list, filters, parent, isLimited } = filtered
  const values = Object.values(filters)
  const textOf = (): string => {
    const conditions = conditionsOf(filtered, 1)
    const parents =
      parent === undefined
        ? '1'
        : `(SELECT count(*) FROM ${parent.table} WHERE id = $${values.length + 1}::integer)`
    if (isLimited) {
      return `WITH ${memberSql(filtered, conditions)}
        SELECT ${parents}, (SELECT count(*) FROM member),
          (SELECT count(*) FROM ${list} WHERE ${isFoundSql(filtered, conditions)})`
    }
    const { ofMembers } = conditions
    const searched = searchedSql(filtered, 1)
    const found = searched === '' ? '' : '(SELECT count(*) FROM searched) + '
    const members = isSearchOnly(filtered)
      ? '0'
      : ofMembers.length > 0
        ? `(SELECT count(*) FROM ${list} WHERE ${ofMembers.join(' AND ')})`
        : `count + (SELECT reltuples::bigint / ${INDEX_ROWS} FROM pg_class WHERE oid = '${list}'::regclass)`
    const passing = isSearchOnly(filtered)
      ? 'searched WHERE is_public'
      : `${list} WHERE ${passesSql(filtered, conditions)}`
    return `WITH ${searched}passing AS (SELECT count(*) AS count FROM ${passing})
      SELECT ${parents}, ${found}${members}, count FROM passing`
  }
  const statement = statementOf(filtered, `count below ${parent?.table}`, textOf)
  return { ...statement, values: parent === undefined ? values : [...values, parent.id] }
}

export interface FilteredCount {
  /** Drafts included; more than `MAX_MEMBERS` where a list with a limit is longer. */
  readonly members: number
  /** Of the public records. */
  readonly count: number
}

/** @returns undefined when there is no such parent. */
export function filteredCountOf([row = []]: Rows): FilteredCount | undefined {
  const [parents, members, count] = row
  return parents === '0' ? undefined : { members: Number(members), count: Number(count) }
}

/** The first parameter of a page of a filtered list that has the value of a filter. */
const FIRST_FILTER = 5

const END = '($3::bigint + $4::bigint)'

/** Reads a page of a filtered list with its documents. */
export function rowsOfFiltered(
  scan: RangeScan | FilterOrder,
  filtered: FilteredList,
  place: Place,
  options: DocumentOptions,
): Statement {
  return pageOfFound(scan, filtered, place, options, { name: 'page', sql: foundSql })
}

/**
 * Reads the first rows of a filtered list with their documents, and no more of the list than the index of a filter finds up to
 * the limit, and than the first rows of the order. Of a list with other rows, some may be missing.
 */
export function leadingRowsOfFiltered(
  scan: RangeScan,
  filtered: Pick<FilteredList, 'list' | 'filters'>,
  limit: number,
  options: DocumentOptions,
): Statement {
  const leading = { ...filtered, isLimited: true, isLeading: true }
  const place = { limit, offset: 0 }
  return pageOfFound(scan, leading, place, options, { name: 'leading', sql: leadingSql })
}

interface Place {
  readonly limit: number
  readonly offset: number
}

function pageOfFound(
  scan: RangeScan | FilterOrder,
  filtered: FilteredList,
  { limit, offset }: Place,
  { urls, buildsMissing, spec }: DocumentOptions,
  found: { readonly name: string; readonly sql: typeof foundSql },
): Statement {
  const isLong = limit > MAX_UNBOUNDED_ROWS
  const { order, descending } = 'of' in scan ? orderOfFilter(scan, filtered) : scan
  const ascent = descending ? 'DESC' : 'ASC'
  const direction = `${ascent} NULLS LAST` as const
  const hasPrices =
    order.hasPrices || filtersOf(filtered).some(({ ofPrices }) => ofPrices !== undefined)
  const variant = [descending, buildsMissing, isLong].map(Number).join('')
  const textOf = (): string => {
    const rows = `
      WITH ${found.sql(filtered, order, ascent, offset + limit)}
      SELECT found.* FROM found ORDER BY key ${direction}, id ${direction} OFFSET $3::bigint LIMIT $4::bigint`
    const rowsSql = hasPrices
      ? `SELECT listed.*, price_usd, price_eur FROM (${rows}) AS listed LEFT JOIN artwork_prices ON artwork_id = listed.id`
      : rows
    const usd = hasPrices ? 'price_usd' : undefined
    return pageSql(spec, rowsSql, {
      direction,
      pageDirection: direction,
      usd,
      buildsMissing,
      isLong,
    })
  }
  const statement = statementOf(filtered, `${found.name} ${order.column} ${variant}`, textOf)
  return {
    ...statement,
    values: [urls.media, urls.public, offset, limit, ...Object.values(filtered.filters)],
  }
}

function orderOfFilter({ of }: FilterOrder, { list, filters }: Filtered) {
  const parameter = FIRST_FILTER + Object.keys(filters).indexOf(of)
  return of === 'q'
    ? { order: { from: 'searched', column: 'relevance', hasPrices: false }, descending: true }
    : {
        order: {
          from: list,
          column: `array_position($${parameter}::integer[], id)`,
          hasPrices: false,
        },
        descending: false,
      }
}

/**
 * The rows that are read in the order of an index, before those that pass are all found and sorted: so many more than a page
 * ends after, that it is filled if one of eight rows passes.
 */
export const WALKED = 1_000
const WALKED_PER_ROW = 8

type OrderedBy = Pick<RangeScan['order'], 'from' | 'column' | 'hasPrices'>

const selectKey = (list: ListName, { from, column }: OrderedBy): string =>
  `SELECT ${column} AS key, id FROM ${from === list ? list : `${list} JOIN ${from} USING (id)`}`

/**
 * Up to this end of a page, each row that is walked is looked up by its id: PostgreSQL assumes that many rows pass, so it would
 * compute the condition for the whole table to look up some hundred rows. Deeper pages walk much of the table anyway.
 */
const MAX_LOOKED_UP = 1_000

/**
 * SQL of the CTE `found` with the columns `key` and `id`: the public records of the list up to the end of the page.
 * PostgreSQL would misjudge which of both ways is the shorter one, so `OFFSET 0` keeps them apart.
 */
function foundSql(
  filtered: FilteredList,
  order: OrderedBy,
  direction: 'ASC' | 'DESC',
  end: number,
): string {
  const { list, isLimited } = filtered
  const conditions = conditionsOf(filtered, FIRST_FILTER, order.column)
  const select = selectKey(list, order)
  if (isLimited) {
    return `${memberSql(filtered, conditions)}, found AS MATERIALIZED (${select} WHERE ${isFoundSql(filtered, conditions)})`
  }
  const searched = searchedSql(filtered, FIRST_FILTER)
  const isByRelevance = order.from === 'searched'
  if (isByRelevance && isSearchOnly(filtered))
    return `${searched}found AS MATERIALIZED (SELECT ${order.column} AS key, id FROM searched WHERE is_public)`
  const others = `${select} WHERE ${passesSql(filtered, conditions)}`
  if (memberIndex(filtered) === 'id' || isByRelevance)
    return `${searched}found AS MATERIALIZED (${others})`
  const isEnough = `(SELECT count(*) FROM walked) >= ${END}`
  const walked = walkedSql(filtered, order, direction, conditions, {
    isLookedUp: end <= MAX_LOOKED_UP,
    others: searched === '' ? [] : [`(SELECT count(*) FROM searched) > ${WALKED}`],
  })
  return `${searched}${walked}, found AS MATERIALIZED (
      SELECT * FROM walked WHERE ${isEnough}
      UNION ALL (
        SELECT * FROM (${others} AND NOT ${isEnough} OFFSET 0) AS passing
        ORDER BY key ${direction} NULLS LAST, id ${direction} LIMIT ${END}
      )
    )`
}

/** SQL of the CTE `walked`: the rows that pass, up to the end of the page, among the first ones of the order. */
function walkedSql(
  { list }: Filtered,
  { from, column, hasPrices }: OrderedBy,
  direction: 'ASC' | 'DESC',
  conditions: Conditions,
  { isLookedUp, others }: { readonly isLookedUp: boolean; readonly others: readonly string[] },
): string {
  // A range of prices or of times may begin anywhere in their order, whose index has all of them.
  const inOrder = [
    'is_public',
    `${column} IS NOT NULL`,
    ...conditions.ofOrder,
    ...(hasPrices ? conditions.ofPrices : []),
    ...others,
  ]
  const passes = [`${list}.is_public`, ...conditions.ofMembers, ...conditions.ofRows]
  // What a search finds has no index, so that a condition of each row would read all of it.
  const found = conditions.ofSearch.length > 0 ? 'JOIN searched USING (id)' : ''
  return `walked AS MATERIALIZED (
      SELECT key, id FROM (
        SELECT ${column} AS key, id FROM ${from} WHERE ${inOrder.join(' AND ')}
        ORDER BY ${column} ${direction}, id ${direction}
        LIMIT ${WALKED} + ${WALKED_PER_ROW} * ${END}
      ) AS walked ${found}, LATERAL (
        SELECT FROM ${list} WHERE ${list}.id = walked.id AND ${passes.join(' AND ')} ${isLookedUp ? 'OFFSET 0' : ''}
      ) AS passing
      ORDER BY key ${direction}, id ${direction} LIMIT ${END}
    )`
}

/**
 * SQL of the CTE `found`: the public records of a list of few members; of one with many, those among some members and those that
 * a walk finds; of any other list, the latter.
 */
function leadingSql(filtered: FilteredList, order: OrderedBy, direction: 'ASC' | 'DESC'): string {
  const conditions = conditionsOf(filtered, FIRST_FILTER, order.column)
  const walked = walkedSql(filtered, order, direction, conditions, {
    isLookedUp: true,
    others: [],
  })
  if (!hasMembers(filtered)) {
    return `${searchedSql(filtered, FIRST_FILTER)}${walked}, found AS MATERIALIZED (SELECT * FROM walked)`
  }
  const passes = [`${filtered.list}.is_public`, 'id IN (SELECT id FROM member)', ...conditions.ofRows]
  return `${memberSql(filtered, conditions)}, ${walked}, found AS MATERIALIZED (
      ${selectKey(filtered.list, order)} WHERE ${passes.join(' AND ')}
      UNION SELECT * FROM walked WHERE (SELECT count(*) FROM member) > ${MAX_MEMBERS}
    )`
}
