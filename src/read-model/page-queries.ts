import { hash } from 'node:crypto'
import type { DocumentFormat, DocumentSpec } from './documents/document-spec.ts'
import { latin1Sql, convertedJsonSql, documentSql } from '../json-sql/expression.ts'
import { asLatin1, MAX_PAGE_BYTES, type Latin1Text } from '../response-body.ts'
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
export const MAX_UNBOUNDED_ROWS = 20

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
export function memoizedStatement(key: string, textOf: () => string): NamedText {
  const found = statements.get(key)
  if (found !== undefined) return found
  const text = textOf()
  const statement = { name: hash('sha256', text, 'base64url'), text }
  statements.set(key, statement)
  return statement
}

/** SQL of the columns after `updatedAt`, which is NULL for the rows of a list. @param usd the column with the price in US dollars. */
function pricesSql(usd: string | undefined): string {
  if (usd === undefined) return ''
  const prices = [
    convertedJsonSql('price_usd', `page_row.${usd}`),
    convertedJsonSql('price_eur', 'page_row.price_eur'),
  ]
  return `, NULL, ${prices.join(', ')}`
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
  const usd = hasPrices ? 'key' : undefined
  return pageSql(spec, rowsSql, { direction, pageDirection, usd, buildsMissing, isLong })
}

interface PageVariant extends Pick<RangeVariant, 'buildsMissing' | 'isLong'> {
  /** Of the rows, and of those of the page. */
  readonly direction: Direction
  readonly pageDirection: Direction
  /** The column with the price in US dollars, for rows that have prices: then `price_eur` has that in euros. */
  readonly usd: string | undefined
}

type Direction = `${'ASC' | 'DESC'}${'' | ' NULLS LAST'}`

/** SQL of rows with the columns `key` and `id`, with their documents. */
export function pageSql(
  spec: DocumentSpec,
  rowsSql: string,
  { direction, pageDirection, usd, buildsMissing, isLong }: PageVariant,
): string {
  if (isLong && buildsMissing) {
    return oneByOneSql(spec, rowsSql, { direction, pageDirection, prices: pricesSql(usd) })
  }
  const isRead = isLong ? hasRoomSql(pageDirection) : undefined
  return `
    SELECT page_row.id, ${documentColumns(spec, 'page_row.id', buildsMissing, isRead)}${pricesSql(usd)}
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
    prices:
      priceUsd === undefined
        ? undefined
        : { price_usd: asLatin1(priceUsd ?? 'null'), price_eur: asLatin1(priceEur ?? 'null') },
  }))
}
