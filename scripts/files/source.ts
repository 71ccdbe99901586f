import path from 'node:path'
import { Interrupted } from '../interruptible.ts'
import { csvRows, dialectOf } from './csv-file.ts'
import { plainNumbers } from './numbers.ts'
import { partsOfPrice } from './prices.ts'
import type { FileKind } from './file-kinds.ts'
import type { FileOptions } from './file-options.ts'
import { countKnown, isExport, type Survey } from './headings.ts'
import { cellsOf, jsonRows, ndjsonRows } from './json-file.ts'
import { openFile, readHead, requireFile } from './open-file.ts'
import { ImportError, type Cell, type SourceRow } from './row.ts'
import { decodeChunks, encodingOf, utf16Of } from './text-encoding.ts'

// A file of any format as rows of cells by heading, in one mechanism: bytes, text, rows.

export type FileFormat = 'ndjson' | 'csv' | 'json'

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
  const isSheet = /^\.(xls[xmb]?|f?ods|numbers)$/.test(extension)
  if (extension === '.ics')
    throw new Error(
      `${file} is a calendar, whose repeated events have no line each. Save its events as CSV, one line for each date, and import that file.`,
    )
  throw new Error(
    isSheet
      ? `${file} is a workbook. Save its sheet as "CSV UTF-8" and import that file.`
      : /^\.(zip|7z|rar|bz2|xz)$/.test(extension)
        ? `${file} is an archive. Unpack it, and import each of its files.`
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
  options: FileOptions,
  kind: FileKind,
): Promise<Source> {
  const format = formatOf(file)
  await requireFile(file)
  if (format === 'ndjson') return openLines(file)
  const encoding = options.encoding ?? (await encodingOf(openFile(file)))
  const text = () => decodeChunks(openFile(file), encoding)
  if (format === 'json') return { format, rows: () => jsonRows(text()) }
  const dialect = await dialectOf(text(), options.separator, (names) => countKnown(kind, names))
  const rows = () => csvRows(text(), dialect, options, (names) => isExport(kind, names))
  return { format, rows }
}

/**
 * Lines of NDJSON are UTF-8, and one that is not is rejected by itself. Other programs also write UTF-16, line ends of CR,
 * and under the same name one JSON value.
 */
async function openLines(file: string): Promise<Source> {
  const head = await readHead(file)
  const utf16 = utf16Of(head)
  const text = () => decodeChunks(openFile(file), utf16 ?? 'utf-8')
  const start = new TextDecoder(utf16).decode(head).trimStart()
  if (/^(?:\[|\{\s*[\r\n])/.test(start)) return { format: 'json', rows: () => jsonRows(text()) }
  const endsInCr = start.includes('\r') && !start.includes('\n')
  const bytes = async function* (): AsyncGenerator<Buffer> {
    if (utf16 === undefined && !endsInCr) yield* openFile(file)
    else {
      for await (const part of text())
        yield Buffer.from(endsInCr ? part.replaceAll('\r', '\n') : part)
    }
  }
  return { format: 'ndjson', rows: () => ndjsonRows(bytes()) }
}

/** Rows below the first among which the header is looked for. */
const MAX_HEADER_ROWS = 20

/** Rows among which keys are looked for: more would fill the memory. */
const MAX_KEYED_ROWS = 10_000

export async function surveyRows(
  rows: AsyncIterable<SourceRow>,
  kind: FileKind,
  signal?: AbortSignal,
): Promise<Survey> {
  const { noun, line } = kind
  let rowCount = 0
  let hasLines = false
  let firstError: string | undefined
  let header: number | undefined
  let known = 1
  const worded = new Set<string>()
  const filled = new Map<string, number>()
  const texts = new Map<string, Set<Cell>>()
  const words = new Map<string, Set<string>>()
  for await (const row of rows) {
    if (signal?.aborted) throw new Interrupted('Interrupted before anything was changed.')
    if ('headings' in row) {
      for (const heading of row.headings) filled.set(heading, 0)
      continue
    }
    rowCount += 1
    if ('error' in row) firstError ??= `Line ${row.line}: ${row.error}`
    const named = rowCount <= MAX_HEADER_ROWS ? knownIn(kind, row) : 0
    if (named > known && named > countKnown(kind, [...filled.keys()])) {
      header = row.line
      known = named
    }
    if ('object' in row && isLine(row.object, noun, line.properties ?? {})) hasLines = true
    if (rowCount > MAX_KEYED_ROWS) texts.clear()
    for (const [heading, cell] of hasLines ? [] : cellsOfRow(row)) {
      if (rowCount === 1) texts.set(heading, new Set())
      if (isEmpty(cell)) filled.set(heading, filled.get(heading) ?? 0)
      else {
        filled.set(heading, (filled.get(heading) ?? 0) + 1)
        if (/\p{L}/u.test(String(cell))) worded.add(heading)
        texts.get(heading)?.add(cell)
        addWord(words, heading, cell)
      }
    }
  }
  if (firstError !== undefined && !hasLines && filled.size === 0)
    throw new ImportError(`No row of the file can be read. ${firstError} Nothing was changed.`)
  const keys = [...texts].flatMap(([heading, seen]) => {
    const differ = seen.size > 0 && seen.size === filled.get(heading)
    return differ && ![...seen].every(isPrice) ? [heading] : []
  })
  return { rowCount, hasLines, filled, keys, worded, words, header }
}

/** As many as there are countries, and as long as their names. */
const MAX_WORDS = 250
const MAX_WORD = 60

function addWord(words: Map<string, Set<string>>, heading: string, cell: Cell): void {
  const known = words.get(heading) ?? new Set()
  if (typeof cell === 'string' && cell.length <= MAX_WORD && known.size < MAX_WORDS)
    words.set(heading, known.add(cell.trim()))
}

/** Whether a cell names its currency; `CUP-001` is an inventory number. */
function isPrice(cell: Cell): boolean {
  const text = String(cell)
  if (text.length > MAX_WORD) return false
  const { number, names } = partsOfPrice(plainNumbers(text))
  return names.length > 0 && /^(?!0\d)\d/.test(number)
}

/** The number of fields that a row names. */
function knownIn(kind: FileKind, row: SourceRow): number {
  const texts = 'texts' in row ? (row.texts ?? []) : 'cells' in row ? [...row.cells.values()] : []
  return countKnown(kind, texts.map(String))
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
