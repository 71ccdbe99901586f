import { hash } from 'node:crypto'
import type { DocumentFormat, DocumentSpec } from './documents/document-spec.ts'
import { latin1Sql, convertedJsonSql, documentSql } from '../json-sql/expression.ts'
import { asLatin1, MAX_PAGE_BYTES, type Latin1Text } from '../response-body.ts'
import {
  filterSql,
  LISTS,
  type Filter,
  type FilterValues,
  type List,
  type ListName,
  type OrderOfIds,
} from '../lists/list.ts'
import type { NamedTable } from '../database/tables.ts'
import type { RangeScan, SortOrder } from './sort-orders.ts'
import type { ConvertedPrices } from './documents/exchange-rates.ts'
import type { Statement, Rows } from '../database/statement.ts'
import type { RowRange } from './offset-index/offset-index.ts'

/** A record with its document, as one statement reads it. */
export interface DocumentRow {
  readonly id: number
  /** Undefined when no document is stored and the statement does not build one. */
  readonly text: Latin1Text | undefined
  /** Digest of a stored document, which was validated before; undefined when the statement built it. */
  readonly digest: string | undefined
  /** The converted prices that the list is ordered by, so that the page shows the prices of its order. */
  readonly prices: ConvertedPrices | undefined
  /** In PostgreSQL's text format; for single records only. */
  readonly updatedAt?: string | null
}

export interface DocumentOptions extends Pick<DocumentFormat, 'urls'> {
  /** Whether the statement builds missing documents. */
  readonly buildsMissing: boolean
  readonly spec: DocumentSpec
}

/** The URLs, as parameters. */
const URLS = { media: '$1::text', public: '$2::text' }

/** A range of more rows is read up to `MAX_PAGE_BYTES` only. So many documents of the greatest length have 3 MB. */
const MAX_UNBOUNDED_ROWS = 20

/**
 * SQL columns of the document of the record `id`: the digest, and the text, which contains the URLs `$1` and `$2`.
 * @param id SQL; the join below provides `document`.
 * @param buildsMissing only when documents may be missing: PostgreSQL needs 0.1 ms to initialise the expression,
 *   even if all documents are stored.
 * @param isRead SQL of the condition on which a stored text is read.
 */
function documentColumns(
  { list, json }: DocumentSpec,
  id: string,
  buildsMissing: boolean,
  isRead?: string,
): string {
  const stored =
    isRead === undefined ? 'document.text' : `CASE WHEN ${isRead} THEN document.text END`
  if (!buildsMissing) return `document.digest, ${stored} AS text`
  const built = `SELECT ${latin1Sql('text')} FROM (
    SELECT ${documentSql(json, URLS)} AS text FROM ${list} WHERE ${list}.id = ${id} OFFSET 0
  ) AS built`
  return `document.digest, CASE WHEN document.id IS NOT NULL THEN ${stored} ELSE coalesce((${built}), '') END AS text`
}

/** Joins the stored document of the record `id`, if it has the format and the URLs of this process. */
function joinDocument({ table, format }: DocumentSpec, id: string): string {
  return `LEFT JOIN ${table} AS document
    ON document.id = ${id} AND document.format = ${format} 
      AND document.media_url = ${URLS.media} AND document.public_url = ${URLS.public}`
}

/**
 * Reads a row range with its documents: a range scan on the index of the sort order, then one lookup by id for each
 * document. The rows come in the order of the range, backwards or not. A long range has documents until they have
 * `MAX_PAGE_BYTES` in the order of the page, and no texts after that.
 */
export function rowsInRange(
  { order, descending }: RangeScan,
  { from, isBackwards, skip, limit }: RowRange,
  { urls, buildsMissing, spec }: DocumentOptions,
): Statement {
  const variant = {
    isBackwards,
    isBounded: from !== undefined,
    buildsMissing,
    isLong: limit > MAX_UNBOUNDED_ROWS,
    isReversed: descending !== isBackwards,
  }
  const name = `row_range ${order.name} ${Object.values(variant).map(Number).join('')}`
  const text = (): string => rangeSql(order, variant, spec)
  const start = from === undefined ? [] : order.key === undefined ? [from.id] : [from.key, from.id]
  return {
    ...memoizedStatement(name, text),
    values: [urls.media, urls.public, skip, limit, ...start],
  }
}

type NamedText = Pick<Statement, 'name' | 'text'>

const statements = new Map<string, NamedText>()

/**
 * Memoized, because building the text of a statement takes longer than sending it.
 * @param key may be longer than the 63 characters by which PostgreSQL tells prepared statements apart; a hash is not.
 */
function memoizedStatement(key: string, textOf: () => string): NamedText {
  const found = statements.get(key)
  if (found !== undefined) return found
  const text = textOf()
  const statement = { name: hash('sha256', text, 'base64url'), text }
  statements.set(key, statement)
  return statement
}

/** The columns after `updatedAt`, which is NULL for the rows of a list. */
const PRICES = `, NULL, ${convertedJsonSql('price_usd', 'page_row.key')}, ${convertedJsonSql('price_eur', 'page_row.price_eur')}`

/** A filtered list with more records, drafts included, is not counted or read in a batch of ordinary reads. */
export const MAX_MEMBERS = 2_000

/** Some of the public records of a list: those that pass all filters. */
export interface FilteredList {
  readonly list: ListName
  readonly filters: FilterValues
  /** The record below which a nested list is. */
  readonly parent?: { readonly table: NamedTable; readonly id: number } | undefined
  /** Whether its length is limited: then nothing of a longer one than `MAX_MEMBERS` is counted or read. */
  readonly isLimited: boolean
}

/**
 * SQL of a CTE with the ids of a filtered list; with a limit, one more where there are too many. Drafts are members, so that
 * a gallery with many of them has too many, unless a range of a sort key leaves them out: it has an index without them.
 */
function memberSql({ list, filters, isLimited }: FilteredList, firstParameter: number): string {
  const declared = (LISTS[list] as List).filters ?? {}
  const given = Object.keys(filters).map((name) => declared[name] as Filter)
  const conditions = given.map(
    (filter, at) => `(${filterSql(filter).replace('?', `$${firstParameter + at}`)})`,
  )
  if (given.some((filter) => typeof filter === 'object')) conditions.push('is_public')
  const ids = `SELECT id FROM ${list} WHERE ${conditions.join(' AND ')}`
  return isLimited
    ? `member AS MATERIALIZED (${ids} LIMIT ${MAX_MEMBERS + 1})`
    : `member AS (${ids})`
}

const HAS_FEW_MEMBERS = `(SELECT count(*) FROM member) <= ${MAX_MEMBERS}`

/** SQL of the condition of a public record of the filtered list. */
function isFoundSql({ isLimited }: FilteredList): string {
  return `is_public${isLimited ? ` AND ${HAS_FEW_MEMBERS}` : ''} AND id IN (SELECT id FROM member)`
}

function nameOf({ list, filters, isLimited }: FilteredList): string {
  return `${list} by ${Object.keys(filters).join()} ${Number(isLimited)}`
}

/** Counts the public records of a filtered list. Its rows are those of `filteredCountOf`. */
export function countFiltered(filtered: FilteredList): Statement {
  const { list, filters, parent } = filtered
  const values = Object.values(filters)
  const parents =
    parent === undefined
      ? '1'
      : `(SELECT count(*) FROM ${parent.table} WHERE id = $${values.length + 1}::integer)`
  const statement = memoizedStatement(
    `count of ${nameOf(filtered)} below ${parent?.table}`,
    () => `WITH ${memberSql(filtered, 1)}
      SELECT ${parents}, (SELECT count(*) FROM member), (SELECT count(*) FROM ${list} WHERE ${isFoundSql(filtered)})`,
  )
  return { ...statement, values: parent === undefined ? values : [...values, parent.id] }
}

export interface FilteredCount {
  /** Drafts included (`memberSql`); more than `MAX_MEMBERS` where a list with a limit is longer. */
  readonly members: number
  /** Of the public records. */
  readonly count: number
}

/** @returns undefined when there is no such parent. */
export function filteredCountOf([row = []]: Rows): FilteredCount | undefined {
  const [parents, members, count] = row
  return parents === '0' ? undefined : { members: Number(members), count: Number(count) }
}

/**
 * Reads a page of a filtered list with its documents. It finds all records of the list before it sorts them: PostgreSQL
 * would read an index of the whole collection in its order instead.
 */
export function rowsOfFiltered(
  scan: RangeScan | OrderOfIds,
  filtered: FilteredList,
  { limit, offset }: { readonly limit: number; readonly offset: number },
  { urls, buildsMissing, spec }: DocumentOptions,
): Statement {
  const isLong = limit > MAX_UNBOUNDED_ROWS
  const { order, descending } = 'ids' in scan ? orderOfIds(filtered) : scan
  const { from, column, hasPrices } = order
  const direction = `${descending ? 'DESC' : 'ASC'} NULLS LAST` as const
  const variant = [descending, buildsMissing, isLong].map(Number).join('')
  const statement = memoizedStatement(`page of ${nameOf(filtered)} ${column} ${variant}`, () =>
    pageSql(
      spec,
      `
      WITH ${memberSql(filtered, FIRST_FILTER)}, found AS MATERIALIZED (
        SELECT ${column} AS key, id${hasPrices ? ', price_eur' : ''} FROM ${from} WHERE ${isFoundSql(filtered)}
      )
      SELECT * FROM found ORDER BY key ${direction}, id ${direction} OFFSET $3::integer LIMIT $4::integer`,
      { direction, pageDirection: direction, hasPrices, buildsMissing, isLong },
    ),
  )
  const values = [urls.media, urls.public, offset, limit, ...Object.values(filtered.filters)]
  return { ...statement, values }
}

/** The first parameter of a page of a filtered list that has the value of a filter. */
const FIRST_FILTER = 5

/** The value of the filter by ids is their order, too. */
function orderOfIds({ list, filters }: FilteredList) {
  const parameter = FIRST_FILTER + Object.keys(filters).indexOf('ids')
  const column = `array_position($${parameter}::integer[], id)`
  return { order: { from: list, column, hasPrices: false }, descending: false }
}

interface RangeVariant {
  readonly isBackwards: boolean
  /** Whether the range starts at an anchor. */
  readonly isBounded: boolean
  readonly buildsMissing: boolean
  readonly isLong: boolean
  /** Whether the page has the rows in the reverse order. */
  readonly isReversed: boolean
}

function rangeSql(
  { from, column, key, rows, hasPrices }: SortOrder,
  { isBackwards, isBounded, buildsMissing, isLong, isReversed }: RangeVariant,
  spec: DocumentSpec,
): string {
  const direction = isBackwards ? 'DESC' : 'ASC'
  const comparison = isBackwards ? '<' : '>='
  const start =
    key === undefined
      ? `id ${comparison} $5::integer`
      : `(${column}, id) ${comparison} ($5::${key.type}, $6::integer)`
  const conditions = [
    'is_public',
    ...(rows === undefined ? [] : [`${column} IS ${rows === 'with key' ? 'NOT NULL' : 'NULL'}`]),
    ...(isBounded ? [start] : []),
  ]
  const pageDirection = isBackwards !== isReversed ? 'DESC' : 'ASC'
  const rowsSql = `
      SELECT ${column} AS key, id${hasPrices ? ', price_eur' : ''} FROM ${from} WHERE ${conditions.join(' AND ')}
      ORDER BY ${column} ${direction}, id ${direction} OFFSET $3::integer LIMIT $4::integer`
  return pageSql(spec, rowsSql, { direction, pageDirection, hasPrices, buildsMissing, isLong })
}

interface PageVariant extends Pick<RangeVariant, 'buildsMissing' | 'isLong'> {
  /** Of the rows, and of those of the page. */
  readonly direction: Direction
  readonly pageDirection: Direction
  readonly hasPrices: boolean
}

type Direction = `${'ASC' | 'DESC'}${'' | ' NULLS LAST'}`

/** SQL of rows with the columns `key` and `id`, with their documents. */
function pageSql(
  spec: DocumentSpec,
  rowsSql: string,
  { direction, pageDirection, hasPrices, buildsMissing, isLong }: PageVariant,
): string {
  if (isLong && buildsMissing) {
    return oneByOneSql(spec, rowsSql, { direction, pageDirection, prices: hasPrices ? PRICES : '' })
  }
  const isRead = isLong ? hasRoomSql(pageDirection) : undefined
  return `
    SELECT page_row.id, ${documentColumns(spec, 'page_row.id', buildsMissing, isRead)}${hasPrices ? PRICES : ''}
    FROM (${rowsSql}) AS page_row
    ${joinDocument(spec, 'page_row.id')}
    ORDER BY page_row.key ${direction}, page_row.id ${direction}`
}

interface OneByOne extends Pick<PageVariant, 'direction' | 'pageDirection'> {
  readonly prices: string
}

/**
 * SQL of a long range that reads or builds one document after another, in the order of the page, and none after
 * `MAX_PAGE_BYTES`: to build a document takes many times as long as to read it, and its length is not known before.
 */
function oneByOneSql(
  spec: DocumentSpec,
  rowsSql: string,
  { direction, pageDirection, prices }: OneByOne,
): string {
  return `
    WITH RECURSIVE page_row AS MATERIALIZED (
      SELECT range_row.*, document.digest, row_number() OVER (ORDER BY key ${pageDirection}, range_row.id ${pageDirection}) AS no
      FROM (${rowsSql}) AS range_row ${joinDocument(spec, 'range_row.id')}
    ), made (no, text, bytes) AS (
      SELECT 0::bigint, NULL::text COLLATE "C", 0::bigint
      UNION ALL
      SELECT page_row.no, page_document.text, made.bytes + length(page_document.text)
      FROM made JOIN page_row ON page_row.no = made.no + 1
      CROSS JOIN LATERAL (
        SELECT ${documentColumns(spec, 'page_row.id', true)}
        FROM (SELECT) AS one ${joinDocument(spec, 'page_row.id')} OFFSET 0
      ) AS page_document
      WHERE made.bytes < ${MAX_PAGE_BYTES}
    )
    SELECT page_row.id, page_row.digest, made.text${prices} FROM page_row LEFT JOIN made USING (no)
    ORDER BY page_row.key ${direction}, page_row.id ${direction}`
}

/**
 * SQL of whether the documents before a row have less than `MAX_PAGE_BYTES` together.
 * @param direction of the page.
 */
function hasRoomSql(direction: Direction): string {
  return `coalesce(sum(document.length) OVER (
    ORDER BY page_row.key ${direction}, page_row.id ${direction}
    ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) < ${MAX_PAGE_BYTES}`
}

/** Reads the record with this id, if it is public. */
export function rowById(id: number, { urls, buildsMissing, spec }: DocumentOptions): Statement {
  const { list } = spec
  const statement = memoizedStatement(
    `row_by_id ${list}${buildsMissing ? ' build' : ''}`,
    () => `SELECT listed.id, ${documentColumns(spec, 'listed.id', buildsMissing)}, updated_at
      FROM ${list} AS listed ${joinDocument(spec, 'listed.id')}
      WHERE listed.id = $3::integer AND listed.is_public`,
  )
  return { ...statement, values: [urls.media, urls.public, id] }
}

export function documentRowsOf(rows: Rows): DocumentRow[] {
  return rows.map(([id, digest, text, updatedAt, priceUsd, priceEur]) => ({
    id: Number(id),
    digest: digest ?? undefined,
    text: text === null ? undefined : asLatin1(text as string),
    updatedAt: updatedAt as string | null,
    prices: priceUsd === undefined ? undefined : convertedPrices(priceUsd, priceEur),
  }))
}

function convertedPrices(usd: string | null, eur: string | null | undefined): ConvertedPrices {
  return { price_usd: asLatin1(usd ?? 'null'), price_eur: asLatin1(eur ?? 'null') }
}
