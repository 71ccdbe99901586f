import type { DocumentSpec } from './documents/document-spec.ts'
import { latin1Sql, convertedJsonSql, documentSql } from '../json-sql/expression.ts'
import { asLatin1, type Latin1Text } from '../response-body.ts'
import type { SortOrder } from './sort-orders.ts'
import type { ConvertedPrices } from './documents/exchange-rates.ts'
import type { Statement, Rows } from './batching/statement.ts'
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

export interface DocumentOptions {
  readonly mediaHost: Latin1Text
  /** Whether the statement builds missing documents. */
  readonly buildsMissing: boolean
  readonly spec: DocumentSpec
}

/**
 * SQL columns of the document of the record `id`: the digest, and the text. A stored document gets the media host
 * `$1`; a document that is built here keeps the placeholder for it.
 * @param id SQL; the join below provides `document`.
 * @param buildsMissing only when documents may be missing: PostgreSQL needs 0.1 ms to initialise the expression,
 *   even if all documents are stored.
 */
function documentColumns({ list, json }: DocumentSpec, id: string, buildsMissing: boolean): string {
  // In PostgreSQL, because this process has more work per page than PostgreSQL has.
  const stored = `array_to_string(document.pieces, $1::text)`
  if (!buildsMissing) return `document.digest, ${stored}`
  const built = `SELECT ${latin1Sql('text')} FROM (
    SELECT ${documentSql(json)} AS text FROM ${list} WHERE ${list}.id = ${id} OFFSET 0
  ) AS built`
  return `document.digest, coalesce(${stored}, (${built}), '')`
}

/** Joins the stored document of the record `id`, if its format is current. */
function joinDocument({ table, format }: DocumentSpec, id: string): string {
  return `LEFT JOIN ${table} AS document ON document.id = ${id} AND document.format = ${format}`
}

/**
 * Reads a row range with its documents: a range scan on the index of the sort order, then one lookup by id for each
 * document. The rows come in the order of the range, backwards or not.
 */
export function rowsInRange(
  order: SortOrder,
  { from, isBackwards, skip, limit }: RowRange,
  { mediaHost, buildsMissing, spec }: DocumentOptions,
): Statement {
  const isBounded = from !== undefined
  const name = `row_range ${order.name}${isBackwards ? ' desc' : ''}${isBounded ? '' : ' end'}${buildsMissing ? ' build' : ''}`
  const text = (): string => rangeSql(order, isBackwards, isBounded, buildsMissing, spec)
  const start = !isBounded ? [] : order.key === undefined ? [from.id] : [from.key, from.id]
  return { ...memoizedStatement(name, text), values: [mediaHost, skip, limit, ...start] }
}

type NamedText = Pick<Statement, 'name' | 'text'>

const statements = new Map<string, NamedText>()

/** Memoized, because building the text of a statement takes longer than sending it. */
function memoizedStatement(name: string, textOf: () => string): NamedText {
  const found = statements.get(name)
  if (found !== undefined) return found
  const statement = { name, text: textOf() }
  statements.set(name, statement)
  return statement
}

/** The columns after `updatedAt`, which is NULL for the rows of a list. */
const PRICES = `, NULL, ${convertedJsonSql('price_usd', 'page_row.key')}, ${convertedJsonSql('price_eur', 'page_row.price_eur')}`

function rangeSql(
  { from, column, key, rows, hasPrices }: SortOrder,
  isBackwards: boolean,
  isBounded: boolean,
  buildsMissing: boolean,
  spec: DocumentSpec,
): string {
  const direction = isBackwards ? 'DESC' : 'ASC'
  const comparison = isBackwards ? '<' : '>='
  const start =
    key === undefined
      ? `id ${comparison} $4::integer`
      : `(${column}, id) ${comparison} ($4::${key.type}, $5::integer)`
  const conditions = [
    'is_public',
    ...(rows === undefined ? [] : [`${column} IS ${rows === 'with key' ? 'NOT NULL' : 'NULL'}`]),
    ...(isBounded ? [start] : []),
  ]
  return `
    SELECT page_row.id, ${documentColumns(spec, 'page_row.id', buildsMissing)}${hasPrices ? PRICES : ''} FROM (
      SELECT ${column} AS key, id${hasPrices ? ', price_eur' : ''} FROM ${from} WHERE ${conditions.join(' AND ')}
      ORDER BY ${column} ${direction}, id ${direction} OFFSET $2::integer LIMIT $3::integer
    ) AS page_row
    ${joinDocument(spec, 'page_row.id')}
    ORDER BY page_row.key ${direction}, page_row.id ${direction}`
}

/** Reads the record with this id, if it is public. */
export function rowById(
  id: number,
  { mediaHost, buildsMissing, spec }: DocumentOptions,
): Statement {
  const { list } = spec
  const statement = memoizedStatement(
    `row_by_id ${list}${buildsMissing ? ' build' : ''}`,
    () => `SELECT listed.id, ${documentColumns(spec, 'listed.id', buildsMissing)}, updated_at
      FROM ${list} AS listed ${joinDocument(spec, 'listed.id')}
      WHERE listed.id = $2::integer AND listed.is_public`,
  )
  return { ...statement, values: [mediaHost, id] }
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
