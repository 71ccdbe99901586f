import { DIGEST_LENGTH } from './digest.ts'
import { FRAGMENT_LETTERS, type Json, type Piece } from './json-sql.ts'

/**
 * Begins and ends a placeholder. JSON text never holds this character as it is (RFC 8259, section 7).
 * Between the two stands the letter of a fragment's kind and its id, or nothing for the media host.
 */
export const MARK = '\u0001'

/** Of each, the letter. */
// oxlint-disable-next-line no-control-regex
export const PLACEHOLDERS = /\u0001([a-z]?)[^\u0001]*\u0001/g

const MARK_SQL = `E'\\x01'`
export const MEDIA_HOST_SQL = `E'\\x01\\x01'`

/** SQL of a record's document: its JSON text with placeholders for fragments and the media host. */
export function documentSql(json: Json<unknown>): string {
  return textSql(json, false)
}

/** SQL of a record's whole JSON text, with a placeholder for the media host only. */
export function wholeSql(json: Json<unknown>): string {
  return textSql(json, true)
}

function textSql({ pieces }: Json<unknown>, isWhole: boolean): string {
  const terms: string[] = []
  for (let at = 0; at < pieces.length;) {
    const arrays = arraysFrom(pieces, at)
    const [array] = arrays
    if (array === undefined || !('array' in array))
      terms.push(pieceSql(pieces[at] as Piece, isWhole))
    else
      terms.push(
        `(SELECT ${concatenated(arrays.map((piece) => pieceSql(piece, isWhole)))} FROM ${array.from})`,
      )
    at += Math.max(1, arrays.length)
  }
  return concatenated(terms)
}

/** The arrays of the same rows that follow each other, and the JSON between them: one subquery makes them. */
function arraysFrom(pieces: readonly Piece[], start: number): readonly Piece[] {
  const first = pieces[start]
  if (first === undefined || !('array' in first)) return []
  let end = start + 1
  for (let at = start + 2; at < pieces.length; at += 2) {
    const [between, next] = [pieces[at - 1], pieces[at]]
    const isSame =
      next !== undefined &&
      'array' in next &&
      next.from === first.from &&
      next.orderBy === first.orderBy
    if (between === undefined || !('json' in between) || !isSame) break
    end = at + 1
  }
  return pieces.slice(start, end)
}

/** As a balanced tree, so that no text is copied more often than the logarithm of their number. */
function concatenated(terms: readonly string[]): string {
  if (terms.length === 1) return terms[0] ?? ''
  const middle = terms.length >> 1
  return `(${concatenated(terms.slice(0, middle))} || ${concatenated(terms.slice(middle))})`
}

function pieceSql(piece: Piece, isWhole: boolean): string {
  if ('json' in piece) return quoted(piece.json)
  if ('sql' in piece) return piece.sql
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

/** A path gets a placeholder for the media host before it. No address has a character to escape. */
function mediaSql(column: string): string {
  const host = `CASE WHEN starts_with(${column}, '/') THEN ${MEDIA_HOST_SQL} ELSE '' END`
  return `coalesce('"' || ${host} || ${column} || '"', 'null')`
}

function quoted(text: string): string {
  return `'${text.replaceAll(`'`, `''`)}'`
}

// oxlint-disable-next-line no-control-regex
const MEDIA_HOST = /\u0001\u0001/g

/** Puts the URL of the media host into a JSON text. */
export function withMediaUrl(text: string, mediaUrl: string): string {
  return text.replace(MEDIA_HOST, mediaUrl)
}

/** SQL of a text's UTF-8 bytes as characters (src/byte-text.ts). @param text SQL that costs nothing to repeat. */
export function byteTextSql(text: string): string {
  return `CASE WHEN octet_length(${text}) = length(${text}) THEN ${text}
    ELSE convert_from(convert_to(${text}, 'UTF8'), 'LATIN1') END`
}

/** SQL of the digest of a document (src/documents/digest.ts). */
export function digestSql(text: string): string {
  return `translate(left(encode(sha256(convert_to(${text}, 'UTF8')), 'base64'), ${DIGEST_LENGTH}), '+/', '-_')`
}
