import { resolve, type Schema } from '../../src/contract/document.ts'
import { nameKey } from '../../src/records/name-key.ts'
import { CellProblem, cellText, quotedCell, takenText } from './cell-text.ts'
import { FIELD_RULES, readerOf, ROW_RULES, type CellReader } from './columns.ts'
import { headingOf, LINE_MEMBERS, unguarded, type Column } from './csv-cells.ts'
import type { FileKind } from './file-kinds.ts'
import { optionText, type FileOptions } from './file-options.ts'
import type { Mapping } from './headings.ts'
import type { ImportReport } from './import-report.ts'
import { isNumber } from './numbers.ts'
import { addPriceDisplay } from './prices.ts'
import type { ColumnContext, FileContext } from './context.ts'
import { isFields, type Cell, type Row, type SourceRow } from './row.ts'
import { cellsOfRow, isEmpty } from './source.ts'
import { BETWEEN_NAMES, COMMAS, plainName } from './words.ts'

type Fields = Record<string, unknown>

/** A column of the fields, and how its cells are read. */
interface ReadColumn extends ColumnContext {
  readonly path: readonly string[]
  /** The text for rows without one. */
  readonly usual: string | undefined
  readonly read: CellReader
}

/** Reads rows of cells as lines in the words of the contract; names of related records stay names. */
export class RowReader {
  readonly #file: FileContext
  readonly #columns: ReadonlyMap<string, ReadColumn>
  /** Headings of pictures, and those of other fields. */
  readonly #pictures: ReadonlySet<string>
  readonly #others: ReadonlySet<string>
  /** The cells of the last row that is not one of pictures. */
  #above: ReadonlyMap<string, Cell> = new Map()
  /** The last cell of each field. */
  readonly #last = new Map<string, Cell>()

  constructor(kind: FileKind, mapping: Mapping, options: FileOptions, report: ImportReport) {
    const file = (this.#file = { kind, mapping, options, report })
    const columns = [...new Set([...mapping.headings.keys(), ...mapping.defaults.keys()])]
    this.#columns = new Map(
      columns.map((column) => [headingOf(column), readColumn(column, mapping, file)]),
    )
    const headingsOf = (isPicture: boolean) =>
      [...this.#columns.values()].flatMap(({ path, headings }) =>
        (path[0] === 'featured_image') === isPicture ? headings : [],
      )
    this.#pictures = new Set(headingsOf(true))
    this.#others = new Set(headingsOf(false))
  }

  /** Undefined for a row that is no record. */
  read(row: Exclude<SourceRow, { headings: unknown }>): Row | undefined {
    if ('error' in row) {
      if (row.hint !== undefined) this.#file.report.hint(row.hint)
      return row
    }
    const filled = [...cellsOfRow(row)].filter(([, cell]) => !isEmpty(cell))
    if (this.#isOfPictures(filled)) {
      this.#file.report.picture()
      return undefined
    }
    this.#above = new Map(filled)
    if (filled.length > 1 && filled.every(([heading, cell]) => String(cell).trim() === heading))
      return { line: row.line, error: 'It is the header again. Remove the line.' }
    if ('cells' in row && isOfTotals(filled.map(([, cell]) => String(cell))))
      return {
        line: row.line,
        error:
          'It is a line of totals. Remove the line; if it is a record, write words in another cell of it.',
      }
    return this.#lineOf(row)
  }

  /** Shops export further pictures of a work as rows below it, which repeat its id. A field has one picture. */
  #isOfPictures(filled: readonly (readonly [string, Cell])[]): boolean {
    const ofPicture = (name: string) =>
      this.#pictures.has(name) || (PICTURE.test(name) && !this.#others.has(name))
    const isNew = ([name, cell]: readonly [string, Cell]) => this.#above.get(name) !== cell
    const changed = filled.filter(isNew)
    return (
      changed.length > 0 &&
      changed.length < filled.length &&
      changed.every(([name]) => ofPicture(name))
    )
  }

  #lineOf(row: Exclude<SourceRow, { headings: unknown } | { error: unknown }>): Row {
    const problems: [string, CellProblem][] = []
    const failed = new Set<string>()
    const attempt = (field: string, work: () => void): void => {
      try {
        work()
      } catch (error) {
        if (!(error instanceof CellProblem)) throw error
        failed.add(field)
        problems.push([field, error])
      }
    }
    const isText = 'cells' in row
    const cells = new Map(cellsOfRow(row))
    const own = new Map<string, Cell>()
    const line: Fields = {}
    const fields: Fields = {}
    const empty: string[] = []
    for (const [field, column] of this.#columns)
      attempt(field, () => {
        const value = this.#valueOf(column, cells, isText, own)
        if (value === undefined) return void empty.push(field)
        const isMember = column.path.length === 1 && LINE_MEMBERS.includes(field)
        place(isMember ? line : fields, column.path, value)
      })
    const context = { ...this.#file, columns: this.#columns, cells, own, failed }
    for (const [field, rule] of ROW_RULES) attempt(field, () => rule(fields, context))
    const isRemoved = line['remove'] === true
    if (!isRemoved) addPriceDisplay(fields, context)
    if (!isRemoved && !this.#file.mapping.isExport)
      this.#file.report.empty(
        row.line,
        empty.filter((field) => fields[field] === undefined),
      )
    // Of a row that removes its record, the other cells do not count, and neither do their problems.
    const found = problems.filter(
      ([field]) => !isRemoved || field === 'gallery' || LINE_MEMBERS.includes(field),
    )
    if (found.length === 0)
      return { line: row.line, fields: lineWith(this.#file.kind, line, fields) }
    for (const [, { hint }] of found) if (hint !== undefined) this.#file.report.hint(hint)
    return {
      line: row.line,
      error: found.map(([field, { message }]) => `${field}: ${message}`).join(' '),
    }
  }

  /** @param own gets the cell that gives the value. */
  #valueOf(
    column: ReadColumn,
    cells: ReadonlyMap<string, Cell>,
    isText: boolean,
    own: Map<string, Cell>,
  ): unknown {
    const { field, headings, usual } = column
    const given = this.#cellOf(column, cells, isText)
    if (given !== undefined && !isEmpty(given)) {
      this.#last.set(field, given)
      const { replacements } = this.#file.mapping
      const word = replacements.size === 0 ? '' : `${field}:${nameKey(String(given))}`
      const cell = replacements.get(word) ?? given
      const value = isEmpty(cell) ? undefined : this.#leniently(column, cell, isText)
      if (value !== undefined) {
        own.set(field, given)
        return value
      }
    }
    // A cell below another one may have been merged with it.
    if (this.#last.has(field) && headings.every((name) => isEmpty(cells.get(name))))
      this.#file.report.blank(field, usual)
    return usual === undefined ? undefined : this.#read(column, usual, true)
  }

  /** The cell of a field, or the one that it was merged with. */
  #cellOf(
    { field, headings }: ReadColumn,
    cells: ReadonlyMap<string, Cell>,
    isText: boolean,
  ): Cell | undefined {
    const parts = headings.map((heading) => cells.get(heading))
    const isReference = field in this.#file.kind.references
    const takenOf = (part: Cell | undefined) =>
      typeof part === 'string' && !isEmpty(part)
        ? this.#taken(isText ? cellText(part) : part)
        : part
    const own = parts.length > 1 ? joinedCell(parts.map(takenOf), field, isReference) : parts[0]
    return isEmpty(own) && this.#file.options.merged.includes(field) ? this.#last.get(field) : own
  }

  /** Of a lenient field, a cell that cannot be read is left out, or a part of it taken. */
  #leniently(column: ReadColumn, cell: Cell, isText: boolean): unknown {
    const { field, isLenient } = column
    try {
      return this.#read(column, cell, isText)
    } catch (error) {
      if (!(error instanceof CellProblem)) throw error
      // An option for the file reads it.
      if (OF_FILE.test(error.hint ?? '')) throw error
      if (!isLenient) {
        const option = optionText('lenient', field)
        const isNumeric =
          field === 'size' || typesOf(column.schema).some((type) => /number|integer/.test(type))
        if (!isNumeric || error.hint !== undefined) throw error
        throw new CellProblem(`${error.message} Or add ${option} to leave it out.`, option)
      }
      this.#file.report.lenient(field, String(cell), error.part)
      return error.part === undefined ? undefined : this.#read(column, error.part, isText)
    }
  }

  #read(column: ReadColumn, cell: Cell, isText: boolean): unknown {
    const { field, schema, mapping } = column
    const types = typesOf(schema)
    const isReference = field in this.#file.kind.references
    if (Array.isArray(cell)) {
      if (schema.items === undefined) return this.#read(column, onlyItem(cell, schema), isText)
      const item = resolve(schema.items)
      const ofItem = { ...column, schema: item, read: readerOf(field, item) }
      return cell.map((each: Cell) => this.#read(ofItem, each, isText))
    }
    // Ids of JSON can be those of another system, too.
    if (typeof cell === 'number' && isReference) return this.#reference(String(cell), field)
    if (typeof cell !== 'string') {
      // A number of JSON has one reading, but can mean another value, as one of a cell.
      if (typeof cell === 'number' && FIELD_RULES.get(field)?.read && !types.includes('string'))
        return column.read(String(cell), {
          ...column,
          options: { ...this.#file.options, numbers: 'point' },
        })
      return types.includes('string') && cell !== null && typeof cell !== 'object'
        ? this.#read(column, String(cell), isText)
        : cell
    }
    requireShort(cell, column)
    const literal = isText ? unguarded(cell, mapping.isExport) : undefined
    const isName = isReference && schema.items === undefined
    if (literal !== undefined && (types.includes('string') || isName)) {
      const { read } = FIELD_RULES.get(field) ?? {}
      return literal === '' || read === undefined ? literal : read(literal, column)
    }
    if (cell === 'null' && types.includes('null')) return null
    // The code of Namibia, and of nothing.
    const isNamibia = field === 'country' && cell === 'NA'
    const text = isNamibia ? cell : this.#taken(isText ? cellText(cell) : cell)
    if (text === undefined) return undefined
    return isReference ? this.#referencesOf(text, schema, field) : column.read(text, column)
  }

  #taken(text: string): string | undefined {
    return takenText(text, this.#file.options, this.#file.mapping.isExport)
  }

  #referencesOf(text: string, { items }: Schema, field: string): unknown {
    if (items === undefined) return this.#reference(text, field)
    if (text.trim() === '[]') return []
    if (LIST.test(text.trim()))
      throw new CellProblem(
        `${quotedCell(text)} is a list as programs write it. Write its names without brackets and quotes, with ";" between them.`,
      )
    const parts = text
      .split(BETWEEN_NAMES)
      .flatMap((part) => (field === 'tags' ? part.split(COMMAS) : [part]))
    const taken = parts.flatMap((part) => unguarded(part.trim()) ?? this.#taken(part) ?? [])
    const isSame = taken.length === parts.length && taken.every((part, at) => part === parts[at])
    const rest = isSame ? text : taken.join(';')
    const ids = rest.split(BETWEEN_NAMES).map((part) => this.#reference(part, field))
    // Where names end is known where they are looked up.
    if (ids.every((id) => typeof id === 'number')) return ids
    return [
      rest
        .replaceAll(/\r\n?|\v/g, '\n')
        .replaceAll(/[^\S\n]+/g, ' ')
        .trim(),
    ]
  }

  /** A number is an id in an export, or if the user says so; any other can be a name, so it is looked up as text. */
  #reference(text: string, field: string): number | string {
    const isId = this.#file.mapping.isExport || this.#file.options.ids.includes(field)
    return isId && isNumber(text) ? Number(text) : plainName(text)
  }
}

/**
 * The most characters of a cell. A value such as a size is read by its form, which takes time that grows with the cube of the
 * length: a longer one could take hours. The contract allows texts and lists of names of 20,000 code points, with two UTF-16 units each.
 */
const MAX_LENGTH = { value: 500, text: 50_000 }

/** @throws {CellProblem} for a cell that is longer than any value of its field. */
function requireShort({ length }: string, { field, schema, kind }: ReadColumn): void {
  const types = typesOf(schema)
  // A column of a picture, of null alone, has its address.
  const isText =
    FIELD_RULES.get(field)?.read === undefined &&
    schema.enum === undefined &&
    (types.includes('string') || types.join() === 'null')
  const most = isText || field in kind.references ? MAX_LENGTH.text : MAX_LENGTH.value
  if (length > most)
    throw new CellProblem(`It has ${length} characters; at most ${most} are allowed.`)
}

function readColumn(column: Column, mapping: Mapping, file: FileContext): ReadColumn {
  const { path, schema } = column
  const field = headingOf(column)
  const isLenient = file.options.lenient.includes(field)
  const headings = mapping.headings.get(column) ?? []
  const usual = mapping.defaults.get(column)
  return { ...file, field, path, schema, headings, isLenient, usual, read: readerOf(field, schema) }
}

/** How all cells of a file are read. */
const OF_FILE = /^--(?:numbers|dates|zone) /

/** The text of a list with one item, or with addresses, also of objects that have one. @throws {CellProblem} */
function onlyItem(list: readonly Cell[], schema: Schema): Cell {
  const isUrl = schema.format === 'uri' || typesOf(schema).join() === 'null'
  const items = list.flatMap((item) => (isUrl && isFields(item) ? urlOf(item) : [item]))
  const areTexts = items.length > 0 && items.every((item) => typeof item === 'string')
  if (items.length === 1 || (isUrl && areTexts)) return items.join(' ')
  throw new CellProblem(`It is a list of ${items.length}, and the field has one value.`)
}

/** Of a picture in JSON of shops and databases. */
function urlOf({ url, contentUrl, src }: Fields): string[] {
  return [url, contentUrl, src].filter((each) => typeof each === 'string').slice(0, 1)
}

/** `["oil", "ink"]`, `['oil']`, `[3, 7]` and `{oil,ink}`. */
const LIST = /^(?:\[\s*(?:["'].*|\d+\s*,.*)\]|\{.*[",].*\})$/s

function typesOf({ type = [] }: Schema): readonly string[] {
  return [type].flat()
}

const TOTAL =
  /^(?:grand[ -])?(?:totale?|totaal|sub-?total|sum|summe|(?:ins)?gesamt|somme|suma|итого|合計)\s*(?::?|:\s*\d+)$/iu

/** A record can have such a name, but then it has other words, or no numbers. */
function isOfTotals([name = '', ...others]: readonly string[]): boolean {
  const numbers = others.join(' ')
  return TOTAL.test(name) && /\d/.test(`${name}${numbers}`) && !/\p{L}/u.test(numbers)
}

const PICTURE = /image|picture|photo|bild|foto/i

/** The cells of several columns that make one field. */
function joinedCell(
  parts: readonly (Cell | undefined)[],
  field: string,
  isReference: boolean,
): Cell | undefined {
  const given = parts.filter((part) => !isEmpty(part))
  if (given.some((part) => typeof part === 'object'))
    throw new CellProblem('A list or an object is no part of a field. Map one column.')
  const texts = given.map((part) => String(part).trim())
  if (isReference && texts.some((text) => BETWEEN_NAMES.test(text)))
    throw new CellProblem('Names of several cannot be put together. Map one column.')
  if (field === 'geolocation') return texts.map((each) => each.replace(',', '.')).join(',')
  // Spreadsheets write a day as its midnight, and a time as one of their first day.
  return texts
    .join(' ')
    .replace(/[ T]00:00(?::00(?:\.0+)?)?Z?(?= \d)/, '')
    .replace(/ (?:1899-12-3[01]|1900-01-0[01])[ T]/, ' ')
}

function place(into: Fields, path: readonly string[], value: unknown): void {
  const [name = '', ...below] = path
  if (below.length === 0) into[name] = value
  // A cell with null and cells of members contradict each other: then the members say more.
  else place((into[name] ??= {}) as Fields, below, value)
}

/** A line that removes a record has none of its fields, and that of an artwork has a gallery of its own. */
function lineWith(kind: FileKind, line: Fields, fields: Fields): Fields {
  if (line['remove'] !== true) return { ...line, [kind.noun]: fields }
  const { gallery } = fields
  return gallery === undefined ? line : { ...line, gallery }
}
