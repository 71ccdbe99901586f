import type { Rows, Statement } from '../database/statement.ts'
import {
  FACETS,
  MAX_VALUES,
  type Case,
  type Facet,
  type Keys,
  type Links,
  type Parameters,
} from '../lists/facets.ts'
import { conditionSql, filterOf, filterValues, type FilterValues } from '../lists/filters.ts'
import { filtersOfList, type ListName } from '../lists/list.ts'
import { conditionsOf, passingSql, searchedSql } from './filter-conditions.ts'
import { INDEX_ROWS, membersSql, rowsOfTableSql } from './filtered-counts.ts'

// Statements that count facets. Each first counts the records that have the same columns, and then the values by these counts: so
// a value is told for far fewer rows.

/** The colors of more records are not counted: each record has several, of which equal ones count once. */
export const MAX_COLORED = 100_000

/** Longer texts are not counted: they do not fit into the address of a list, and to fold one takes milliseconds. */
const MAX_TEXT = 200

/**
 * Texts that take longer to fold together, by `splitting`, are not counted: up to half a second. Otherwise a writer of a few
 * thousand could keep everybody from counting any facet.
 */
export const MAX_FOLDED = 200_000

/** Some facets of a list that are counted by one statement. */
interface FacetPass {
  readonly list: ListName
  readonly filters: FilterValues
  readonly facets: readonly NamedFacet[]
}

interface NamedFacet extends Facet {
  readonly name: string
  /** The given values of the facet. */
  readonly cases?: readonly GivenCase[]
}

type FilterValue = FilterValues[string]

interface GivenCase extends Case {
  readonly filters: FilterValues
}

type Query = Readonly<Record<string, unknown>>

/** The passes that count all facets of a list for the filters of a request. */
export function facetPasses(list: ListName, query: Query): FacetPass[] {
  const filtersIn = (parameters: Query): FilterValues =>
    filterValues(filtersOfList(list), parameters)
  const passes = new Map<string, FacetPass & { readonly facets: NamedFacet[] }>()
  for (const [name, facet] of Object.entries(FACETS[list])) {
    const kept = Object.entries(query).filter(([parameter]) => !facet.replaces.includes(parameter))
    const filters = filtersIn(Object.fromEntries(kept))
    const key = JSON.stringify([facet.pass ?? name, filters])
    const pass = passes.get(key) ?? { list, filters, facets: [] }
    const { values } = facet
    // Of the options, such as `units`; a filter of the request is not one of the case.
    const options = Object.fromEntries(
      Object.entries(query).filter(([parameter]) => !(parameter in filtersOfList(list))),
    )
    pass.facets.push({
      ...facet,
      name,
      ...('cases' in values && {
        cases: values.cases(query).map((each) => ({
          ...each,
          filters: filtersIn({ ...options, ...each.parameters }),
        })),
      }),
    })
    passes.set(key, pass)
  }
  return [...passes.values()]
}

/** A statement whose rows are those of `facetsOf` and `membersIn`. */
export function countFacets(pass: FacetPass): Statement {
  const values = Object.values(pass.filters)
  const passing = values.length > 0 ? passingSql(pass) : undefined
  const text = `WITH ${searchedSql(pass, 1)}${countsSql(pass, passing, values)}`
  return { name: '', text, values }
}

/**
 * Counts several passes with the same filters by one statement, which looks up each record of the list: for a short one.
 * Its rows are those of `facetsOf` and `membersIn`.
 */
export function countTogether(passes: readonly [FacetPass, ...FacetPass[]]): Statement {
  const [{ list, filters }] = passes
  const filtered = { list, filters, isLimited: false }
  const values = Object.values(filters)
  const found = `found AS MATERIALIZED (SELECT id FROM ${list} WHERE ${passingSql(filtered)})`
  const members = `SELECT NULL AS facet, NULL AS value, NULL AS label, ${membersSql(filtered, conditionsOf(filtered, 1))} AS records
    FROM (SELECT count(*) AS count FROM found) AS passing`
  // PostgreSQL expects few elements of an array, so it looks them up, and never reads a whole table for them.
  const passing = 'id = ANY (ARRAY(SELECT id FROM found))'
  const counts = passes.map(
    (each) => `SELECT * FROM (WITH ${countsSql(each, passing, values)}) AS counted`,
  )
  const text = `WITH ${searchedSql(filtered, 1)}${found} ${[members, ...counts].join(' UNION ALL ')}`
  return { name: '', text, values }
}

/**
 * What a statement has done to find the records of the list, for `countTogether`, to fold texts, and to read links, as a number of
 * records.
 */
export function membersIn(rows: Rows): number {
  const members = rows.flatMap(([facet, , , records]) => (facet === null ? Number(records) : []))
  return members.reduce((sum, each) => sum + each, 0)
}

/**
 * SQL of the last CTE of a statement and its rows.
 * @param passing undefined for all public records.
 * @param values the parameters of the statement, to which it adds its own.
 */
function countsSql(
  { list, facets }: FacetPass,
  passing: string | undefined,
  values: FilterValue[],
): string {
  const parameter = (value: FilterValue): string => `$${values.push(value)}`
  const columns = [...new Set(facets.flatMap((facet) => facet.columns))]
  const sets = [...new Set(facets.map((facet) => facet.columns.join()))]
  const [{ links } = {}] = facets
  const grouped =
    links === undefined
      ? `grouped AS MATERIALIZED (
          SELECT ${columns.join()}, grouping(${columns.join()}) AS set, count(*) AS records
          FROM ${list} WHERE ${passing ?? 'is_public'}
          GROUP BY GROUPING SETS (${sets.map((set) => `(${set})`).join()}))`
      : linkedSql(list, links, columns.join(), passing)
  const counts = facets.map((facet) => {
    const missing = columns.filter((column) => !facet.columns.includes(column))
    const set = missing.reduce(
      (sum, column) => sum + 2 ** (columns.length - 1 - columns.indexOf(column)),
      0,
    )
    const rows = `(SELECT * FROM grouped WHERE set = ${set}) AS grouped`
    return facet.cases === undefined
      ? keysSql(facet, facet.values as Keys, rows)
      : casesSql(list, facet.name, facet.cases, rows, parameter)
  })
  // A record can have many links, but most have few: those beyond one of each record count.
  const others = `greatest(0, sum(records) - ${rowsOfTableSql(list)}) / ${INDEX_ROWS}`
  const read =
    links === undefined || links.by !== undefined
      ? []
      : [`SELECT NULL, NULL, NULL, ${others} FROM grouped`]
  return `${grouped} ${[...counts, ...read].join(' UNION ALL ')}`
}

/** SQL of the CTE of the columns of linked rows. @param passing undefined for all public records. */
function linkedSql(
  list: ListName,
  { table, by, id, isPublic = false }: Links,
  columns: string,
  passing: string | undefined,
): string {
  const select = `SELECT ${columns}, 0 AS set`
  const groups = `GROUP BY ${columns}`
  if (by !== undefined) {
    return `passing AS MATERIALIZED (
        SELECT id, ${by} FROM ${list} WHERE ${passing ?? 'is_public'} LIMIT ${MAX_COLORED + 1}
      ), grouped AS MATERIALIZED (
        ${select}, count(DISTINCT passing.id) AS records FROM passing JOIN ${table} ON ${id} = ${by}
        WHERE (SELECT count(*) FROM passing) <= ${MAX_COLORED} ${groups}
        UNION ALL SELECT NULL, 0, count(*) FROM passing HAVING count(*) > ${MAX_COLORED})`
  }
  const count = (where: string, sign = ''): string =>
    `${select}, ${sign}count(*) AS records FROM ${table} WHERE ${where} ${groups}`
  if (passing !== undefined || isPublic) {
    const conditions = [
      ...(isPublic ? ['is_public'] : []),
      ...(passing === undefined ? [] : [`${id} IN (SELECT id FROM ${list} WHERE ${passing})`]),
    ]
    return `grouped AS MATERIALIZED (${count(conditions.join(' AND '))})`
  }
  // Few records are not public, so it is faster to subtract theirs than to join all.
  return `grouped AS MATERIALIZED (
    SELECT ${columns}, set, sum(records) AS records FROM (
      ${count('true')} UNION ALL ${count(`${id} IN (SELECT id FROM ${list} WHERE NOT is_public)`, '-')}
    ) AS counted ${groups}, set HAVING sum(records) > 0)`
}

/** SQL of one more than the most frequent values, or of a row without a value where there are too many records to count. */
function keysSql(
  { name, links }: NamedFacet,
  { key, value, label, isText = false }: Keys,
  rows: string,
): string {
  const keys = `(SELECT ${key} AS key, records FROM ${rows}) AS keys`
  const most = 'ORDER BY records DESC, key'
  const limit = `LIMIT ${MAX_VALUES + 1}`
  if (isText) {
    // `OFFSET 0` has the sort key, which takes long, computed once.
    return `SELECT * FROM (WITH texts AS MATERIALIZED (
        SELECT key, sum(records) AS records FROM ${keys} WHERE length(key) <= ${MAX_TEXT} GROUP BY key
      ), folding AS MATERIALIZED (SELECT coalesce(sum(splitting(key)), 0) AS records FROM texts)
      (SELECT '${name}' AS facet, key AS value, key AS label, records FROM (
        SELECT min(key COLLATE "C") AS key, sum(records) AS records FROM (
          SELECT *, sort_key(key) AS sort_key FROM texts WHERE (SELECT records FROM folding) <= ${MAX_FOLDED} OFFSET 0
        ) AS sorted WHERE sort_key <> '' GROUP BY sort_key ${most} ${limit}) AS most ${most})
      UNION ALL SELECT '${name}', NULL, NULL, records FROM folding WHERE records > ${MAX_FOLDED}
      UNION ALL SELECT NULL, NULL, NULL, records FROM folding WHERE records <= ${MAX_FOLDED}) AS folded`
  }
  const isShown = links?.by === undefined ? 'WHERE key IS NOT NULL' : ''
  return `(SELECT '${name}' AS facet, ${value ?? 'key::text'} AS value, ${label ?? 'key::text'} AS label, records FROM (
    SELECT key, sum(records) AS records FROM ${keys} ${isShown} GROUP BY key ${most} ${limit}) AS most ${most})`
}

function casesSql(
  list: ListName,
  name: string,
  cases: readonly GivenCase[],
  rows: string,
  parameter: (value: FilterValue) => string,
): string {
  const sums = cases.map(({ filters }) => {
    const conditions = Object.entries(filters).map(([filter, value]) => {
      const { sql, ofPrices = sql } = filterOf(filtersOfList(list), filter)
      return conditionSql(ofPrices, parameter(value))
    })
    return `sum(records) FILTER (WHERE ${conditions.join(' AND ')})`
  })
  return `(SELECT '${name}' AS facet, (place - 1)::text AS value, NULL AS label, records
    FROM (SELECT ARRAY[${sums.join()}]::numeric[] AS sums FROM ${rows}) AS summed,
      unnest(sums) WITH ORDINALITY AS counted (records, place)
    WHERE records > 0 ORDER BY place)`
}

/** A value of a facet: the query parameters that give the records that it counts. */
interface FacetValue {
  readonly parameters: Parameters
  readonly label: string
  readonly count: number
}

export interface CountedFacet {
  readonly values: readonly FacetValue[]
  /** Whether there are further values. Without `values`, there are too many records to count them. */
  readonly hasMore: boolean
}

export function facetsOf({ facets }: FacetPass, rows: Rows): Map<string, CountedFacet> {
  const byName = Map.groupBy(rows, ([name]) => name)
  return new Map(
    facets.map(({ name, replaces: [parameter = ''], values, cases }) => {
      const found = byName.get(name) ?? []
      const isCounted = found.every(([, value]) => value !== null)
      const shown = isCounted ? found.slice(0, MAX_VALUES) : []
      return [
        name,
        {
          hasMore: found.length > shown.length,
          values: shown.map(([, value, label, records]) => {
            const given = cases?.[Number(value)]
            const options = 'with' in values ? values.with : {}
            return {
              parameters: given?.parameters ?? { [parameter]: String(value), ...options },
              label: given?.label ?? String(label),
              count: Number(records),
            }
          }),
        },
      ]
    }),
  )
}
