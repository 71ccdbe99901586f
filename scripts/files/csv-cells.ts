import { resolve, type Schema } from '../../src/contract/document.ts'
import { exactNumber } from '../../src/request-body/json.ts'
import type { FileKind } from './file-kinds.ts'

type Fields = Readonly<Record<string, unknown>>

/** A column of a CSV file. */
export interface Column {
  /** The members that lead to its value; a dot joins them in the header. */
  readonly path: readonly string[]
  readonly schema: Schema
}

/** The members of a line in CSV. The others are the columns of the record. */
const LINE_MEMBERS = ['id', 'external_id', 'author', 'remove']

/** All columns of a kind: the members of a line, and then the fields of the request body. */
export function columnsOf({ line, input }: FileKind): Column[] {
  const members = LINE_MEMBERS.flatMap((name) => {
    const schema = line.properties?.[name]
    return schema === undefined ? [] : [{ path: [name], schema: resolve(schema) }]
  })
  return [...members, ...columnsBelow(input, [])]
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

/** The line of a row, by the columns of its cells. Empty cells are absent. */
export function lineOf(kind: FileKind, columns: readonly Column[], cells: readonly string[]) {
  const line: Record<string, unknown> = {}
  const fields: Record<string, unknown> = {}
  for (const [at, { path, schema }] of columns.entries()) {
    const cell = cells[at] ?? ''
    if (cell === '') continue
    const isMember = path.length === 1 && LINE_MEMBERS.includes(path[0] ?? '')
    place(isMember ? line : fields, path, cellValue(cell, schema))
  }
  if (line['remove'] === true) {
    const { gallery, ...others } = fields
    const isAlone = Object.keys(others).length === 0
    return {
      ...line,
      ...(gallery !== undefined && { gallery }),
      ...(!isAlone && { [kind.noun]: others }),
    }
  }
  return { ...line, [kind.noun]: fields }
}

function place(into: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [name = '', ...below] = path
  if (below.length === 0) into[name] = value
  // A cell with null and cells of members contradict each other: then the members say more.
  else place((into[name] ??= {}) as Record<string, unknown>, below, value)
}

/** The value at a path of a row, as a cell. */
export function cellOf(row: Fields, [name = '', ...below]: readonly string[]): string {
  const value = row[name]
  if (below.length > 0) return isObject(value) ? cellOf(value, below) : ''
  if (Array.isArray(value)) return value.length === 0 ? '[]' : value.join(';')
  if (typeof value === 'string') return guarded(value)
  // The columns of its members have an object.
  return value === undefined || isObject(value) ? '' : JSON.stringify(value)
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value of a cell that is not empty, by the type of its field. Validation reports a value of another type. */
function cellValue(cell: string, schema: Schema): unknown {
  const { items } = schema
  const types = [schema.type ?? []].flat()
  if (cell === 'null' && types.includes('null')) return null
  if (types.includes('string')) return unguarded(cell)
  const text = cell.trim()
  if (items !== undefined) {
    return text === '[]' ? [] : text.split(';').map((each) => cellValue(each, resolve(items)))
  }
  // Spreadsheets write TRUE.
  if (types.includes('boolean')) return BOOLEANS.get(text.toLowerCase()) ?? text
  return NUMBER.test(text) ? (exactNumber(text) ?? text) : text
}

const BOOLEANS = new Map([
  ['true', true],
  ['false', false],
])

const NUMBER = /^-?\d{1,30}(\.\d{1,30})?(e[+-]?\d{1,3})?$/i

/**
 * Texts that a cell cannot have as they are: those that a spreadsheet would run as a formula, the empty text, the word
 * null, and a text that looks guarded.
 */
const NEEDS_GUARD = /^'*(?:$|null$|[=+\-@\t\r\n＝＋－＠])/

/** An apostrophe makes a cell a text, for spreadsheets as well. */
export function guarded(text: string): string {
  return NEEDS_GUARD.test(text) ? `'${text}` : text
}

/** Other texts that begin with an apostrophe keep it. */
function unguarded(cell: string): string {
  return cell.startsWith("'") && NEEDS_GUARD.test(cell) ? cell.slice(1) : cell
}

/** A row of CSV (RFC 4180). */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
