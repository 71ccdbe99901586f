import { resolve, type Schema } from '../../src/contract/document.ts'
import { isMadeBySoftware, isMeantToAsk } from './cell-text.ts'
import type { FileKind } from './file-kinds.ts'
import { monthNamed } from './names-of-dates.ts'
import { unmistakable } from './numbers.ts'
import { isFields, type Fields } from './row.ts'
import { isTruth } from './words.ts'

/** A column of a CSV file. */
export interface Column {
  /** The members that lead to its value; a dot joins them in the header. */
  readonly path: readonly string[]
  readonly schema: Schema
}

/** The members of a line in CSV. The others are the columns of the record. */
export const LINE_MEMBERS = ['id', 'external_id', 'author', 'remove']

/** All columns of a kind: the members of a line, and then the fields of the request body. */
export function columnsOf({ line, input }: FileKind): Column[] {
  const members = LINE_MEMBERS.flatMap((name) => {
    const schema = line.properties?.[name]
    return schema === undefined ? [] : [{ path: [name], schema: resolve(schema) }]
  })
  return [...members, ...columnsBelow(input, [])]
}

/**
 * The heading of an empty column by which an export is known that has no other heading of its own kind: no other program
 * writes it.
 */
const EXPORT_MARK = 'art_marketplace_export'

/** The headings by which an export is known: no other program writes `featured_image.full_size` and its like. */
export function marksOfExport(kind: FileKind): string[] {
  const parts = columnsOf(kind).filter(({ path }) => path.length > 1)
  return parts.length > 0 ? parts.map(headingOf) : [EXPORT_MARK]
}

export function headingOf({ path }: Column): string {
  return path.join('.')
}

/** An object has a column for each of its members, and one for null. */
function columnsBelow({ properties = {} }: Schema, above: readonly string[]): Column[] {
  return Object.entries(properties).flatMap(([name, property]) => {
    const path = [...above, name]
    const schema = resolve(property)
    const object = [schema, ...(schema.oneOf ?? []).map(resolve)].find((each) => each.properties)
    if (object === undefined) return [{ path, schema }]
    return [{ path, schema: { type: 'null' } }, ...columnsBelow(object, path)]
  })
}

/** A line of a batch as the members of a CSV row. A line that removes an artwork has a gallery of its own. */
export function rowOf(kind: FileKind, line: Fields): Fields {
  const { [kind.noun]: fields, ...members } = line
  return { ...members, ...(fields as Fields | undefined) }
}

/** The value at a path of a row, as a cell. */
export function cellOf(row: Fields, [name = '', ...below]: readonly string[]): string {
  const value = row[name]
  if (below.length > 0) return isFields(value) ? cellOf(value, below) : ''
  if (Array.isArray(value)) return value.length === 0 ? '[]' : value.join(';')
  if (typeof value === 'string') return guarded(value)
  // The columns of its members have an object.
  if (value === undefined || isFields(value)) return ''
  return unmistakable(JSON.stringify(value))
}

/**
 * Texts that a cell cannot have as they are: those that a spreadsheet would run as a formula, blank texts, the word
 * null, and a text that looks guarded.
 */
const NEEDS_GUARD = /^'*(?:\s*$|null$|[=+\-@\t\r\n＝＋－＠]|\{=)/

/** Nor those that software writes for nothing, for an error or for a shortened number. */
function needsGuard(text: string): boolean {
  return NEEDS_GUARD.test(text) || isMadeBySoftware(text.replace(/^'+/, ''))
}

/** In other files, U+FFFD and controls stand for letters that a program has lost. */
const LOST = /[\u0080-\u009f\ufffd]/

/** Of these, a spreadsheet makes other numbers, dates or times. In other files, `'05` can be a year. */
const CHANGED = [
  // `00123` and `1234567890123456`, which would lose digits.
  String.raw`0\d+|\d{16,}`,
  // `3.10`, `1/2`, `1-2-2031`, `12:30 pm`.
  String.raw`\d+[-/.:]\d{1,4}(?:[-/.:]\d{1,4})?(?:\s?[ap]m)?`,
  // `(5)`, which is -5, `10,20` and `12.50%`.
  String.raw`\(\d[\d.,]*\)|\d[\d.]*,[\d.,]*|\d[\d.,]*%`,
]
const CHANGED_BY_SPREADSHEETS = new RegExp(`^(?:${CHANGED.join('|')})$`, 'i')

/** Of a month with numbers before or behind it, a spreadsheet makes a date, too: `May 1968`, `4-Jul`. */
const WITH_MONTH = /^(?=.*\d)(?:\d{1,4}[-\s.,/]*)?(\p{L}{3,14})\.?(?:[-\s.,/]*\d{1,4}){0,2}$/u

/** What only an export guards. */
function needsGuardInExport(text: string): boolean {
  // A text that looks guarded needs a guard, too.
  const plain = text.replace(/^'+/, '')
  const [, month = ''] = WITH_MONTH.exec(plain) ?? []
  return (
    LOST.test(text) ||
    CHANGED_BY_SPREADSHEETS.test(plain) ||
    monthNamed(month) !== undefined ||
    isTruth(plain)
  )
}

/** An apostrophe makes a cell a text, for spreadsheets as well. */
export function guarded(text: string): string {
  return needsGuard(text) || needsGuardInExport(text) ? `'${text}` : text
}

/** The text of a guarded cell; undefined for others, which keep an apostrophe at their beginning. */
export function unguarded(cell: string, isExport = false): string | undefined {
  if (!cell.startsWith("'")) return undefined
  const text = cell.slice(1)
  const isOther = isExport ? needsGuardInExport(text) : isMeantToAsk(text)
  return needsGuard(cell) || isOther ? text : undefined
}

/** A row of CSV (RFC 4180). */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
