import { hash } from 'node:crypto'
import type { Urls } from '../contract/operation-types.ts'
import {
  FRAGMENT_LETTERS,
  PRICE_LETTERS,
  type ConvertedPrice,
  type Json,
  type Piece,
} from './json.ts'
import { pictureUrlSql } from './picture-url.ts'

/** 96 bits, so a collision is not expected. */
export const DIGEST_LENGTH = 16

/**
 * Delimits a placeholder. JSON text never contains this character unescaped (RFC 8259, section 7). The content is
 * the letter of a fragment kind with an id, the letter of a converted price with price and currency
 * (`p1200.50GBP`), a period at a place (local-days.ts), or, in texts that are not stored, the name of a URL of the service.
 */
export const PLACEHOLDER_MARK = '\u0001'

/** Matches a placeholder; the group is its letter. */
// oxlint-disable-next-line no-control-regex
export const PLACEHOLDERS = /\u0001([a-z]?)[^\u0001]*\u0001/g

const MARK_SQL = `E'\\x01'`

/** What a text contains in place of fragments, converted prices and the URLs of the service. */
interface Target {
  readonly isWhole: boolean
  /** SQL of the URLs, or of their placeholders. */
  readonly urls: Urls
}

const COMPLETE: Target = {
  isWhole: true,
  urls: { public: `E'\\x01public\\x01'`, media: `E'\\x01media\\x01'` },
}

/**
 * SQL of a document: JSON text with placeholders for fragments and converted prices.
 * @param urls SQL of the URLs of the service. No URL has a character to escape in JSON.
 */
export function documentSql(json: Json<unknown>, urls: Urls): string {
  return textSql(json, { isWhole: false, urls })
}

/** SQL of the complete JSON text, with placeholders for the URLs of the service and for local days only. */
export function completeJsonSql(json: Json<unknown>): string {
  return textSql(json, COMPLETE)
}

function textSql({ pieces }: Json<unknown>, target: Target): string {
  const terms = runsOf(pieces).map((run) => {
    const text = concatenated(run.map((piece) => pieceSql(piece, target)))
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

function pieceSql(piece: Piece, target: Target): string {
  if ('json' in piece) return quoted(piece.json)
  if ('sql' in piece) return piece.sql
  if ('converted' in piece) return convertedSql(piece, target)
  if ('media' in piece) return mediaSql(piece.media, target)
  if ('array' in piece) {
    const item = textSql(piece.array, target)
    return `('[' || coalesce(string_agg(${item}, ',' ORDER BY ${piece.orderBy}), '') || ']')`
  }
  const text = 'fragment' in piece ? fragmentSql(piece, target) : subquerySql(piece, target)
  return piece.isNullable ? `coalesce(${text}, 'null')` : text
}

function subquerySql(
  { subquery, from }: Extract<Piece, { subquery: unknown }>,
  target: Target,
): string {
  return `(SELECT ${textSql(subquery, target)} FROM ${from})`
}

function fragmentSql(
  { fragment, id }: Extract<Piece, { fragment: unknown }>,
  target: Target,
): string {
  if (target.isWhole) {
    return `(SELECT ${textSql(fragment.json, target)} FROM ${fragment.from} WHERE ${fragment.id} = ${id})`
  }
  return `(${MARK_SQL} || '${FRAGMENT_LETTERS[fragment.kind]}' || ${id} || ${MARK_SQL})`
}

/** No URL has a character to escape. */
function mediaSql(column: string, { urls }: Target): string {
  return `coalesce('"' || ${pictureUrlSql(urls, column)} || '"', 'null')`
}

/** A literal of SQL. */
export function quoted(text: string): string {
  return `'${text.replaceAll(`'`, `''`)}'`
}

/** SQL of the JSON of a converted price. @param column SQL of its number. */
export function convertedJsonSql(converted: ConvertedPrice, column: string): string {
  const json = converted === 'price_usd' ? `trim_scale(${column})::text` : `'"' || ${column} || '"'`
  return `coalesce(${json}, 'null')`
}

function convertedSql(
  { converted, price, currency }: Extract<Piece, { converted: unknown }>,
  { isWhole }: Target,
): string {
  if (!isWhole) {
    const letter = PRICE_LETTERS[converted]
    return `coalesce(${MARK_SQL} || '${letter}' || ${price} || ${currency} || ${MARK_SQL}, 'null')`
  }
  return `(SELECT ${convertedJsonSql(converted, converted)} FROM converted_prices(${price}, ${currency}))`
}

// oxlint-disable-next-line no-control-regex
const URL_PLACEHOLDERS = /\u0001(public|media)\u0001/g

/** Inserts the URLs of the service into a JSON text. */
export function withUrls(text: string, urls: Urls): string {
  // A function, because `$&` and similar patterns are special in a replacement text.
  return text.replace(URL_PLACEHOLDERS, (_, name: keyof Urls) => urls[name])
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
