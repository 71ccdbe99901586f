import type { Schema } from '../../src/contract/document.ts'
import { LINE_MEMBERS, headingOf, unguarded, type Column } from './csv-cells.ts'
import {
  CellProblem,
  plainNumbers,
  quotedCell,
  readNumber,
  readCurrency,
  readPrice,
  readTime,
  readUrl,
  readYear,
  cellText,
  takenText,
} from './cell-values.ts'
import type { FileKind } from './file-kinds.ts'
import { optionText, type FileOptions } from './file-options.ts'
import { commonCurrencies, currenciesOfHeading } from './currencies.ts'
import { currencyOption, type Mapping } from './headings.ts'
import type { ImportReport } from './import-report.ts'
import { resolve } from '../../src/contract/document.ts'
import { nameKey } from '../../src/records/name-key.ts'
import { countryNamed, isState, SEVERAL_COUNTRIES } from './names-of-countries.ts'
import { isInState, readPlace, requirePlace } from './places.ts'
import type { Cell, Row, SourceRow } from './row.ts'
import { areEqual, readSide, readSize, unitOf, unitOfHeading, type Side } from './sizes.ts'
import { cellsOfRow, isEmpty } from './source.ts'

type Fields = Record<string, unknown>

/** Reads rows of cells as lines in the words of the contract; names of related records stay names. */
export class RowReader {
  readonly #kind: FileKind
  readonly #mapping: Mapping
  readonly #options: FileOptions
  readonly #report: ImportReport
  readonly #columns: readonly (readonly [string, Column])[]
  /** Headings of pictures, and those of other fields. */
  readonly #pictures: ReadonlySet<string>
  readonly #others: ReadonlySet<string>
  /** The cells of the last row that is not one of pictures. */
  #above: ReadonlyMap<string, Cell> = new Map()
  /** The last cell of each field. */
  readonly #last = new Map<string, Cell>()

  constructor(kind: FileKind, mapping: Mapping, options: FileOptions, report: ImportReport) {
    this.#kind = kind
    this.#mapping = mapping
    this.#options = options
    this.#report = report
    const columns = new Set([...mapping.headings.keys(), ...mapping.defaults.keys()])
    this.#columns = [...columns].map((column) => [headingOf(column), column])
    const headingsOf = (isPicture: boolean) =>
      [...mapping.headings].flatMap(([{ path }, headings]) =>
        (path[0] === 'featured_image') === isPicture ? headings : [],
      )
    this.#pictures = new Set(headingsOf(true))
    this.#others = new Set(headingsOf(false))
  }

  /** Undefined for a row that is no record. */
  read(row: Exclude<SourceRow, { headings: unknown }>): Row | undefined {
    if ('error' in row) {
      if (row.hint !== undefined) this.#report.hint(row.hint)
      return row
    }
    const filled = [...cellsOfRow(row)].filter(([, cell]) => !isEmpty(cell))
    if (this.#isOfPictures(filled)) {
      this.#report.picture()
      return undefined
    }
    this.#above = new Map(filled)
    if (filled.length > 1 && filled.every(([heading, cell]) => cell === heading))
      return { line: row.line, error: 'It is the header again. Remove the line.' }
    const problems: string[] = []
    const attempt = (field: string, work: () => void): boolean => {
      try {
        work()
        return true
      } catch (error) {
        if (!(error instanceof CellProblem)) throw error
        problems.push(`${field}: ${error.message}`)
        if (error.hint !== undefined) this.#report.hint(error.hint)
        return false
      }
    }
    const line = this.#lineOf(row, attempt)
    return problems.length === 0
      ? { line: row.line, fields: line }
      : { line: row.line, error: problems.join(' ') }
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

  #lineOf(
    row: Exclude<SourceRow, { headings: unknown }>,
    attempt: (field: string, work: () => void) => boolean,
  ): Fields {
    const cells = new Map(cellsOfRow(row))
    const line: Fields = {}
    const fields: Fields = {}
    const empty: string[] = []
    let areTimesRead = true
    for (const [field, column] of this.#columns) {
      const isRead = attempt(field, () => {
        const value = this.#valueOf(column, cells, 'cells' in row)
        if (value === undefined) return void empty.push(field)
        const isMember = column.path.length === 1 && LINE_MEMBERS.includes(field)
        place(isMember ? line : fields, column.path, value)
      })
      if (field === 'end_time') areTimesRead = isRead
    }
    attempt('price', () => this.#checkCurrency(fields))
    if (areTimesRead) attempt('end_time', () => this.#completeTimes(fields))
    if (!this.#mapping.isExport)
      attempt('geolocation', () => requirePlace(fields['geolocation'], fields['country']))
    attempt('country', () => this.#checkCountry(fields, cells))
    attempt('size', () => this.#placeSize(fields, cells, 'cells' in row))
    if (line['remove'] !== true) this.#addPriceDisplay(fields)
    if (!this.#mapping.isExport)
      this.#report.empty(
        row.line,
        empty.filter((field) => fields[field] === undefined),
      )
    return lineWith(this.#kind, line, fields)
  }

  #valueOf(column: Column, cells: ReadonlyMap<string, Cell>, isText: boolean): unknown {
    const value = this.#cellValue(column, cells, isText)
    if (value !== undefined) return value
    const usual = this.#mapping.defaults.get(column)
    const names = this.#mapping.headings.get(column) ?? []
    const field = headingOf(column)
    // A cell below another one may have been merged with it.
    if (this.#last.has(field) && names.every((name) => isEmpty(cells.get(name))))
      this.#report.blank(field, usual)
    return usual === undefined ? undefined : this.#read(column, usual, true)
  }

  /** The cell of a field, or the one that it was merged with. */
  #givenCell(column: Column, cells: ReadonlyMap<string, Cell>, isText: boolean): Cell | undefined {
    const parts = (this.#mapping.headings.get(column) ?? []).map((heading) => cells.get(heading))
    const field = headingOf(column)
    const isReference = field in this.#kind.references
    const takenOf = (part: Cell | undefined) =>
      typeof part === 'string' && !isEmpty(part)
        ? this.#taken(isText ? cellText(part) : part)
        : part
    const own = parts.length > 1 ? joinedCell(parts.map(takenOf), field, isReference) : parts[0]
    return isEmpty(own) && this.#options.merged.includes(field) ? this.#last.get(field) : own
  }

  #cellValue(column: Column, cells: ReadonlyMap<string, Cell>, isText: boolean): unknown {
    const field = headingOf(column)
    const given = this.#givenCell(column, cells, isText)
    if (given === undefined || isEmpty(given)) return undefined
    this.#last.set(field, given)
    const { replacements } = this.#mapping
    const word = replacements.size === 0 ? '' : `${field}:${nameKey(String(given))}`
    const cell = replacements.get(word) ?? given
    return isEmpty(cell) ? undefined : this.#leniently(column, cell, isText)
  }

  /** Of a lenient field, a cell that cannot be read is left out, or a part of it taken. */
  #leniently(column: Column, cell: Cell, isText: boolean): unknown {
    try {
      return this.#read(column, cell, isText)
    } catch (error) {
      const field = headingOf(column)
      if (!(error instanceof CellProblem)) throw error
      const types = [column.schema.type].flat()
      const isNumeric = field === 'size' || types.some((type) => /number|integer/.test(type ?? ''))
      if (!this.#isLenient(field)) {
        const option = optionText('lenient', field)
        if (!isNumeric || error.hint !== undefined) throw error
        throw new CellProblem(`${error.message} Or add ${option} to leave it out.`, option)
      }
      this.#report.lenient(field, String(cell), error.part)
      return error.part === undefined ? undefined : this.#read(column, error.part, isText)
    }
  }

  #isLenient(field: string): boolean {
    return this.#options.lenient.includes(field)
  }

  #read(column: Column, cell: Cell, isText: boolean): unknown {
    const { schema } = column
    const [field = ''] = column.path
    const types = [schema.type ?? []].flat()
    if (Array.isArray(cell)) {
      if (schema.items === undefined) throw new CellProblem('It is a list.')
      return cell.map((each: Cell) =>
        this.#read({ path: column.path, schema: resolve(schema.items ?? {}) }, each, isText),
      )
    }
    // Ids of JSON can be those of another system, too.
    if (typeof cell === 'number' && field in this.#kind.references)
      return this.#reference(String(cell), field)
    if (typeof cell !== 'string') {
      // A number of JSON has one reading, but can mean another value, as one of a cell.
      const isDoubtful =
        field === 'year_of_creation' ||
        (cell === 0 && PRICE.test(field)) ||
        (SIDES.includes(field) && this.#unitOf(column) !== undefined)
      if (typeof cell === 'number' && isDoubtful) return this.#readText(column, String(cell))
      return types.includes('string') && cell !== null && typeof cell !== 'object'
        ? this.#read(column, String(cell), isText)
        : cell
    }
    const literal = isText ? unguarded(cell, this.#mapping.isExport) : undefined
    const isList = schema.items !== undefined
    const isName = field in this.#kind.references && !isList
    if (literal !== undefined && (types.includes('string') || isName)) return literal
    if (cell === 'null' && types.includes('null')) return null
    // The code of Namibia, and of nothing.
    const isNamibia = field === 'country' && cell === 'NA'
    const text = isNamibia ? cell : this.#taken(isText ? cellText(cell) : cell)
    if (text === undefined) return undefined
    if (field in this.#kind.references) return this.#referencesOf(text, schema, field)
    return this.#readText(column, text)
  }

  #taken(text: string): string | undefined {
    return takenText(text, this.#options, this.#mapping.isExport)
  }

  /** A cell without letters is in the unit of its heading. */
  #withUnit(column: Column, text: string): string {
    const unit = this.#unitOf(column)
    return unit === undefined || !/\p{N}\s*$/u.test(text) ? text : `${text} ${unit}`
  }

  #unitOf(column: Column): string | undefined {
    return unitOfHeading(this.#headingOf(column))
  }

  #headingOf(column: Column): string {
    return this.#mapping.headings.get(column)?.join(' ') ?? ''
  }

  #readText(column: Column, text: string): unknown {
    const { path, schema } = column
    const [field = ''] = path
    const types = [schema.type ?? []].flat()
    const plain = plainNumbers(text)
    if (field === 'start_time' || field === 'end_time') {
      return readTime(
        plain,
        field === 'start_time' ? 'start' : 'end',
        this.#options,
        this.#isLenient(field),
      )
    }
    if (field === 'size')
      return readSize(this.#withUnit(column, plain), this.#options, this.#headingOf(column))
    if (schema.enum !== undefined) {
      const value = enumValue(text, schema)
      const isUnknown = value === text && !schema.enum.includes(text)
      if (!isUnknown || this.#mapping.isExport) return value
      if (field.endsWith('currency')) return readCurrency(text, field)
      const option = optionText('replace', `${field}:${text.trim()}=VALUE`)
      throw new CellProblem(
        `${quotedCell(text)}: It must be one of ${schema.enum.join(', ')}. Write one of them, or add ${option}.`,
      )
    }
    if (field === 'country') {
      const code = countryNamed(text)
      if (code === 'XK')
        throw new CellProblem(
          `${quotedCell(text)} has no code in ISO 3166-1. Add ${optionText('replace', `country:${text.trim()}=`)} to leave it out.`,
        )
      if (code !== undefined) return code
      const several = SEVERAL_COUNTRIES.get(nameKey(text))
      const option = optionText('replace', `country:${text.trim()}=CODE`)
      if (several !== undefined)
        throw new CellProblem(
          `${quotedCell(text)} is ${several}. Write the code, or add ${option}.`,
          option,
        )
      throw new CellProblem(
        `${quotedCell(text)} is no country. Write its code, such as DE or JP, or its name.`,
      )
    }
    if (field === 'geolocation') return readPlace(text)
    if (types.includes('string')) {
      const heading = headingOf({ path, schema })
      const trimmed = this.#onOneLine(heading, schema, this.#trimmed(heading, text))
      const isUrl = schema.format === 'uri' && !this.#mapping.isExport
      return isUrl ? readUrl(trimmed, heading) : trimmed
    }
    // Pictures are given by their address.
    if (types.length === 1 && types[0] === 'null') return { full_size: readUrl(text, field) }
    if (types.includes('boolean')) return readBoolean(text, field)
    if (PRICE.test(field)) return this.#price(plain, field)
    if (SIDES.includes(field)) return readSide(this.#withUnit(column, plain), this.#options, field)
    if (field === 'year_of_creation' && !this.#mapping.isExport)
      return readYear(plain, this.#options)
    return readNumber(plain, this.#options)
  }

  /** No artwork is sold for 0, which people write where a price is not known; a range can begin there. */
  #price(text: string, field: string): ReturnType<typeof readPrice> {
    if (this.#kind.name === 'events' && FREE.test(text.trim()))
      return { price: 0, currencies: undefined }
    const read = readPrice(text, this.#options, field)
    if (
      read.price !== 0 ||
      field === 'min_price' ||
      this.#mapping.isExport ||
      this.#kind.name !== 'artworks'
    )
      return read
    throw new CellProblem(`${quotedCell(text)} is no price.`)
  }

  /** Without the blanks at its ends, which spreadsheets do not show. An export has texts as they are. */
  #trimmed(field: string, text: string): string {
    const trimmed = text.replaceAll(BLANK_ENDS, '')
    if (this.#mapping.isExport || trimmed === text) return text
    this.#report.changed('trimmed', field)
    return trimmed
  }

  /** A field without control characters has a blank for a line break within its cell. */
  #onOneLine(field: string, { pattern }: Schema, text: string): string {
    if (this.#mapping.isExport || pattern?.includes(CONTROLS) !== true) return text
    const line = text.replaceAll(/[\r\n]+/g, ' ')
    if (line !== text) this.#report.changed('joined', field)
    return line
  }

  #referencesOf(text: string, { items }: Schema, field: string): unknown {
    if (items === undefined) return this.#reference(text, field)
    if (text.trim() === '[]') return []
    const parts = text.split(field === 'tags' ? /[;|\n,]/ : /[;|\n]/)
    const taken = parts.flatMap((part) => unguarded(part.trim()) ?? this.#taken(part) ?? [])
    const isSame = taken.length === parts.length && taken.every((part, at) => part === parts[at])
    const rest = isSame ? text : taken.join(';')
    const ids = rest.split(/[;|\n]/).map((part) => this.#reference(part, field))
    // Where names end is known where they are looked up.
    return ids.every((id) => typeof id === 'number') ? ids : [rest.trim()]
  }

  /** A number is an id in an export, or if the user says so; any other can be a name, so it is looked up as text. */
  #reference(text: string, field: string): number | string {
    const isId = this.#mapping.isExport || this.#options.ids.includes(field)
    return isId && isNumber(text) ? Number(text) : text.trim()
  }

  /** A state of the USA can have the code of a country: beside signs of such states, it must be a decision. */
  #checkCountry({ country, geolocation }: Fields, cells: ReadonlyMap<string, Cell>): void {
    const column = this.#columns.find(([field]) => field === 'country')?.[1]
    const cell = column && this.#givenCell(column, cells, true)
    if (typeof cell !== 'string' || typeof country !== 'string' || !isState(cell)) return
    if (this.#mapping.isExport || this.#mapping.replacements.has(`country:${nameKey(cell)}`)) return
    if (isInState(cell, country, geolocation, cells) ?? this.#mapping.hasStates)
      throw stateProblem(cell, country)
  }

  /** The signs of a price, and the currency that its heading names, must be its currency. */
  #checkCurrency(fields: Fields): void {
    for (const [field, column] of this.#columns) {
      const read = fields[field] as ReturnType<typeof readPrice> | number | null | undefined
      if (!PRICE.test(field) || read === undefined || read === null) continue
      if (typeof read === 'object') fields[field] = read.price
      const heading = this.#headingOf(column)
      const ofHeading = currenciesOfHeading(heading)
      const ofCell = typeof read === 'object' ? read.currencies : undefined
      const currencies = commonCurrencies([ofCell, ofHeading])
      const given = fields[`${field}_currency`] ?? fields['price_currency']
      if (currencies === undefined || currencies.includes(given as string)) continue
      const named = [
        ofCell && `its cell names ${ofCell.join(' or ')}`,
        ofHeading && `its heading ${quotedCell(heading)} names ${ofHeading.join(' or ')}`,
      ].filter((text) => text !== undefined)
      const stated = `The currency is in doubt: ${named.join(', ')}, and price_currency is`
      if (given !== undefined || currencies.length === 0)
        throw new CellProblem(
          `${stated} ${given === undefined ? 'not given' : quotedCell(given as string)}.`,
        )
      const option = currencyOption(currencies)
      throw new CellProblem(
        `${stated} not given, which means EUR: give it in a column or, if it is one for all rows without it, add ${option}`,
        option,
      )
    }
  }

  /** Days are whole-day events; an event without an end ends with its first day when the user says that ends are unknown. */
  #completeTimes(fields: Fields): void {
    type Read = ReturnType<typeof readTime> | undefined
    const [start, given] = [fields['start_time'] as Read, fields['end_time'] as Read]
    if (start === undefined) return
    if (given === undefined && !this.#options.endUnknown) {
      throw new CellProblem(
        'It has no end. Add --end-unknown to let it end on its first day, marked as unknown.',
        '--end-unknown',
      )
    }
    const isPartly =
      given !== undefined && given.isDay !== start.isDay && !this.#isLenient('end_time')
    const areJoined = [...this.#mapping.headings].some(
      ([column, names]) => names.length > 1 && headingOf(column).endsWith('_time'),
    )
    if (isPartly && areJoined)
      throw new CellProblem(
        'Only one of its start and its end has a time. Add --lenient end_time to take the beginning or the end of the day for the other.',
        '--lenient end_time',
      )
    const end = given ?? {
      ...start,
      time: start.isDay ? start.time.replace('T00:00:00', 'T23:59:59') : start.time,
    }
    if (given === undefined) fields['is_end_time_unknown'] ??= true
    const { ends } = this.#options
    const isMidnight = !end.isDay && [start, end].every(({ time }) => MIDNIGHT.test(time))
    const isDoubtful = isMidnight && fields['is_all_day_event'] !== false && !this.#mapping.isExport
    if (isDoubtful && ends === undefined && !this.#isLenient('end_time'))
      throw midnightProblem(given !== undefined)
    const isWhole = isDoubtful || (start.isDay && end.isDay)
    if (isWhole) fields['is_all_day_event'] ??= true
    const end_time = isWhole
      ? endOfLastDay(start.time, end.time, end.isYear ? 'included' : ends)
      : end.time
    Object.assign(fields, { start_time: start.time, end_time })
  }

  #placeSize(fields: Fields, cells: ReadonlyMap<string, Cell>, isText: boolean): void {
    leaveRepeatedSize(fields)
    const size = sizeOf(fields)
    if (size === undefined) return
    const { units, ...measures } = size
    delete fields['size']
    const column = this.#columns.find(([field]) => field === 'units')?.[1]
    const given = column && fields['units'] && this.#cellValue(column, cells, isText)
    if (units !== undefined && given !== undefined && units !== given) {
      throw new CellProblem(`It is in ${units}, but units is ${quotedCell(given as string)}.`)
    }
    // A unit for all rows is that of the sizes that name none.
    const isPartly = SIDES.some((name) => typeof fields[name] === 'number')
    if (units !== undefined && isPartly && (fields['units'] ?? units) !== units) {
      throw new CellProblem(
        `One side is in ${units}, and another one names no unit, but units is ${quotedCell(fields['units'] as string)} for all rows. Write the unit of each side.`,
      )
    }
    Object.assign(fields, measures, units && { units })
  }

  /** Without a column of it, a price is shown, and one that is not known is on request, also if the record had one. */
  #addPriceDisplay(fields: Fields): void {
    const { input } = this.#kind
    if (input.properties?.['price_display'] === undefined) return
    const has = (name: string): boolean => this.#columns.some(([field]) => field === name)
    if (has('price_display')) return
    if (has('price')) fields['price'] ??= null
    const hasPrice = typeof fields['price'] === 'number'
    const isRange = ['min_price', 'max_price'].every((name) => typeof fields[name] === 'number')
    const known = isRange ? 'price range' : 'price on request'
    fields['price_display'] = hasPrice ? 'show price' : known
    if (hasPrice || !isRange) this.#report.priceDisplay(hasPrice)
  }
}

/** An admission of nothing. */
const FREE =
  /^(?:(?:admission |entry |eintritt |entrée |entrada |ingresso )?(?:free|frei|libre|libera|gratis|gratuit|gratuite|gratuito|gratuita)|kostenlos|free (?:admission|entry))$/i

const PICTURE = /image|picture|photo|bild|foto/i

const PRICE = /^(?:min_|max_)?price$/

const SIDES = ['size_h', 'size_w', 'size_d']

/** Leaves out the size where the columns of its sides have the same in another unit. */
function leaveRepeatedSize(fields: Fields): void {
  const size = fields['size'] as ReturnType<typeof readSize> | undefined
  const given = SIDES.map((name) => (fields[name] ?? undefined) as number | Side | undefined)
  const unitsOf = (each: (typeof given)[number]) =>
    typeof each === 'object' ? each.units : each && (fields['units'] as Side['units'] | undefined)
  const [units, ...others] = new Set(given.flatMap((each) => unitsOf(each) || []))
  if (!size?.units || !units || units === size.units || others.length > 0) return
  const [size_h = 0, size_w = 0, size_d = 0] = given.map((each) =>
    typeof each === 'object' ? each.side : each,
  )
  if (areEqual({ size_h, size_w, size_d, units }, size)) delete fields['size']
}

/** The size, and the sides that name their unit; undefined if there are none. */
function sizeOf(fields: Fields): Partial<ReturnType<typeof readSize>> | undefined {
  const read: ReturnType<typeof sizeOf>[] = SIDES.flatMap((name) => {
    const value = fields[name]
    if (typeof value !== 'object' || value === null || !('side' in value)) return []
    const { side, units } = value as Side
    return [{ [name]: side, units }]
  })
  const size = fields['size'] as (typeof read)[number]
  const sides = { ...fields, ...Object.assign({}, ...read) } as Fields
  const twice = Object.entries(size ?? {}).find(([name, side]) => (sides[name] ?? side) !== side)
  if (twice !== undefined && SIDES.includes(twice[0]))
    throw new CellProblem(`Its size and its ${twice[0]} differ. Map only one of their columns.`)
  if (size) read.push(size)
  const [units, ...others] = new Set(read.flatMap((each) => each?.units ?? []))
  if (others.length > 0) throw new CellProblem('Its sides are in centimeter and in inch.')
  return read.length === 0 ? undefined : Object.assign({}, ...read, units && { units })
}

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
  if (isReference && texts.some((text) => /[;|\n]/.test(text)))
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

/** A line that removes an artwork has a gallery of its own. */
function lineWith(kind: FileKind, line: Fields, fields: Fields): Fields {
  if (line['remove'] !== true) return { ...line, [kind.noun]: fields }
  const { gallery, ...others } = fields
  const isAlone = Object.keys(others).length === 0
  return {
    ...line,
    ...(gallery !== undefined && { gallery }),
    ...(!isAlone && { [kind.noun]: others }),
  }
}

/** Whether a text can be the id of a record. */
export function isNumber(text: string): boolean {
  return /^\d{1,15}$/.test(text.trim())
}

const MIDNIGHT = /T00:00:00(?:\.0+)?/i

function stateProblem(cell: string, country: string): CellProblem {
  const of = (code: string) => optionText('replace', `country:${cell.trim()}=${code}`)
  const options = [...new Set([country, 'US', 'CA'])].map(of)
  return new CellProblem(
    `${quotedCell(cell)} is a country, ${country}, and a state or province. Add ${options.slice(0, -1).join(', ')} or ${options.at(-1)}. ` +
      'If the column has states, ignore it, and add --set country=US.',
    of('CODE'),
  )
}

/** In the form of RFC 3339. */
function dayOf(time: string): string {
  return time.slice(0, 10)
}

/** @param end a time of the last day, or of the day after it where ends are excluded. */
function endOfLastDay(start: string, end: string, ends: FileOptions['ends']): string {
  const last = end.replace(MIDNIGHT, 'T23:59:59')
  if (ends !== 'excluded' || dayOf(end) <= dayOf(start)) return last
  const date = new Date(dayOf(end))
  date.setUTCDate(date.getUTCDate() - 1)
  return dayOf(date.toISOString()) + last.slice(dayOf(last).length)
}

function midnightProblem(hasEnd: boolean): CellProblem {
  return hasEnd
    ? new CellProblem(
        'It begins and ends at midnight, as software writes days. Add --ends included if the day of its end is its last day, ' +
          '--ends excluded if its last day is the day before, as in Outlook, or --set is_all_day_event=false for times.',
        '--ends WHICH',
      )
    : new CellProblem(
        'It begins at midnight, as software writes days. Add --lenient end_time for whole days, or --set is_all_day_event=false for times.',
        '--lenient end_time',
      )
}

/** In the pattern of a field on one line. */
const CONTROLS = String.raw`[^\x00-\x1f`

const BLANK_ENDS = /^[\s\u200b\u2060]+|[\s\u200b\u2060]+$/g

/** The value of an enumeration in any case, with blanks or other signs between its words. */
function enumValue(text: string, schema: Schema): unknown {
  const values = (schema.enum ?? []) as readonly unknown[]
  const word = (value: unknown) =>
    String(value)
      .trim()
      .toLowerCase()
      .replaceAll(/[\s_-]+/g, ' ')
  const others = [unitOf(text), SALE_STATES.get(word(text))]
  return (
    values.find((value) => word(value) === word(text)) ??
    values.find((value) => others.some((other) => value === other)) ??
    text
  )
}

/** Whether a work can be bought, in other words. */
const SALE_STATES = new Map(
  Object.entries({
    available: 'for sale|verfügbar|disponible|disponibile|disponível|beschikbaar',
    reserved: 'on hold|hold|reserviert|réservé|reservado|riservato|gereserveerd',
    sold: 'verkauft|vendu|vendido|venduto|verkocht|solgt|såld|sprzedane',
    'not for sale': 'nfs|unverkäuflich|nicht verkäuflich|non à vendre|niet te koop',
  }).flatMap(([state, words]) => words.split('|').map((word) => [word, state] as const)),
)

/** As spreadsheets write them in their languages. */
const BOOLEANS = new Map([
  ...[
    'true',
    'yes',
    '1',
    'wahr',
    'ja',
    'vrai',
    'oui',
    'verdadero',
    'vero',
    'waar',
    'verdadeiro',
  ].map((word) => [word, true] as const),
  ...['false', 'no', '0', 'falsch', 'nein', 'faux', 'non', 'falso', 'onwaar', 'nee'].map(
    (word) => [word, false] as const,
  ),
])

function readBoolean(text: string, field: string): boolean {
  const value = BOOLEANS.get(text.trim().toLowerCase())
  if (value !== undefined) return value
  const option = optionText('replace', `${field}:${text.trim()}=false`)
  throw new CellProblem(
    `${quotedCell(text)} is neither true nor false. Write one of them, or add ${option} for this word, or with =true.`,
  )
}
