import { hash } from 'node:crypto'
import {
  FRAGMENT_LETTERS,
  PRICE_LETTERS,
  type ConvertedPrice,
  type Json,
  type Piece,
} from './json.ts'

/** 96 bits, so a collision is not expected. */
export const DIGEST_LENGTH = 16

/**
 * Delimits a placeholder. JSON text never contains this character unescaped (RFC 8259, section 7). The content is
 * the letter of a fragment kind with an id, the letter of a converted price with price and currency
 * (`p1200.50GBP`), or nothing for the media host.
 */
export const PLACEHOLDER_MARK = '\u0001'

/** Matches a placeholder; the group is its letter. */
// oxlint-disable-next-line no-control-regex
export const PLACEHOLDERS = /\u0001([a-z]?)[^\u0001]*\u0001/g

const MARK_SQL = `E'\\x01'`

export const MEDIA_HOST_SQL = `E'\\x01\\x01'`

/** SQL of a document: JSON text with placeholders for fragments, converted prices and the media host. */
export function documentSql(json: Json<unknown>): string {
  return textSql(json, false)
}

/** SQL of the complete JSON text, with a placeholder for the media host only. */
export function completeJsonSql(json: Json<unknown>): string {
  return textSql(json, true)
}

function textSql({ pieces }: Json<unknown>, isWhole: boolean): string {
  const terms = runsOf(pieces).map((run) => {
    const text = concatenated(run.map((piece) => pieceSql(piece, isWhole)))
    const [first] = run
    return 'array' in first ? `(SELECT ${text} FROM ${first.from})` : text
  })
  return concatenated(terms)
}

type Run = [Piece, ...Piece[]]

/** Groups arrays of the same rows, with the JSON between them, so that one subquery builds them. */
function runsOf(pieces: readonly Piece[]): Run[] {
  const runs: Run[] = []
  for (const [at, piece] of pieces.entries()) {
    const [last, beforeLast] = [runs.at(-1), runs.at(-2)]
    const isNext = beforeLast !== undefined && isSameRows(beforeLast[0], piece)
    if (isNext && 'json' in (pieces[at - 1] as Piece)) {
      beforeLast.push(...(last ?? []), piece)
      runs.pop()
    } else runs.push([piece])
  }
  return runs
}

function isSameRows(one: Piece, other: Piece): boolean {
  if (!('array' in one && 'array' in other)) return false
  return one.from === other.from && one.orderBy === other.orderBy
}

/** A balanced tree of concatenations, so that each text is copied a logarithmic number of times. */
function concatenated(terms: readonly string[]): string {
  if (terms.length === 1) return terms[0] ?? ''
  const middle = terms.length >> 1
  return `(${concatenated(terms.slice(0, middle))} || ${concatenated(terms.slice(middle))})`
}

function pieceSql(piece: Piece, isWhole: boolean): string {
  if ('json' in piece) return quoted(piece.json)
  if ('sql' in piece) return piece.sql
  if ('converted' in piece) return convertedSql(piece, isWhole)
  if ('media' in piece) return mediaSql(piece.media)
  if ('array' in piece) {
    const item = textSql(piece.array, isWhole)
    return `('[' || coalesce(string_agg(${item}, ',' ORDER BY ${piece.orderBy}), '') || ']')`
  }
  const text = 'fragment' in piece ? fragmentSql(piece, isWhole) : subquerySql(piece, isWhole)
  return piece.isNullable ? `coalesce(${text}, 'null')` : text
}

function subquerySql(
  { subquery, from }: Extract<Piece, { subquery: unknown }>,
  isWhole: boolean,
): string {
  return `(SELECT ${textSql(subquery, isWhole)} FROM ${from})`
}

function fragmentSql(
  { fragment, id }: Extract<Piece, { fragment: unknown }>,
  isWhole: boolean,
): string {
  if (isWhole) {
    return `(SELECT ${textSql(fragment.json, true)} FROM ${fragment.from} WHERE ${fragment.id} = ${id})`
  }
  return `(${MARK_SQL} || '${FRAGMENT_LETTERS[fragment.kind]}' || ${id} || ${MARK_SQL})`
}

/** A path gets a placeholder for the media host as a prefix. No URL has a character to escape. */
function mediaSql(column: string): string {
  const host = `CASE WHEN starts_with(${column}, '/') THEN ${MEDIA_HOST_SQL} ELSE '' END`
  return `coalesce('"' || ${host} || ${column} || '"', 'null')`
}

function quoted(text: string): string {
  return `'${text.replaceAll(`'`, `''`)}'`
}

/** SQL of the JSON of a converted price. @param column SQL of its number. */
export function convertedJsonSql(converted: ConvertedPrice, column: string): string {
  const json = converted === 'price_usd' ? `trim_scale(${column})::text` : `'"' || ${column} || '"'`
  return `coalesce(${json}, 'null')`
}

function convertedSql(
  { converted, price, currency }: Extract<Piece, { converted: unknown }>,
  isWhole: boolean,
): string {
  if (!isWhole) {
    const letter = PRICE_LETTERS[converted]
    return `coalesce(${MARK_SQL} || '${letter}' || ${price} || ${currency} || ${MARK_SQL}, 'null')`
  }
  return `(SELECT ${convertedJsonSql(converted, converted)} FROM converted_prices(${price}, ${currency}))`
}

// oxlint-disable-next-line no-control-regex
const MEDIA_HOST = /\u0001\u0001/g

/** Inserts the URL of the media host into a JSON text. */
export function withMediaUrl(text: string, mediaUrl: string): string {
  // A function, because `$&` and similar patterns are special in a replacement text.
  return text.replace(MEDIA_HOST, () => mediaUrl)
}

/**
 * SQL of a text's UTF-8 bytes as Latin-1 characters (src/response-body.ts).
 * @param text SQL that is cheap to repeat.
 */
export function latin1Sql(text: string): string {
  return `CASE WHEN octet_length(${text}) = length(${text}) THEN ${text}
    ELSE convert_from(convert_to(${text}, 'UTF8'), 'LATIN1') END`
}

/** SQL of the digest of a document, equal to `digestOf`. */
export function digestSql(text: string): string {
  return `translate(left(encode(sha256(convert_to(${text}, 'UTF8')), 'base64'), ${DIGEST_LENGTH}), '+/', '-_')`
}

/** A digest of the text, equal in every process. */
export function digestOf(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, DIGEST_LENGTH)
}
