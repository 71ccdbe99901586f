import path from 'node:path'
import { pipeline } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { Problem, type ProblemError } from '../../src/problems/problem.ts'
import { readJsonObject } from '../../src/request-body/json.ts'
import type { Expectation } from '../import/check-file.ts'
import { readLines } from '../import/read-lines.ts'
import { ImportError, type Row } from '../import/row.ts'
import { columnsOf, headingOf, lineOf, type Column } from './csv-cells.ts'
import type { FileKind } from './file-kinds.ts'

export type FileFormat = 'ndjson' | 'csv'

/** By the name of a file. @throws an error that names the valid endings. */
export function formatOf(file: string): FileFormat {
  const extension = path.extname(file.replace(/\.gz$/, '')).toLowerCase()
  if (extension === '.csv') return 'csv'
  if (extension === '.ndjson' || extension === '.jsonl') return 'ndjson'
  throw new Error(`${file} must end in .csv, .ndjson or .jsonl, which says how it is read.`)
}

/** How a file of a kind is read: as rows whose fields are those of a line of NDJSON. */
export function fileExpectation(kind: FileKind, format: FileFormat): Expectation {
  // A CSV file is known by its header.
  const isRow = (row: Row) =>
    format === 'csv' || ('fields' in row && (kind.noun in row.fields || 'remove' in row.fields))
  return {
    content:
      format === 'csv'
        ? `${kind.name}, CSV with fields of a request body as columns`
        : `${kind.name}, JSON lines such as {"id": 1, "${kind.noun}": {...}}`,
    format: {
      rows: (chunks) => (format === 'csv' ? csvRows(chunks, kind) : ndjsonRows(chunks)),
      recognises: isRow,
    },
  }
}

/** More than any line can have within 1 MiB. */
const MAX_PARTS = 1_048_576

async function* ndjsonRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<Row> {
  for await (const { number: line, bytes } of readLines(chunks)) {
    if (bytes === undefined) {
      yield { line, defect: 'the line is longer than 1 MiB' }
    } else if (!isBlank(bytes)) {
      yield readRow(line, () => readJsonObject(bytes, MAX_PARTS))
    }
  }
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d)
}

function readRow(line: number, read: () => Readonly<Record<string, unknown>>): Row {
  try {
    return { line, fields: read() }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { line, defect: reasonOf(error) }
  }
}

/** A problem of a line in one sentence for each place, such as `artwork.price: It must be a number.` */
export function reasonOf({ errors, message }: Problem): string {
  return errors.length === 0 ? message : errors.map(placeText).join(' ')
}

function placeText({ pointer = '', detail }: ProblemError): string {
  return pointer === '' ? detail : `${pointer.slice(1).replaceAll('/', '.')}: ${detail}`
}

/** As read by csv-parse. Its own count of lines counts CR and LF in a cell twice. */
interface CsvRecord {
  readonly record: string[]
  readonly raw: string
}

/** A cell can have 20,000 characters; a quote that is never closed must not take in the whole file. */
const MAX_RECORD_SIZE = 1_048_576

/** @throws {ImportError} for quotes that are not those of CSV, and for an unknown column. */
async function* csvRows(chunks: AsyncIterable<Buffer>, kind: FileKind): AsyncGenerator<Row> {
  const parser = parse({
    bom: true,
    raw: true,
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD_SIZE,
  })
  // The parser, which is read here, gets the errors of both.
  const records = pipeline(utf8(chunks), parser, () => {}) as AsyncIterable<CsvRecord>
  let columns: readonly Column[] | undefined
  let next = 1
  try {
    for await (const { record, raw } of records) {
      const { blank, own } = linesOf(raw)
      const line = next + blank
      next = line + own
      if (columns === undefined) columns = readHeader(record, kind)
      else yield csvRecordRow(kind, columns, record, line)
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const problem = `The record that starts at line ${next} is not CSV`
    throw new ImportError(`${problem}: ${error.message}. Nothing was changed.`, { cause: error })
  }
}

/** The blank lines before a record and its own ones. The text of a record has CR for the CRLF between records. */
function linesOf(raw: string): { blank: number; own: number } {
  const blank = /^[\r\n]*/.exec(raw)?.[0].length ?? 0
  const own = raw.slice(blank).split('\n').length - 1
  return { blank, own: raw.endsWith('\r') ? own + 1 : own }
}

function csvRecordRow(
  kind: FileKind,
  columns: readonly Column[],
  cells: readonly string[],
  line: number,
): Row {
  if (cells.length === columns.length) return { line, fields: lineOf(kind, columns, cells) }
  return { line, defect: `has ${cells.length} cells, but the header has ${columns.length}` }
}

function readHeader(cells: readonly string[], kind: FileKind): Column[] {
  const known = new Map(columnsOf(kind).map((column) => [headingOf(column), column]))
  const names = cells.map((cell) => cell.trim())
  const invalid = names.find((name, at) => !known.has(name) || names.indexOf(name) !== at)
  if (invalid === undefined) return names.flatMap((name) => known.get(name) ?? [])
  throw new ImportError(
    `The header has the column ${JSON.stringify(invalid.slice(0, 100))}, which is unknown or there twice. ` +
      `The columns of ${kind.name} are ${[...known.keys()].join(', ')}. Nothing was changed.`,
  )
}

/** @throws {ImportError} for bytes that are no UTF-8, such as those of older spreadsheets. */
async function* utf8(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  try {
    for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true })
    yield decoder.decode()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new ImportError(
      'The file is not valid UTF-8. Save it as "CSV UTF-8". Nothing was changed.',
    )
  }
}
