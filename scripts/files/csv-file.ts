import { pipeline } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { parse as parseAll } from 'csv-parse/sync'
import { ImportError } from '../import/row.ts'
import type { SourceRow } from './source.ts'

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
  // `12" x 10"` without quotes around it keeps its own.
  relax_quotes: true,
  skip_empty_lines: true,
  max_record_size: MAX_RECORD_SIZE,
}

const SAMPLE_CHARACTERS = 65_536
const SAMPLE_RECORDS = 20

/** How the cells and lines of a CSV file are parted. */
export interface Dialect {
  readonly separator: string
  /** Whether lines end in CR alone, so that lines of cells do, too. */
  readonly endsInCr: boolean
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
 * The separator with which most headings are known; of several, one with which all records have as many cells, and the
 * most. The discovery of csv-parse itself counts letters and quoted cells, too, and fails for text beyond ASCII.
 */
function separatorOf(sample: string, countKnown: (headings: readonly string[]) => number): string {
  const [, declared] = DECLARATION.exec(sample) ?? []
  if (declared !== undefined) return declared
  const candidates = [...SEPARATORS.values()].map((separator) => {
    const records = sampleRecords(sample, separator)
    const [first = []] = records
    const isEven = first.length > 1 && records.every(({ length }) => length === first.length)
    return { separator, score: [countKnown(first), Number(isEven), first.length] as const }
  })
  const [best] = candidates.toSorted((one, other) => compare(other.score, one.score))
  return best?.separator ?? ','
}

/** A first line by which Excel is told the separator. */
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
 * @param given the headings of a file whose first row is a record.
 * @throws {ImportError} for quotes that are not those of CSV.
 */
export async function* csvRows(
  text: AsyncIterable<string>,
  { separator, endsInCr }: Dialect,
  given: readonly string[] | undefined,
): AsyncGenerator<SourceRow> {
  const parser = parse({ ...PARSING, bom: true, raw: true, delimiter: separator })
  // The parser, which is read here, gets the errors of both.
  const records = pipeline(text, parser, () => {}) as AsyncIterable<CsvRecord>
  let headings = given && headingsOf(given)
  let next = 1
  try {
    for await (const { record, raw } of records) {
      const { blank, own } = linesOf(raw, endsInCr)
      const line = next + blank
      next = line + own
      if (line === 1 && DECLARATION.test(`${raw}\n`)) continue
      if (record.every((cell) => cell.trim() === '')) continue
      if (headings === undefined) {
        headings = headingsOf(record)
        yield { line, headings }
      } else yield readRow(line, headings, record)
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const problem = `The record that starts at line ${next} is not CSV`
    throw new ImportError(`${problem}: ${error.message}. Nothing was changed.`, { cause: error })
  }
}

/** The blank lines before a record and its own ones. The text of a record has CR for the CRLF between records. */
function linesOf(raw: string, endsInCr: boolean): { blank: number; own: number } {
  const blank = /^[\r\n]*/.exec(raw)?.[0].length ?? 0
  const own = raw.slice(blank).split(endsInCr ? '\r' : '\n').length - 1
  return { blank, own: raw.endsWith('\r') && !endsInCr ? own + 1 : own }
}

/** Each heading once; a column without one is named by its number. */
function headingsOf(record: readonly string[]): string[] {
  const counts = new Map<string, number>()
  return record.map((cell, at) => {
    const name = cell.replaceAll(/\s+/g, ' ').trim()
    if (name === '' || name === '-') return `column ${at + 1}`
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count === 1 ? name : `${name} (${count})`
  })
}

function readRow(line: number, headings: readonly string[], record: readonly string[]): SourceRow {
  const named = headings.findLastIndex((name, at) => name !== `column ${at + 1}`) + 1
  const extra = record.slice(headings.length).some((cell) => cell.trim() !== '')
  if (extra || record.length < named)
    return { line, defect: `has ${record.length} cells, but the header has ${headings.length}` }
  return { line, cells: new Map(headings.map((name, at) => [name, record[at] ?? ''])) }
}
