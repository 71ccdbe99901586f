import { pipeline } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { parse as parseAll } from 'csv-parse/sync'
import { QUOTES_REMEDY, quoteCheck, type QuoteCheck, type Quoting } from './csv-quotes.ts'
import { ImportError, type SourceRow } from './row.ts'

/** As read by csv-parse. Its own count of lines counts CR and LF in a cell twice. */
interface CsvRecord {
  readonly record: string[]
  readonly raw: string
}

/** A cell can have 20,000 characters; a quote that is never closed must not take in the whole file. */
const MAX_RECORD_SIZE = 1_048_576

/** Names of the separators for the command line. */
export const SEPARATORS: ReadonlyMap<string, string> = new Map([
  ['comma', ','],
  ['semicolon', ';'],
  ['tab', '\t'],
  ['pipe', '|'],
])

const PARSING = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  // `12" x 10"` without quotes around it keeps its own. Quotes that could be meant otherwise are refused.
  relax_quotes: true,
  skip_empty_lines: true,
  max_record_size: MAX_RECORD_SIZE,
}

const SAMPLE_CHARACTERS = 65_536
const SAMPLE_RECORDS = 20

/** How the cells and lines of a CSV file are parted. */
interface Dialect {
  readonly separator: string
  /** Whether lines end in CR alone, so that lines of cells do, too. */
  readonly endsInCr: boolean
}

/** What the user says about the rows of a CSV file. */
interface RowOptions {
  /** The headings of a file whose first row is a record. */
  readonly headings?: readonly string[]
  /** The line of the header row. */
  readonly header?: number
  readonly quotes?: Quoting
  /** Whether rows leave out empty cells at their end. */
  readonly shortRows: boolean
}

/** @param given the separator, if the user has named it. */
export async function dialectOf(
  text: AsyncIterable<string>,
  given: string | undefined,
  countKnown: (headings: readonly string[]) => number,
): Promise<Dialect> {
  const sample = await beginningOf(text)
  return { separator: given ?? separatorOf(sample, countKnown), endsInCr: !sample.includes('\n') }
}

/**
 * The separator with which most headings are known; of several, the one of a first line for Excel, or one with which all
 * records have as many cells, and the most. The discovery of csv-parse itself counts letters and quoted cells, too, and fails
 * for text beyond ASCII.
 */
function separatorOf(sample: string, countKnown: (headings: readonly string[]) => number): string {
  const [, declared] = DECLARATION.exec(sample) ?? []
  const candidates = [...new Set([declared ?? ',', ...SEPARATORS.values()])].map((separator) => {
    const records = sampleRecords(sample, separator)
    const [first = []] = records
    const isEven = first.length > 1 && records.every(({ length }) => length === first.length)
    // Titles can stand above the header.
    const known = Math.max(...records.map(countKnown), 0)
    const longest = Math.max(...records.map(({ length }) => length), 0)
    return { separator, score: [known, Number(separator === declared), Number(isEven), longest] }
  })
  const [best] = candidates.toSorted((one, other) => compare(other.score, one.score))
  return best?.separator ?? ','
}

/** A first line by which Excel is told the separator. Another program can have written the lines below it again. */
const DECLARATION = /^\ufeff?sep=([^\r\n])[\r\n]/

function compare(one: readonly number[], other: readonly number[]): number {
  return one.map((value, at) => value - (other[at] ?? 0)).find((each) => each !== 0) ?? 0
}

async function beginningOf(text: AsyncIterable<string>): Promise<string> {
  let sample = ''
  for await (const part of text) {
    sample += part
    if (sample.length > SAMPLE_CHARACTERS) break
  }
  return sample.slice(0, SAMPLE_CHARACTERS)
}

function sampleRecords(sample: string, delimiter: string): string[][] {
  const records: string[][] = []
  try {
    // The last record of a sample may be cut.
    const on_record = (record: string[]) => void records.push(record)
    parseAll(sample, { ...PARSING, bom: true, delimiter, to: SAMPLE_RECORDS, on_record })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
  }
  return records
}

/**
 * The rows of a CSV file, by heading. Rows without any text are none.
 * @param isExport whether headings are those of an export, whose quotes are those of CSV.
 * @throws {ImportError} for quotes that are not those of CSV, and for headings of another number than the cells.
 */
export async function* csvRows(
  text: AsyncIterable<string>,
  { separator, endsInCr }: Dialect,
  options: RowOptions,
  isExport: (headings: readonly string[]) => boolean,
): AsyncGenerator<SourceRow> {
  const { headings: given, header = 1, quotes, shortRows } = options
  const quote = quotes === 'text' ? null : '"'
  const parser = parse({ ...PARSING, bom: true, raw: true, delimiter: separator, quote })
  // The parser, which is read here, gets the errors of both.
  const records = pipeline(text, parser, () => {}) as AsyncIterable<CsvRecord>
  let headings = given && headingsOf(given)
  let requireQuotes: QuoteCheck | undefined
  let next = 1
  try {
    for await (const { record, raw } of records) {
      const { blank, own } = linesOf(raw, endsInCr)
      const line = next + blank
      next = line + own
      if (line < header || (line === 1 && DECLARATION.test(`${raw}\n`))) continue
      if (record.every((cell) => cell.trim() === '')) continue
      if (requireQuotes === undefined) {
        if (given !== undefined) requireWidth(line, given, record)
        headings ??= headingsOf(record)
        const quoting = isExport(headings) ? ({ quotes: 'csv', shortRows } as const) : options
        requireQuotes = quoteCheck(separator, raw, widthOf(headings), quoting)
        requireQuotes(raw, line)
        if (given === undefined) {
          yield { line, headings }
          continue
        }
      } else requireQuotes(raw, line)
      yield readRow(line, headings ?? [], record, shortRows)
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const problem = `The record that starts at line ${next} is not CSV`
    throw new ImportError(
      `${problem}: ${error.message}. Nothing was changed. ${QUOTES_REMEDY}, close this one.`,
      {
        cause: error,
      },
    )
  }
}

/** @throws {ImportError} when the user has named more or fewer columns than the first row has. */
function requireWidth(line: number, given: readonly string[], record: readonly string[]): void {
  const filled = record.findLastIndex((cell) => cell.trim() !== '') + 1
  if (given.length >= filled && given.length <= record.length) return
  const cells = record.map((cell) => JSON.stringify(cell.slice(0, 20))).join(', ')
  throw new ImportError(
    `--headings names ${given.length} columns, but line ${line} has ${record.length} cells: ${cells}. ` +
      'Name each column, and one without a field "-". Nothing was changed.',
  )
}

/** The blank lines before a record and its own ones. The text of a record has CR for the CRLF between records. */
function linesOf(raw: string, endsInCr: boolean): { blank: number; own: number } {
  const blank = /^[\r\n]*/.exec(raw)?.[0].length ?? 0
  const own = raw.slice(blank).split(endsInCr ? '\r' : '\n').length - 1
  return { blank, own: raw.endsWith('\r') && !endsInCr ? own + 1 : own }
}

/** The heading of a column without one. */
export function unnamedColumn(at: number): string {
  return `column ${at + 1}`
}

/** Each heading once; a column without one is named by its number. */
function headingsOf(record: readonly string[]): string[] {
  const counts = new Map<string, number>()
  return record.map((cell, at) => {
    const name = cell.replaceAll(/\s+/g, ' ').trim()
    if (name === '' || name === '-') return unnamedColumn(at)
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count === 1 ? name : `${name} (${count})`
  })
}

/** The number of columns up to the last one with a heading. */
function namedCount(headings: readonly string[]): number {
  return headings.findLastIndex((name, at) => name !== unnamedColumn(at)) + 1
}

/** Of a title above the header, which is one of many cells, all cells. */
function widthOf(headings: readonly string[]): number {
  const named = namedCount(headings)
  return named === 1 ? headings.length : named
}

const SHORT_ROWS = '--short-rows'

function readRow(
  line: number,
  headings: readonly string[],
  record: readonly string[],
  takesShort: boolean,
): SourceRow {
  const extra = record.slice(headings.length).some((cell) => cell.trim() !== '')
  const isShort = record.length < namedCount(headings)
  if (extra || (isShort && !takesShort)) {
    const counts = `has ${record.length} cells, but the header has ${headings.length}`
    const texts = record
    if (extra) return { line, texts, error: counts }
    const remedy = `. If rows leave out empty cells at their end, add ${SHORT_ROWS}`
    return { line, texts, error: counts + remedy, hint: SHORT_ROWS }
  }
  return { line, cells: new Map(headings.map((name, at) => [name, record[at] ?? ''])) }
}
