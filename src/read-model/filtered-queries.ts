import type { Rows, Statement } from '../database/statement.ts'
import type { NamedTable } from '../database/tables.ts'
import { conditionSql, filterOf, type FilterValues } from '../lists/filters.ts'
import { LISTS, type List, type ListName, type OrderOfIds } from '../lists/list.ts'
import {
  MAX_UNBOUNDED_ROWS,
  memoizedStatement,
  pageSql,
  type DocumentOptions,
} from './page-queries.ts'
import type { RangeScan } from './sort-orders.ts'

// The statements of filtered lists. With a limit, the rows that the indexes of filters find are the members of the list:
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
}

type Filtered = Pick<FilteredList, 'list' | 'filters'>

const filtersOf = ({ list, filters }: Filtered) =>
  Object.keys(filters).map((name) => filterOf((LISTS[list] as List).filters ?? {}, name))

/** Whether the index of a filter finds the records, or a few more. */
export function hasMembers(filtered: Filtered): boolean {
  return filtersOf(filtered).some(({ index }) => index !== undefined)
}

interface Conditions {
  /** SQL of the conditions that indexes find. Drafts pass, unless a range of a sort key leaves them out. */
  readonly ofMembers: readonly string[]
  readonly others: readonly string[]
  /** Those of stored prices, by the columns of an order that has prices. */
  readonly ofPrices: readonly string[]
}

function conditionsOf(filtered: Filtered, firstParameter: number): Conditions {
  const ofPrices: string[] = []
  const found = filtersOf(filtered).map((filter, at) => {
    const condition = conditionSql(filter.ofPrices ?? filter.sql, `$${firstParameter + at}`)
    if (filter.ofPrices === undefined) return { index: filter.index, condition }
    ofPrices.push(condition)
    const priced = `id IN (SELECT artwork_id FROM artwork_prices WHERE is_public AND ${condition})`
    return { index: filter.index, condition: priced }
  })
  const ofMembers = found
    .filter(({ index }) => index !== undefined)
    .map(({ condition }) => condition)
  if (found.some(({ index }) => index === 'of a sort key'))
    ofMembers.push(`${filtered.list}.is_public`)
  const others = found.filter(({ index }) => index === undefined).map(({ condition }) => condition)
  return { ofMembers, others, ofPrices }
}

/** SQL of a CTE with the members of a limited list, one more than the limit where there are too many. */
function memberSql({ list }: Filtered, { ofMembers }: Conditions): string {
  return `member AS MATERIALIZED (SELECT id FROM ${list} WHERE ${ofMembers.join(' AND ')} LIMIT ${MAX_MEMBERS + 1})`
}

/** SQL of the condition of a public record of a limited list. */
function isFoundSql({ list }: Filtered, { others }: Conditions): string {
  const isFew = `(SELECT count(*) FROM member) <= ${MAX_MEMBERS}`
  return [`${list}.is_public`, isFew, 'id IN (SELECT id FROM member)', ...others].join(' AND ')
}

/** SQL of that of a list without a limit. */
function passesSql({ list }: Filtered, { ofMembers, others }: Conditions): string {
  return [`${list}.is_public`, ...ofMembers, ...others].join(' AND ')
}

/**
 * Named, so that a connection prepares it once, if there are few of its kind. There are too many combinations of the other
 * filters.
 */
function statementOf(filtered: FilteredList, name: string, textOf: () => string) {
  const { list, filters, isLimited } = filtered
  if (!isLimited || !filtersOf(filtered).every(({ index }) => index !== undefined)) {
    return { name: '', text: textOf() }
  }
  return memoizedStatement(`${name} of ${list} by ${Object.keys(filters).join()}`, textOf)
}

/** Rows of an index that are read in the time of one row of a list: it reads nothing of the table. */
const INDEX_ROWS = 10

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
    const members =
      ofMembers.length > 0
        ? `(SELECT count(*) FROM ${list} WHERE ${ofMembers.join(' AND ')})`
        : `count + (SELECT reltuples::bigint / ${INDEX_ROWS} FROM pg_class WHERE oid = '${list}'::regclass)`
    return `SELECT ${parents}, ${members}, count
      FROM (SELECT count(*) AS count FROM ${list} WHERE ${passesSql(filtered, conditions)}) AS passing`
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
  scan: RangeScan | OrderOfIds,
  filtered: FilteredList,
  { limit, offset }: { readonly limit: number; readonly offset: number },
  { urls, buildsMissing, spec }: DocumentOptions,
): Statement {
  const isLong = limit > MAX_UNBOUNDED_ROWS
  const { order, descending } = 'ids' in scan ? orderOfIds(filtered) : scan
  const ascent = descending ? 'DESC' : 'ASC'
  const direction = `${ascent} NULLS LAST` as const
  const hasPrices =
    order.hasPrices || filtersOf(filtered).some(({ ofPrices }) => ofPrices !== undefined)
  const variant = [descending, buildsMissing, isLong].map(Number).join('')
  const textOf = (): string => {
    const rows = `
      WITH ${foundSql(filtered, order, ascent)}
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
  const statement = statementOf(filtered, `page ${order.column} ${variant}`, textOf)
  return {
    ...statement,
    values: [urls.media, urls.public, offset, limit, ...Object.values(filtered.filters)],
  }
}

/** The value of the filter by ids is their order, too. */
function orderOfIds({ list, filters }: Filtered) {
  const parameter = FIRST_FILTER + Object.keys(filters).indexOf('ids')
  const column = `array_position($${parameter}::integer[], id)`
  return { order: { from: list, column, hasPrices: false }, descending: false }
}

/**
 * The rows that are read in the order of an index, before those that pass are all found and sorted: so many more than a page
 * ends after, that it is filled if one of eight rows passes.
 */
const WALKED = 1_000
const WALKED_PER_ROW = 8

/**
 * SQL of the CTE `found` with the columns `key` and `id`: all public records of the list, or those up to the end of the page.
 * PostgreSQL would misjudge which of both ways is the shorter one.
 */
function foundSql(
  filtered: FilteredList,
  { from, column, hasPrices }: Pick<RangeScan['order'], 'from' | 'column' | 'hasPrices'>,
  direction: 'ASC' | 'DESC',
): string {
  const { list, isLimited } = filtered
  const conditions = conditionsOf(filtered, FIRST_FILTER)
  const select = `SELECT ${column} AS key, id FROM ${from === list ? list : `${list} JOIN ${from} USING (id)`}`
  if (isLimited) {
    return `${memberSql(filtered, conditions)}, found AS MATERIALIZED (${select} WHERE ${isFoundSql(filtered, conditions)})`
  }
  const passes = passesSql(filtered, conditions)
  if (conditions.ofMembers.length > 0) return `found AS MATERIALIZED (${select} WHERE ${passes})`
  const isEnough = `(SELECT count(*) FROM walked) >= ${END}`
  // A range of prices may begin anywhere in their order, whose index has all of them.
  const inOrder = [
    'is_public',
    `${column} IS NOT NULL`,
    ...(hasPrices ? conditions.ofPrices : []),
  ].join(' AND ')
  return `walked AS MATERIALIZED (
      SELECT key, id FROM (
        SELECT ${column} AS key, id FROM ${from} WHERE ${inOrder}
        ORDER BY ${column} ${direction}, id ${direction}
        LIMIT ${WALKED} + ${WALKED_PER_ROW} * ${END}
      ) AS walked JOIN ${list} USING (id)
      WHERE ${passes} ORDER BY key ${direction}, id ${direction} LIMIT ${END}
    ), found AS MATERIALIZED (
      SELECT * FROM walked WHERE ${isEnough}
      UNION ALL ${select} WHERE ${passes} AND NOT ${isEnough}
    )`
}
