import { parsedUrl } from '../../src/config.ts'
import { WEB_URL } from '../../src/request-body/contract-keywords.ts'
import { isFields, type Fields, type Row, type RowError } from '../files/row.ts'

/** Thrown while a row is read: the row is rejected for this reason, and the import goes on. */
export class Rejection extends Error {
  override readonly name = 'Rejection'
}

/** A row whose fields are those of another form, or that is rejected under the id that it shows. */
export function mapped<Result>(
  row: Row,
  idField: string,
  read: (fields: Fields) => Result,
): { readonly line: number; readonly fields: Result } | RowError {
  if ('error' in row) return row
  try {
    return { line: row.line, fields: read(row.fields) }
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    const id = row.fields[idField]
    const isShown = typeof id === 'string' || typeof id === 'number'
    return { line: row.line, error: error.message, ...(isShown && { externalId: String(id) }) }
  }
}

/**
 * The text of a field as published; null when it is missing, null, or blank.
 * @throws {Rejection} when it is no text.
 */
export function textOf(fields: Fields, name: string): string | null {
  const value = fields[name] ?? ''
  if (typeof value !== 'string') throw new Rejection(`${name} is not text`)
  return value.trim() === '' ? null : value
}

/** As `textOf`, without surrounding blanks. */
export function trimmedTextOf(fields: Fields, name: string): string | null {
  return textOf(fields, name)?.trim() ?? null
}

/** @throws {Rejection} when the field has no text. */
export function requiredTextOf(fields: Fields, name: string): string {
  const text = trimmedTextOf(fields, name)
  if (text === null) throw new Rejection(`${name} is missing`)
  return text
}

/** As in the contract. */
const MAX_NAME_LENGTH = 300

/** A title or name as the contract allows it: on one line, and cut where it is too long. */
export function nameOf(text: string): string {
  const name = Array.from(text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim())
  return name.length <= MAX_NAME_LENGTH
    ? name.join('')
    : `${name.slice(0, MAX_NAME_LENGTH - 1).join('')}…`
}

/** The number of a field; null when it is missing or null. */
export function numberOf(fields: Fields, name: string): number | null {
  const value = fields[name] ?? null
  if (value === null) return null
  if (typeof value === 'number' && Number.isFinite(value)) return value
  throw new Rejection(`${name} is not a number`)
}

/** The objects of a field that holds a list; none when it is missing or null. */
export function objectsOf(fields: Fields, name: string): readonly Fields[] {
  const value = fields[name] ?? []
  if (Array.isArray(value) && value.every(isFields)) return value
  throw new Rejection(`${name} is not a list of objects`)
}

/** The object of a field; an empty one when it is missing or null. */
export function objectOf(fields: Fields, name: string): Fields {
  const value = fields[name] ?? {}
  if (isFields(value)) return value
  throw new Rejection(`${name} is not an object`)
}

const MAX_URL_LENGTH = 2_000

/** Characters that a URL's serialisation keeps, though RFC 3986 does not allow them. */
const NOT_IN_URLS = /[^A-Za-z0-9._~:/?#@!$&'()*+,;=%-]/g

/** A web address as RFC 3986 has it; null for another text. */
export function webUrl(text: string | null): string | null {
  const parsed = text === null ? undefined : parsedUrl(text)
  const url = parsed?.href.replace(NOT_IN_URLS, encodeURIComponent) ?? ''
  return WEB_URL.test(url) && url.length <= MAX_URL_LENGTH ? url : null
}
