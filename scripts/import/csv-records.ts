import { CsvError } from 'csv-parse'
import { parse } from 'csv-parse/sync'
import { lineText, readLines, type Line } from './read-lines.ts'
import { UnexpectedContent, type Row, type RowFormat, Rejection } from './row.ts'

type IsHeader = (columns: readonly string[]) => boolean

/** A header and one record a row; `isHeader` checks whether the columns are the expected ones. */
export function csv(isHeader: IsHeader): RowFormat {
  return { rows: (chunks) => readRows(chunks, isHeader), recognises: () => true }
}

/** CSV with at least these columns. */
export function csvWithColumns(names: readonly string[]): RowFormat {
  return csv((columns) => names.every((name) => columns.includes(name)))
}

async function* readRows(chunks: AsyncIterable<Buffer>, isHeader: IsHeader): AsyncGenerator<Row> {
  let columns: readonly string[] | undefined
  for await (const record of readCsvRecords(chunks)) {
    if (columns === undefined) columns = readHeader(record, isHeader)
    else yield readRow(record, columns)
  }
}

function readHeader(record: CsvRecord, isHeader: IsHeader): readonly string[] {
  const columns = 'cells' in record ? record.cells.map((cell) => cell.trim()) : []
  if (!isHeader(columns)) throw new UnexpectedContent('the header is not the expected one')
  return columns
}

function readRow(record: CsvRecord, columns: readonly string[]): Row {
  if ('defect' in record) return record
  const { line, cells } = record
  if (cells.length !== columns.length) {
    return { line, defect: `has ${cells.length} cells, but the header has ${columns.length}` }
  }
  return { line, fields: Object.fromEntries(columns.map((name, index) => [name, cells[index]])) }
}

/** A record of a CSV file with the line on which it starts, or its defect. */
export type CsvRecord =
  | { readonly line: number; readonly cells: readonly string[] }
  | { readonly line: number; readonly defect: string }

/** A quoted cell may span lines, but one whose quote is never closed must not take in the file. */
const MAX_RECORD_LINES = 50

/** Cuts CSV into records. A line that fits nowhere is a record of its own, and the next goes on. */
export async function* readCsvRecords(chunks: AsyncIterable<Buffer>): AsyncGenerator<CsvRecord> {
  const pending: Line[] = []
  for await (const line of readLines(chunks)) {
    pending.push(line)
    yield* takeRecords(pending, pending.length >= MAX_RECORD_LINES)
  }
  yield* takeRecords(pending, true)
}

/** Takes whole records off the lines; `isAll` when no further line may complete one. */
function* takeRecords(pending: Line[], isAll: boolean): Generator<CsvRecord> {
  for (let first; (first = pending[0]) !== undefined;) {
    const taken = takeRecord(first, pending)
    if (taken === undefined && !isAll) return
    pending.splice(0, taken?.lineCount ?? 1)
    if (taken === undefined) yield { line: first.number, defect: 'a quote is not closed' }
    else if (taken.record !== undefined) yield taken.record
  }
}

interface Taken {
  readonly lineCount: number
  /** Undefined for a blank line. */
  readonly record: CsvRecord | undefined
}

/** Undefined when the lines end within a quoted cell. */
function takeRecord(first: Line, lines: readonly Line[]): Taken | undefined {
  const line = first.number
  try {
    let text = lineText(first)
    if (text.trim() === '') return { lineCount: 1, record: undefined }
    for (const [index, next] of lines.entries()) {
      if (index > 0) text += `\n${lineText(next)}`
      const cells = parseRecord(text)
      if (cells === 'broken') break
      if (cells !== 'open') return { lineCount: index + 1, record: { line, cells } }
      if (index === lines.length - 1) return undefined
    }
    return { lineCount: 1, record: { line, cells: splitQuoted(lineText(first)) } }
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    return { lineCount: 1, record: { line, defect: error.message } }
  }
}

/** `open` when a quote is not closed yet, `broken` when it is where none can be. */
function parseRecord(text: string): readonly string[] | 'open' | 'broken' {
  try {
    return parse(text.replace(/\r$/, ''), { record_delimiter: '\n', trim: true })[0] ?? []
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return error.code === 'CSV_QUOTE_NOT_CLOSED' ? 'open' : 'broken'
  }
}

/**
 * The cells of a line that quotes them all, but has not doubled the quotes within one, such as
 * `"2012","Tony Oursler "Phantasmagoria"","http://..."`: there, only `","` parts two cells.
 * @throws {Rejection} when the line is not of that form.
 */
function splitQuoted(text: string): readonly string[] {
  const [, inner] = /^\s*"(.*)"\s*$/s.exec(text) ?? []
  if (inner === undefined) throw new Rejection('a quote is misplaced')
  return inner.split('","').map((cell) => cell.replaceAll('""', '"'))
}
