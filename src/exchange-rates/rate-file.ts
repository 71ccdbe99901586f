import { isDeepStrictEqual } from 'node:util'
import { contract } from '../contract/document.ts'
import { isoDate } from '../request-body/timestamp.ts'

export interface DailyRates {
  /** Such as `2026-04-13`. */
  readonly date: string
  /** Currency and units per euro. */
  readonly rates: readonly (readonly [currency: string, unitsPerEuro: string])[]
}

/** Why a line of a file cannot be read. */
interface RateDefect {
  /** Counted from 1, like `column`. */
  readonly line: number
  /** The first character of the wrong cell. */
  readonly column: number
  /** The first cell of the line. */
  readonly date: string
  readonly reason: string
}

/** A file of rates. Lines with a defect have no rates. */
export interface RateFile {
  /** Lines after the header, without blank ones; 0 for a file of another kind. */
  readonly rowCount: number
  /** No two have the same date. */
  readonly days: readonly DailyRates[]
  readonly defects: readonly RateDefect[]
}

interface Row {
  readonly line: number
  /** With the blanks around them. */
  readonly cells: readonly string[]
}

/**
 * Reads the euro reference rates of the European Central Bank, the daily file as well as the history: CSV with the
 * columns `Date`, `USD`, `JPY` and so on. The Bank quotes no cell.
 * @param today the last date that may have rates, in UTC.
 * @param maxRows none of a longer file is read; only its rows are counted.
 */
export function readRateFile(text: string, today: string, maxRows = Infinity): RateFile {
  const [first, ...rows] = linesOf(text)
  if (first === undefined) return { rowCount: 0, days: [], defects: [EMPTY] }
  const header = rowOf(first)
  const wrongHeader = headerDefect(header)
  if (wrongHeader !== undefined) return { rowCount: 0, days: [], defects: [wrongHeader] }
  if (rows.length > maxRows) return { rowCount: rows.length, days: [], defects: [] }
  return readRows(rows.map(rowOf), namesIn(header), today)
}

/** PostgreSQL has no year 0. */
const FIRST_DAY = '1999-01-01'

const EMPTY: RateDefect = { line: 1, column: 1, date: '', reason: 'there is no header' }

interface Line {
  readonly line: number
  readonly content: string
}

/** Without blank lines. */
function linesOf(text: string): Line[] {
  const lines: Line[] = []
  for (const [index, content] of text.split('\n').entries()) {
    // A carriage return before the line feed is a blank at the end of the last cell.
    if (content.trim() !== '') lines.push({ line: index + 1, content })
  }
  return lines
}

function rowOf({ line, content }: Line): Row {
  return { line, cells: content.split(',') }
}

function headerDefect(header: Row): RateDefect | undefined {
  const names = namesIn(header)
  const wrong = names.findIndex((name, index) => {
    if (index === 0) return name !== 'Date'
    return !isColumn(name, index === names.length - 1) || names.indexOf(name) !== index
  })
  const hasNone = names.every((name, index) => index === 0 || name === '')
  if (wrong === -1 && !hasNone) return undefined
  const index = Math.max(wrong, 0)
  const reason = `${quoted(names[index])}: the header is not Date and ISO 4217 codes of currencies, each once`
  return { ...defectAt(header, index, reason), date: '' }
}

/** Every line ends in a comma, so the last column has no name. */
function isColumn(name: string, isLast: boolean): boolean {
  return CURRENCIES.has(name) || (isLast && name === '')
}

const { enum: inUse = [], 'x-replaced-values': replaced = {} } =
  contract.components.schemas['Currency'] ?? {}

/** The codes of ISO 4217, and the withdrawn ones, which the Bank's history has. */
const CURRENCIES = new Set([...inUse, ...Object.keys(replaced)])

function namesIn({ cells }: Row): string[] {
  return cells.map((cell) => cell.trim())
}

function readRows(rows: readonly Row[], names: readonly string[], today: string): RateFile {
  const days = new Map<string, { readonly line: number; readonly day: DailyRates }>()
  const defects: RateDefect[] = []
  for (const row of rows) {
    const read = readRow(row, names, today)
    const first = 'reason' in read ? undefined : days.get(read.date)
    if ('reason' in read) defects.push(read)
    else if (first === undefined) days.set(read.date, { line: row.line, day: read })
    else if (!isDeepStrictEqual(first.day, read)) {
      defects.push(defectAt(row, 0, `differs from line ${first.line}, of the same date`))
    }
  }
  return { rowCount: rows.length, days: [...days.values()].map(({ day }) => day), defects }
}

/** @param index of the wrong cell. */
function defectAt({ line, cells }: Row, index: number, reason: string): RateDefect {
  const [date = ''] = cells
  const cell = cells[index] ?? ''
  const before = cells.slice(0, index).reduce((sum, { length }) => sum + length + 1, 0)
  const blanks = cell.length - cell.trimStart().length
  return { line, column: before + blanks + 1, date: date.trim(), reason }
}

function readRow(row: Row, names: readonly string[], today: string): DailyRates | RateDefect {
  const { cells } = row
  if (cells.length !== names.length) {
    return defectAt(row, 0, `has ${cells.length} cells, but the header has ${names.length}`)
  }
  const date = dateOf(cells[0]?.trim() ?? '')
  if (date === undefined) {
    return defectAt(row, 0, `${quoted(cells[0])} is not a date such as 2026-04-13 or 13 April 2026`)
  }
  if (date < FIRST_DAY) return defectAt(row, 0, `${date} lies before the euro`)
  if (date > today) return defectAt(row, 0, `${date} lies in the future`)
  const rates: [string, string][] = []
  for (const [index, name] of names.entries()) {
    const text = cells[index]?.trim() ?? ''
    if (index === 0 || name === '' || !isQuoted(text)) continue
    const reason = rateError(name, text)
    if (reason !== undefined) return defectAt(row, index, reason)
    rates.push([name, text])
  }
  return rates.length === 0 ? defectAt(row, 0, 'has no rate') : { date, rates }
}

/** A currency that has no rate on a day is written `N/A`. */
function isQuoted(text: string): boolean {
  return text !== '' && text !== 'N/A'
}

const SMALLEST_RATE = 0.000001

function rateError(currency: string, text: string): string | undefined {
  if (currency === 'EUR') return 'EUR has no rate against itself'
  if (/^\d{1,9}(\.\d{1,12})?$/.test(text) && Number(text) >= SMALLEST_RATE) return undefined
  return `${quoted(text)} is not a rate of ${currency} such as 1.1684`
}

/** A cell in a message, or its begin. */
function quoted(cell = ''): string {
  return JSON.stringify(cell.trim().slice(0, 40))
}

const MONTHS =
  'January February March April May June July August September October November December'

/** `2026-04-13` in the history, `13 April 2026` in the daily file; undefined for another text. */
function dateOf(text: string): string | undefined {
  const [, day = '', month = '', year = ''] = /^(\d{1,2}) (\p{L}+) (\d{4})$/u.exec(text) ?? []
  const monthNumber = MONTHS.split(' ').indexOf(month) + 1
  const daily = `${year}-${String(monthNumber).padStart(2, '0')}-${day.padStart(2, '0')}`
  return isoDate(day === '' ? text : daily)
}
