import path from 'node:path'
import { openFile, requireFile } from '../import/check-file.ts'
import { ImportInterrupted } from '../import/row.ts'
import { csvRows, dialectOf } from './csv-file.ts'
import type { FileKind } from './file-kinds.ts'
import type { FileOptions } from './file-options.ts'
import { cellsOf, jsonRows, ndjsonRows } from './json-file.ts'
import { decodeChunks, encodingOf } from './text-encoding.ts'

// A file of any format as rows of cells by heading, in one mechanism: bytes, text, rows.

export type FileFormat = 'ndjson' | 'csv' | 'json'

/** A text of CSV, or a value of JSON. */
export type Cell = string | number | boolean | null | readonly unknown[]

/** What a format reads: a header, a row of cells, an object, or a row that cannot be read. */
export type SourceRow = { readonly line: number } & (
  | { readonly headings: readonly string[] }
  | { readonly cells: ReadonlyMap<string, Cell> }
  | { readonly object: Readonly<Record<string, unknown>> }
  | { readonly defect: string }
)

const FORMATS: Readonly<Record<string, FileFormat>> = {
  '.csv': 'csv',
  '.tsv': 'csv',
  '.txt': 'csv',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.json': 'json',
}

/** By the name of a file. @throws an error that names the valid endings. */
export function formatOf(file: string): FileFormat {
  const extension = path.extname(file.replace(/\.gz$/i, '')).toLowerCase()
  const format = FORMATS[extension]
  if (format !== undefined) return format
  const isSheet = /^\.(xlsx?|xlsm|ods|numbers)$/.test(extension)
  throw new Error(
    isSheet
      ? `${file} is a workbook. Save its sheet as "CSV UTF-8" and import that file.`
      : `${file} must end in .csv, .tsv, .txt, .ndjson, .jsonl or .json, which says how it is read.`,
  )
}

/** A file whose format, encoding and separator are known. */
export interface Source {
  readonly format: FileFormat
  /** Each call reads the file again. */
  rows(): AsyncIterable<SourceRow>
}

/** @throws {ImportError} for a file that cannot be read as text. */
export async function openSource(
  file: string,
  { encoding: given, separator, headings }: FileOptions,
  countKnown: (headings: readonly string[]) => number,
): Promise<Source> {
  const format = formatOf(file)
  await requireFile(file)
  // Lines of NDJSON are UTF-8, and one that is not is rejected by itself.
  if (format === 'ndjson') return { format, rows: () => ndjsonRows(openFile(file)) }
  const encoding = given ?? (await encodingOf(openFile(file)))
  const text = () => decodeChunks(openFile(file), encoding)
  if (format === 'json') return { format, rows: () => jsonRows(text()) }
  const dialect = await dialectOf(text(), separator, countKnown)
  return { format, rows: () => csvRows(text(), dialect, headings) }
}

/** What a whole file has, before anything of it is imported. */
export interface Survey {
  readonly rowCount: number
  /** Whether its rows are lines in the words of the contract. */
  readonly hasLines: boolean
  /** The number of cells with text, by heading. */
  readonly filled: ReadonlyMap<string, number>
  /** Headings whose cells all have text, and differ. */
  readonly keys: readonly string[]
}

/** Rows among which keys are looked for: more would fill the memory. */
const MAX_KEYED_ROWS = 10_000

export async function surveyRows(
  rows: AsyncIterable<SourceRow>,
  { noun, line }: FileKind,
  signal?: AbortSignal,
): Promise<Survey> {
  let rowCount = 0
  let hasLines = false
  const filled = new Map<string, number>()
  const texts = new Map<string, Set<Cell>>()
  for await (const row of rows) {
    if (signal?.aborted) throw new ImportInterrupted('Interrupted before anything was changed.')
    if ('headings' in row) {
      for (const heading of row.headings) filled.set(heading, 0)
      continue
    }
    rowCount += 1
    if ('object' in row && isLine(row.object, noun, line.properties ?? {})) hasLines = true
    if (rowCount > MAX_KEYED_ROWS) texts.clear()
    for (const [heading, cell] of hasLines ? [] : cellsOfRow(row)) {
      if (rowCount === 1) texts.set(heading, new Set())
      if (isEmpty(cell)) filled.set(heading, filled.get(heading) ?? 0)
      else {
        filled.set(heading, (filled.get(heading) ?? 0) + 1)
        texts.get(heading)?.add(cell)
      }
    }
  }
  const keys = [...texts].filter(([, seen]) => seen.size === rowCount).map(([heading]) => heading)
  return { rowCount, hasLines, filled, keys }
}

/** A line of a batch has the record, a patch of it, or says that it is removed. */
function isLine(object: object, noun: string, members: object): boolean {
  const given = Object.entries(object).filter(([name]) => name in members)
  return given.some(
    ([name, value]) =>
      name === 'remove' || ([noun, 'patch'].includes(name) && typeof value === 'object'),
  )
}

export function cellsOfRow(row: SourceRow): Iterable<[string, Cell]> {
  if ('cells' in row) return row.cells
  return 'object' in row ? cellsOf(row.object) : []
}

export function isEmpty(cell: Cell | undefined): boolean {
  return (
    cell === undefined ||
    cell === null ||
    (typeof cell === 'string' && cell.trim() === '') ||
    (Array.isArray(cell) && cell.length === 0)
  )
}
