import type { Rows, Statement } from '../database/statement.ts'
import { LISTS, type List, type ListName } from '../lists/list.ts'
import {
  conditionsOf,
  filtersOf,
  isPricesOnly,
  isSearchOnly,
  passesSql,
  searchedSql,
  type Conditions,
  type Filtered,
  type FilteredList,
} from './filter-conditions.ts'

// The statements that count filtered lists.

/** Rows of an index that are read in the time of one row of a list: it reads nothing of the table. */
export const INDEX_ROWS = 3

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
export function countedSql(
  filtered: FilteredList,
  conditions: Conditions,
  { firstParameter, isWhole }: Counted,
): string {
  const { filters, parent, isLimited } = filtered
  const parentId = `$${firstParameter + Object.keys(filters).length}::integer`
  const parents =
    parent === undefined ? '1' : `(SELECT count(*) FROM ${parent.table} WHERE id = ${parentId})`
  const passing = isWhole ? 'SELECT id FROM found' : passingIdsSql(filtered, conditions)
  const members = isLimited ? '(SELECT count(*) FROM member)' : membersSql(filtered, conditions)
  return `counted AS MATERIALIZED (
    SELECT ${parents} AS parents, ${members} AS members, count FROM (
      SELECT count(*) AS count FROM (${passing}) AS passing
    ) AS passing)`
}

/** SQL of the ids of the public records of a list of any length. */
export function passingIdsSql(filtered: Filtered, conditions: Conditions): string {
  if (isSearchOnly(filtered)) return 'SELECT id FROM searched'
  if (!isPricesOnly(filtered))
    return `SELECT id FROM ${filtered.list} WHERE ${passesSql(filtered, conditions)}`
  const passes = ['is_public', ...conditions.ofPrices]
  return `SELECT artwork_id AS id FROM artwork_prices WHERE ${passes.join(' AND ')}`
}

/** SQL of the public rows that a scan reads, of whose index `INDEX_ROWS` count as one. `count` is the number of those that pass. */
export function membersSql(
  filtered: FilteredList,
  { ofMembers, ofRows, ofSearch }: Conditions,
): string {
  const { list } = filtered
  const found = ofSearch.length > 0 ? '(SELECT records FROM search) + ' : ''
  const doAllPass = ofMembers.length > 0 && ofRows.length === 0
  const others = isSearchOnly(filtered)
    ? '0'
    : isPricesOnly(filtered) || doAllPass
      ? 'count'
      : ofMembers.length > 0
        ? `(SELECT count(*) FROM ${list} WHERE ${['is_public', ...ofMembers].join(' AND ')})`
        : `count + ${scannedSql(filtered)}`
  return `${found}${others}`
}

/** SQL of what a scan of the whole list reads, as a number of records. */
function scannedSql(filtered: Filtered): string {
  const { hasFilterIndex }: List = LISTS[filtered.list]
  const rows = rowsOfTableSql(filtered.list)
  if (hasFilterIndex !== true) return rows
  const entriesOfRow = filtersOf(filtered).reduce((sum, { entries = 0 }) => sum + entries, 1)
  return `${rows} * ${entriesOfRow} / ${INDEX_ROWS}`
}

/** SQL of an estimate of the public ones; -1 before the table is analyzed for the first time. */
export const rowsOfTableSql = (list: ListName): string =>
  `(SELECT reltuples::bigint FROM pg_class WHERE oid = '${list}_by_id'::regclass)`

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
