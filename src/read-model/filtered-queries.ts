import type { Rows, Statement } from '../database/statement.ts'
import type { FilterOrder, ListName } from '../lists/list.ts'
import {
  conditionsOf,
  filtersOf,
  hasMembers,
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
import { countedSql, passingIdsSql, rowsOfTableSql } from './filtered-counts.ts'
import {
  MAX_UNBOUNDED_ROWS,
  memoizedStatement,
  pageSql,
  type DocumentOptions,
} from './page-queries.ts'
import type { RangeScan } from './sort-orders.ts'

// The statements that read pages of filtered lists.

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

/** The rows of the page that follow the columns of the count. */
export function countedRowsOf(rows: Rows): Rows {
  return rows.filter(([, , , id]) => id !== null).map((row) => row.slice(3))
}

/** The first parameter of a page of a filtered list that has the value of a filter. */
const FIRST_FILTER = 5

const END = '($3::bigint + $4::bigint)'

/**
 * Reads a page of a filtered list with its documents.
 * @param count undefined where it is not known: then the statement counts the list, too, and its rows are those of
 *   `filteredCountOf` and `countedRowsOf`.
 */
export function rowsOfFiltered(
  scan: RangeScan | FilterOrder,
  filtered: FilteredList,
  { count, ...place }: Place & { readonly count: number | undefined },
  options: DocumentOptions,
): Statement {
  const isCounted = count === undefined
  const foundBy = foundSql(isCounted ? '(SELECT count FROM counted)' : String(count))
  return pageOfFound(scan, filtered, { ...place, isCounted }, options, { name: 'page', foundBy })
}

/**
 * Reads the first rows of a filtered list with their documents, and no more of the list than the index of a filter finds up to
 * the limit, and than the first rows of the order. Of a list with other rows, some may be missing. Its rows are those of
 * `leadingRowsOf`.
 */
export function leadingRowsOfFiltered(
  scan: RangeScan,
  filtered: Pick<FilteredList, 'list' | 'filters'>,
  limit: number,
  options: DocumentOptions,
): Statement {
  const leading = { ...filtered, isLimited: true, isLeading: true }
  const place = { limit, offset: 0, isCounted: false }
  return pageOfFound(scan, leading, place, options, { name: 'leading', foundBy: leadingSql })
}

interface LeadingRows {
  readonly rows: Rows
  /** Whether these are the first rows of the list. */
  readonly isComplete: boolean
}

/** @param read the rows of `leadingRowsOfFiltered`: at least one, which has whether they are complete. */
export function leadingRowsOf(read: Rows): LeadingRows {
  const rows = read.filter(([, id]) => id !== null).map((row) => row.slice(1))
  return { rows, isComplete: read[0]?.[0] === 't' }
}

interface Place {
  readonly limit: number
  readonly offset: number
}

interface Found {
  /** SQL of CTEs before that of the count. */
  readonly before: string
  /** SQL of CTEs, the last of which is `found` with the columns `key` and `id`. */
  readonly ctes: string
  /** Whether `found` has the whole list; otherwise it ends with the page. */
  readonly isWhole: boolean
  /** SQL of whether no row of the page is missing, where some may be. */
  readonly isComplete?: string
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
  { name, foundBy }: { readonly name: string; readonly foundBy: FoundSql },
): Statement {
  const isLong = limit > MAX_UNBOUNDED_ROWS
  const { order, descending } = 'of' in scan ? orderOfFilter(scan, filtered) : scan
  const ascent = descending ? 'DESC' : 'ASC'
  const direction = `${ascent} NULLS LAST` as const
  const hasPrices =
    order.hasPrices || filtersOf(filtered).some(({ ofPrices }) => ofPrices !== undefined)
  const textOf = (): string => {
    const conditions = conditionsOf(filtered, FIRST_FILTER, order.column)
    const { before, ctes, isWhole, isComplete } = foundBy(
      filtered,
      conditions,
      order,
      ascent,
      offset + limit,
    )
    const rows = `SELECT found.* FROM found ORDER BY key ${direction}, id ${direction} OFFSET $3::bigint LIMIT $4::bigint`
    const rowsSql = hasPrices
      ? `SELECT listed.*, price_usd, price_eur FROM (${rows}) AS listed LEFT JOIN artwork_prices ON artwork_id = listed.id`
      : rows
    const usd = hasPrices ? 'price_usd' : undefined
    const page = (sql: string): string =>
      pageSql(spec, sql, { direction, pageDirection: direction, usd, buildsMissing, isLong })
    if (isComplete !== undefined)
      return `WITH ${before}${ctes}
      SELECT known.*, page.* FROM (SELECT ${isComplete} AS is_complete) AS known LEFT JOIN (${page(rowsSql)}) AS page ON true`
    if (!isCounted) return page(`WITH ${before}${ctes} ${rowsSql}`)
    // The join with one row keeps the order of the page; without a row of the page, it has that of the count.
    const counted = countedSql(filtered, conditions, { firstParameter: FIRST_FILTER, isWhole })
    return `WITH ${before}${isWhole ? `${ctes}, ${counted}` : `${counted}, ${ctes}`}
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
 * The rows that are read in the order of an index, before those that pass are all found: so many more than a page ends after,
 * that it is filled if one of eight rows passes.
 */
export const WALKED = 1_000
const WALKED_PER_ROW = 8
const WALK = `(${WALKED} + ${WALKED_PER_ROW} * ${END})`

type OrderedBy = Pick<RangeScan['order'], 'from' | 'column' | 'hasPrices' | 'rows'>

/** SQL of records with their key. One in another table is looked up for each: PostgreSQL would read all of that table for a few. */
function selectKey(list: ListName, { from, column, hasPrices }: OrderedBy): string {
  const key = hasPrices ? `(SELECT ${column} FROM ${from} WHERE id = ${list}.id)` : column
  return `SELECT ${key} AS key, id FROM ${from === list || hasPrices ? list : `${list} JOIN ${from} USING (id)`}`
}

/**
 * SQL of the public ones of the members that pass the other filters. Each member is looked up: PostgreSQL could read all of the
 * index of another filter, of which it expects few rows for any value.
 */
function passingMembersSql(list: ListName, order: OrderedBy, { ofRows }: Conditions): string {
  const passes = [`${list}.id = member.id`, `${list}.is_public`, ...ofRows]
  return `SELECT passing.* FROM member, LATERAL (${selectKey(list, order)} WHERE ${passes.join(' AND ')} OFFSET 0) AS passing`
}

/** To look up each row of the walk of a deeper page takes longer than to find all that pass. */
const MAX_WALKED_END = 1_000

/**
 * The public records of the list up to the end of the page. The first rows of the order are looked up, unless this is in vain. Where
 * too few of these pass, a short list is found and sorted. Of a longer one, the ids are found, and the index of the order is read
 * until the page is full: PostgreSQL reads both kinds of indexes alone, and keeps the ids in a hash table. `OFFSET 0` and `IS TRUE`
 * keep it from other ways, whose costs it misjudges.
 * @param count SQL.
 */
const foundSql =
  (count: string): FoundSql =>
  (filtered, conditions, order, direction, end) => {
    const { list, isLimited } = filtered
    const select = selectKey(list, order)
    const whole = (before: string, condition: string): Found => ({
      before,
      ctes: `found AS MATERIALIZED (${select} WHERE ${condition})`,
      isWhole: true,
    })
    if (isLimited) {
      const isFew = `(SELECT count(*) FROM member) <= ${MAX_MEMBERS}`
      const ctes = `found AS MATERIALIZED (${passingMembersSql(list, order, conditions)} WHERE ${isFew})`
      return { before: `${memberSql(filtered, conditions)}, `, ctes, isWhole: true }
    }
    const before = searchedSql(filtered, FIRST_FILTER)
    const isByRelevance = order.from === 'searched'
    if (isByRelevance && isSearchOnly(filtered)) {
      const found = `SELECT ${order.column} AS key, id FROM searched`
      return { before, ctes: `found AS MATERIALIZED (${found})`, isWhole: true }
    }
    const passes = passesSql(filtered, conditions)
    if (memberIndex(filtered) === 'id' || isByRelevance) return whole(before, passes)
    const isLong = `${count} > ${MAX_MEMBERS}`
    // The walk of a rare list would be in vain, if its records are spread evenly.
    const isWalked =
      end <= MAX_WALKED_END ? `${count} * ${WALK} >= ${END} * ${rowsOfTableSql(list)}` : 'false'
    const isEnough = (cte: string): string => `(SELECT count(*) FROM ${cte}) >= ${END}`
    const ordered = [
      ...conditionsInOrder(order, conditions),
      isLong,
      `NOT ${isEnough('walked')}`,
      `(id IN (${passingIdsSql(filtered, conditions)})) IS TRUE`,
    ]
    // Rows without a key are last in both directions, so they are no part of an order that is read backwards.
    const keyless = [
      passes,
      `id IN (SELECT id FROM ${order.from} WHERE is_public AND ${order.column} IS NULL)`,
      isLong,
      `NOT ${isEnough('ordered')}`,
    ]
    const ctes = `${walkedSql(filtered, order, direction, conditions, isWalked)}, ordered AS MATERIALIZED (
        SELECT * FROM walked WHERE ${isEnough('walked')}
        UNION ALL (
          SELECT ${order.column} AS key, id FROM ${order.from} WHERE ${ordered.join(' AND ')}
          ORDER BY ${order.column} ${direction}, id ${direction} LIMIT ${END}
        )
      ), found AS MATERIALIZED (
        SELECT * FROM ordered
        UNION ALL SELECT * FROM (
          ${select} WHERE ${passes} AND NOT ${isLong} AND NOT ${isEnough('walked')} OFFSET 0
        ) AS short
        ${order.rows === undefined ? '' : `UNION ALL (SELECT * FROM (${select} WHERE ${keyless.join(' AND ')} OFFSET 0) AS keyless ORDER BY id ${direction} LIMIT ${END})`}
      )`
    return { before, ctes, isWhole: false }
  }

/** SQL of the conditions of the rows of an order, by its own columns. */
function conditionsInOrder(
  { column, hasPrices }: OrderedBy,
  { ofOrder, ofPrices }: Conditions,
): string[] {
  // A range of prices or of times may begin anywhere in their order, whose index has all of them.
  return ['is_public', `${column} IS NOT NULL`, ...ofOrder, ...(hasPrices ? ofPrices : [])]
}

/**
 * SQL of the CTE `walked`: the rows that pass, up to the end of the page, among the first ones of the order.
 * @param isWalked SQL of the condition on which there are any.
 */
function walkedSql(
  { list }: Filtered,
  order: OrderedBy,
  direction: 'ASC' | 'DESC',
  conditions: Conditions,
  isWalked: string,
): string {
  const { from, column } = order
  const inOrder = [...conditionsInOrder(order, conditions), isWalked]
  const first = `SELECT ${column} AS key, id FROM ${from} WHERE ${inOrder.join(' AND ')}
        ORDER BY ${column} ${direction}, id ${direction}
        LIMIT ${WALK}`
  // What a search finds has no index, so that a condition of each row would read all of it.
  const found =
    conditions.ofSearch.length > 0
      ? `SELECT key, id FROM (${first}) AS first JOIN searched USING (id) OFFSET 0`
      : first
  const passes = [`${list}.is_public`, ...conditions.ofMembers, ...conditions.ofRows]
  return `walked AS MATERIALIZED (
      SELECT key, id FROM (${found}) AS walked, LATERAL (
        SELECT FROM ${list} WHERE ${list}.id = walked.id AND ${passes.join(' AND ')} OFFSET 0
      ) AS passing
      ORDER BY key ${direction}, id ${direction} LIMIT ${END}
    )`
}

/**
 * The public records of a list of few members; of one with many, those that a walk finds and, where
 * these are too few, those among some members; of any other list, those that a walk finds.
 */
const leadingSql: FoundSql = (filtered, conditions, order, direction) => {
  const walked = walkedSql(filtered, order, direction, conditions, 'true')
  // A walk that does not fill the page has found all if it has come to the end of the order, and the order has all rows.
  const inOrder = conditionsInOrder(order, conditions).join(' AND ')
  // The order leads to the index of the walk: by another one, PostgreSQL could read all rows.
  const toWalk = `SELECT FROM ${order.from} WHERE ${inOrder} ORDER BY ${order.column} ${direction} LIMIT ${WALK}`
  const isEnd =
    order.rows === undefined ? `(SELECT count(*) FROM (${toWalk}) AS to_walk) < ${WALK}` : 'false'
  const isWalkEnough = `((SELECT count(*) FROM walked) >= ${END} OR ${isEnd})`
  if (!hasMembers(filtered)) {
    const before = searchedSql(filtered, FIRST_FILTER)
    const ctes = `${walked}, found AS (SELECT * FROM walked)`
    return { before, ctes, isWhole: false, isComplete: isWalkEnough }
  }
  const isLong = `(SELECT count(*) FROM member) > ${MAX_MEMBERS}`
  const ctes = `${walked}, found AS MATERIALIZED (
      ${passingMembersSql(filtered.list, order, conditions)}
      WHERE NOT (${isLong} AND (SELECT count(*) FROM walked) >= ${END})
      UNION SELECT * FROM walked WHERE ${isLong}
    )`
  const before = `${memberSql(filtered, conditions)}, `
  return { before, ctes, isWhole: false, isComplete: `(NOT ${isLong} OR ${isWalkEnough})` }
}
