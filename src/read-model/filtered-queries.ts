import type { Rows, Statement } from '../database/statement.ts'
import type { FilterOrder, ListName } from '../lists/list.ts'
import {
  conditionsOf,
  filtersOf,
  hasMembers,
  isFoundSql,
  isPricesOnly,
  isSearchOnly,
  MAX_MEMBERS,
  memberIndex,
  memberSql,
  passesSql,
  searchedSql,
  type Conditions,
  type Filtered,
  type FilteredList,
} from './filter-conditions.ts'
import {
  MAX_UNBOUNDED_ROWS,
  memoizedStatement,
  pageSql,
  type DocumentOptions,
} from './page-queries.ts'
import type { RangeScan } from './sort-orders.ts'

// The statements that count and read filtered lists.

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

/** Counts the public records of a list of any length. Its rows are those of `filteredCountOf`. */
export function countFiltered({ list, filters }: Filtered): Statement {
  const filtered = { list, filters, isLimited: false }
  const conditions = conditionsOf(filtered, 1)
  const counted = countedSql(filtered, conditions, { firstParameter: 1, isWhole: false })
  const text = `WITH ${searchedSql(filtered, 1)}${counted} SELECT * FROM counted`
  return { name: '', text, values: Object.values(filters) }
}

interface Counted {
  /** That of the filters; the id of the parent comes after them. */
  readonly firstParameter: number
  /** Whether a CTE `found` has all rows that pass. */
  readonly isWhole: boolean
}

/** SQL of the CTE `counted` with the columns of `FilteredCount`, after the CTE of the members of a limited list. */
function countedSql(
  filtered: FilteredList,
  conditions: Conditions,
  { firstParameter, isWhole }: Counted,
): string {
  const { list, filters, parent, isLimited } = filtered
  const parentId = `$${firstParameter + Object.keys(filters).length}::integer`
  const parents =
    parent === undefined ? '1' : `(SELECT count(*) FROM ${parent.table} WHERE id = ${parentId})`
  const passing = isWhole
    ? 'found'
    : isSearchOnly(filtered)
      ? 'searched'
      : isPricesOnly(filtered)
        ? `artwork_prices WHERE ${['is_public', ...conditions.ofPrices].join(' AND ')}`
        : `${list} WHERE ${passesSql(filtered, conditions)}`
  const members = isLimited ? '(SELECT count(*) FROM member)' : membersSql(filtered, conditions)
  return `counted AS MATERIALIZED (
    SELECT ${parents} AS parents, ${members} AS members, count FROM (SELECT count(*) AS count FROM ${passing}) AS passing)`
}

/** SQL of the public rows that a scan reads, of whose index `INDEX_ROWS` count as one. `count` is the number of those that pass. */
export function membersSql(filtered: FilteredList, { ofMembers, ofSearch }: Conditions): string {
  const { list } = filtered
  const found = ofSearch.length > 0 ? '(SELECT records FROM search) + ' : ''
  const others = isSearchOnly(filtered)
    ? '0'
    : isPricesOnly(filtered)
      ? 'count'
      : ofMembers.length > 0
        ? `(SELECT count(*) FROM ${list} WHERE ${['is_public', ...ofMembers].join(' AND ')})`
        : `count + (SELECT reltuples::bigint / ${INDEX_ROWS} FROM pg_class WHERE oid = '${list}_by_id'::regclass)`
  return `${found}${others}`
}

export interface FilteredCount {
  /** The public records that were read; more than `MAX_MEMBERS` where a list with a limit is longer. */
  readonly members: number
  /** Of the public records. */
  readonly count: number
}

/** @returns undefined when there is no such parent. */
export function filteredCountOf([row = []]: Rows): FilteredCount | undefined {
  const [parents, members, count] = row
  return parents === '0' ? undefined : { members: Number(members), count: Number(count) }
}

/** The rows of the page that follow the columns of the count. */
export function countedRowsOf(rows: Rows): Rows {
  return rows.filter(([, , , id]) => id !== null).map((row) => row.slice(3))
}

/** The first parameter of a page of a filtered list that has the value of a filter. */
const FIRST_FILTER = 5

const END = '($3::bigint + $4::bigint)'

/**
 * Reads a page of a filtered list with its documents.
 * @param isCounted whether it also counts the list: then its rows are those of `filteredCountOf` and `countedRowsOf`.
 */
export function rowsOfFiltered(
  scan: RangeScan | FilterOrder,
  filtered: FilteredList,
  place: Place & { readonly isCounted: boolean },
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
  const place = { limit, offset: 0, isCounted: false }
  return pageOfFound(scan, leading, place, options, { name: 'leading', sql: leadingSql })
}

interface Place {
  readonly limit: number
  readonly offset: number
}

/** SQL of CTEs, the last of which is `found` with the columns `key` and `id`. */
interface Found {
  readonly ctes: string
  /** Whether `found` has the whole list; otherwise it ends with the page. */
  readonly isWhole: boolean
}

type FoundSql = (
  filtered: FilteredList,
  conditions: Conditions,
  order: OrderedBy,
  ascent: 'ASC' | 'DESC',
  end: number,
) => Found

function pageOfFound(
  scan: RangeScan | FilterOrder,
  filtered: FilteredList,
  { limit, offset, isCounted }: Place & { readonly isCounted: boolean },
  { urls, buildsMissing, spec }: DocumentOptions,
  { name, sql: foundBy }: { readonly name: string; readonly sql: FoundSql },
): Statement {
  const isLong = limit > MAX_UNBOUNDED_ROWS
  const { order, descending } = 'of' in scan ? orderOfFilter(scan, filtered) : scan
  const ascent = descending ? 'DESC' : 'ASC'
  const direction = `${ascent} NULLS LAST` as const
  const hasPrices =
    order.hasPrices || filtersOf(filtered).some(({ ofPrices }) => ofPrices !== undefined)
  const textOf = (): string => {
    const conditions = conditionsOf(filtered, FIRST_FILTER, order.column)
    const { ctes, isWhole } = foundBy(filtered, conditions, order, ascent, offset + limit)
    const rows = `SELECT found.* FROM found ORDER BY key ${direction}, id ${direction} OFFSET $3::bigint LIMIT $4::bigint`
    const rowsSql = hasPrices
      ? `SELECT listed.*, price_usd, price_eur FROM (${rows}) AS listed LEFT JOIN artwork_prices ON artwork_id = listed.id`
      : rows
    const usd = hasPrices ? 'price_usd' : undefined
    const page = (sql: string): string =>
      pageSql(spec, sql, { direction, pageDirection: direction, usd, buildsMissing, isLong })
    if (!isCounted) return page(`WITH ${ctes} ${rowsSql}`)
    // The join with one row keeps the order of the page; without a row of the page, it has that of the count.
    const counted = countedSql(filtered, conditions, { firstParameter: FIRST_FILTER, isWhole })
    return `WITH ${ctes}, ${counted}
      SELECT counted.*, page.* FROM counted LEFT JOIN (${page(rowsSql)}) AS page ON true`
  }
  const { filters, parent } = filtered
  const variant = [descending, buildsMissing, isLong, isCounted].map(Number).join('')
  const below = isCounted ? `below ${parent?.table}` : ''
  const statement = statementOf(filtered, `${name} ${order.column} ${variant} ${below}`, textOf)
  const ofParent = isCounted && parent !== undefined ? [parent.id] : []
  return {
    ...statement,
    values: [urls.media, urls.public, offset, limit, ...Object.values(filters), ...ofParent],
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
 * The public records of the list up to the end of the page. PostgreSQL would misjudge which of both ways is the shorter one, so
 * `OFFSET 0` keeps them apart.
 */
const foundSql: FoundSql = (filtered, conditions, order, direction, end) => {
  const { list, isLimited } = filtered
  const select = selectKey(list, order)
  const whole = (before: string, condition: string): Found => ({
    ctes: `${before}found AS MATERIALIZED (${select} WHERE ${condition})`,
    isWhole: true,
  })
  if (isLimited)
    return whole(`${memberSql(filtered, conditions)}, `, isFoundSql(filtered, conditions))
  const searched = searchedSql(filtered, FIRST_FILTER)
  const isByRelevance = order.from === 'searched'
  if (isByRelevance && isSearchOnly(filtered)) {
    const found = `SELECT ${order.column} AS key, id FROM searched`
    return { ctes: `${searched}found AS MATERIALIZED (${found})`, isWhole: true }
  }
  const passes = passesSql(filtered, conditions)
  if (memberIndex(filtered) === 'id' || isByRelevance) return whole(searched, passes)
  const isEnough = `(SELECT count(*) FROM walked) >= ${END}`
  const walked = walkedSql(filtered, order, direction, conditions, {
    isLookedUp: end <= MAX_LOOKED_UP,
    others: searched === '' ? [] : [`(SELECT count(*) FROM searched) > ${WALKED}`],
  })
  const ctes = `${searched}${walked}, found AS MATERIALIZED (
      SELECT * FROM walked WHERE ${isEnough}
      UNION ALL (
        SELECT * FROM (${select} WHERE ${passes} AND NOT ${isEnough} OFFSET 0) AS passing
        ORDER BY key ${direction} NULLS LAST, id ${direction} LIMIT ${END}
      )
    )`
  return { ctes, isWhole: false }
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
 * The public records of a list of few members; of one with many, those that a walk finds and, where
 * these are too few, those among some members; of any other list, those that a walk finds.
 */
const leadingSql: FoundSql = (filtered, conditions, order, direction) => {
  const walked = walkedSql(filtered, order, direction, conditions, {
    isLookedUp: true,
    others: [],
  })
  if (!hasMembers(filtered)) {
    const searched = searchedSql(filtered, FIRST_FILTER)
    return { ctes: `${searched}${walked}, found AS (SELECT * FROM walked)`, isWhole: false }
  }
  const isLong = `(SELECT count(*) FROM member) > ${MAX_MEMBERS}`
  const passes = [
    `${filtered.list}.is_public`,
    `NOT (${isLong} AND (SELECT count(*) FROM walked) >= ${END})`,
    'id IN (SELECT id FROM member)',
    ...conditions.ofRows,
  ]
  const ctes = `${memberSql(filtered, conditions)}, ${walked}, found AS MATERIALIZED (
      ${selectKey(filtered.list, order)} WHERE ${passes.join(' AND ')}
      UNION SELECT * FROM walked WHERE ${isLong}
    )`
  return { ctes, isWhole: false }
}
