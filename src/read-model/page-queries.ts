import type { DocumentSpec } from './documents/document-spec.ts'
import { latin1Sql, convertedJsonSql, documentSql } from '../json-sql/expression.ts'
import { asLatin1, type Latin1Text } from '../response-body.ts'
import type { ListName, SortOrder } from './sort-orders.ts'
import type { ConvertedPrices } from './documents/exchange-rates.ts'
import type { Statement, Rows } from './batching/statement.ts'
import type { RowRange } from './offset-index/offset-index.ts'

/** A record as one statement reads it. */
export interface DocumentRow {
  readonly id: number
  /** Undefined where it is not stored and the statement made none. */
  readonly text: Latin1Text | undefined
  /** Of the text, where it was stored, and so accepted before; undefined where the statement made it. */
  readonly digest: string | undefined
  /** The converted prices that the list is ordered by, so that the order and what is shown agree. */
  readonly prices: ConvertedPrices | undefined
  /** As PostgreSQL writes it; of a record by itself only. */
  readonly updatedAt?: string | null
}

/** How documents are read. */
export interface DocumentOptions {
  readonly mediaHost: Latin1Text
  /** Whether the statement makes those that are missing. */
  readonly buildsMissing: boolean
  readonly spec: DocumentSpec
}

/**
 * The document of the record `id`: as it is stored, with the media host `$1`, or else made here and now, with
 * a placeholder for it.
 * @param id SQL; `document` is the stored one of this format, if there is one.
 * @param isMaking only where one may be missing: PostgreSQL takes 0.1 ms to prepare for it, even if all
 *   are stored.
 */
function documentOf(spec: DocumentSpec, id: string, isMaking: boolean): string {
  // Here and not in this process, which has more to do for a page than PostgreSQL has.
  const stored = `array_to_string(document.pieces, $1::text)`
  const text = isMaking ? `coalesce(${stored}, (${madeOf(spec, id)}), '')` : stored
  return `document.digest, ${text}`
}

function madeOf({ list, json }: DocumentSpec, id: string): string {
  return `SELECT ${latin1Sql('text')} FROM (
    SELECT ${documentSql(json)} AS text FROM ${list} WHERE ${list}.id = ${id} OFFSET 0
  ) AS made`
}

/** Joins the stored document of the record `id`. */
function joinDocument({ table, format }: DocumentSpec, id: string): string {
  return `LEFT JOIN ${table} AS document ON document.id = ${id} AND document.format = ${format}`
}

/**
 * The rows at a place, each with its document: a range of the ordering's index, then one document by its
 * id for each. They come in the order of the place, backwards or not.
 */
export function rowsInRange(
  track: SortOrder,
  place: RowRange,
  { mediaHost, buildsMissing, spec }: DocumentOptions,
): Statement {
  const { from, isBackwards, skip, limit } = place
  const statement = statementOf(track, isBackwards, from !== undefined, buildsMissing, spec)
  const start = from === undefined ? [] : track.key === undefined ? [from.id] : [from.key, from.id]
  return { ...statement, values: [mediaHost, skip, limit, ...start] }
}

type PreparedText = Pick<Statement, 'name' | 'text'>

const statements = new Map<string, PreparedText>()

function statementOf(
  track: SortOrder,
  isBackwards: boolean,
  isBounded: boolean,
  isMaking: boolean,
  spec: DocumentSpec,
): PreparedText {
  const name = `rows_of ${track.name}${isBackwards ? ' desc' : ''}${isBounded ? '' : ' end'}${isMaking ? ' making' : ''}`
  return known(name, () => rowsText(track, isBackwards, isBounded, isMaking, spec))
}

/** To make a text takes longer than to send it. */
function known(name: string, textOf: () => string): PreparedText {
  const found = statements.get(name)
  if (found !== undefined) return found
  const statement = { name, text: textOf() }
  statements.set(name, statement)
  return statement
}

/** After the version, which a row of a list does not have. */
const PRICES = `, NULL, ${convertedJsonSql('price_usd', 'place.key')}, ${convertedJsonSql('price_eur', 'place.price_eur')}`

function rowsText(
  track: SortOrder,
  isBackwards: boolean,
  isBounded: boolean,
  isMaking: boolean,
  spec: DocumentSpec,
): string {
  const { from, column, key, rows, hasPrices } = track
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
    SELECT place.id, ${documentOf(spec, 'place.id', isMaking)}${hasPrices ? PRICES : ''} FROM (
      SELECT ${column} AS key, id${hasPrices ? ', price_eur' : ''} FROM ${from} WHERE ${conditions.join(' AND ')}
      ORDER BY ${column} ${direction}, id ${direction} OFFSET $2::integer LIMIT $3::integer
    ) AS place
    ${joinDocument(spec, 'place.id')}
    ORDER BY place.key ${direction}, place.id ${direction}`
}

/** What the version of a record by itself is made of, where the contract gives it one. */
const UPDATED_AT: Readonly<Record<ListName, string>> = { artworks: 'NULL', events: 'updated_at' }

/** The record of this id, if it is public. */
export function rowById(
  id: number,
  { mediaHost, buildsMissing, spec }: DocumentOptions,
): Statement {
  const { list } = spec
  const statement = known(
    `row_by_id ${list}${buildsMissing ? ' making' : ''}`,
    () => `SELECT listed.id, ${documentOf(spec, 'listed.id', buildsMissing)}, ${UPDATED_AT[list]}
      FROM ${list} AS listed ${joinDocument(spec, 'listed.id')}
      WHERE listed.id = $2::integer AND listed.is_public`,
  )
  return { ...statement, values: [mediaHost, id] }
}

function pricesOf(usd: string | null, eur: string | null | undefined): ConvertedPrices {
  return { price_usd: asLatin1(usd ?? 'null'), price_eur: asLatin1(eur ?? 'null') }
}

export function documentRowsOf(rows: Rows): DocumentRow[] {
  return rows.map(([id, digest, text, updatedAt, priceUsd, priceEur]) => ({
    id: Number(id),
    digest: digest ?? undefined,
    text: text === null ? undefined : asLatin1(text as string),
    updatedAt: updatedAt as string | null,
    prices: priceUsd === undefined ? undefined : pricesOf(priceUsd, priceEur),
  }))
}
