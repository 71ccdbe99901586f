import path from 'node:path'
import { Interrupted } from '../interruptible.ts'
import { csvRows } from '../files/csv-file.ts'
import { ndjsonRows } from '../files/json-file.ts'
import { describeContent, openFile, requireRegularFile } from '../files/open-file.ts'
import { ImportError, type Row } from '../files/row.ts'
import { decodeChunks } from '../files/text-encoding.ts'

/** The expected content of a publisher's file. */
export interface Expectation {
  /** For the reader of an error: `works of Tate, one JSON object a line`. */
  readonly content: string
  /** Its rows, with the fields that the publisher names. @throws {UnexpectedContent} for a file of another kind. */
  rows(file: string): AsyncIterable<Row>
  /** Whether a row shows that the file is of the expected kind. */
  recognises(row: Row): boolean
}

/** The file is of another kind than the requested one. */
export class UnexpectedContent extends Error {}

/**
 * Reads the whole file before it can change anything.
 * @returns the number of its rows.
 * @throws {ImportError} when it cannot be read, is damaged, or is of another kind.
 */
export async function checkFile(
  file: string,
  { content, rows, recognises }: Expectation,
  signal?: AbortSignal,
  onRow: (row: Row) => void = () => {},
): Promise<number> {
  await requireRegularFile(file)
  let count = 0
  let isRecognised = false
  try {
    for await (const row of rows(file)) {
      if (signal?.aborted) throw new Interrupted('Interrupted before anything was changed.')
      count += 1
      isRecognised ||= recognises(row)
      onRow(row)
    }
  } catch (error) {
    if (!(error instanceof UnexpectedContent)) throw error
  }
  if (isRecognised) return count
  throw new ImportError(
    `${path.basename(file)} is not what this import reads. ` +
      `Found: ${await describeContent(file)}. Expected: ${content}, plain or gzip. Nothing was changed.`,
  )
}

/** One JSON object a line; rows of the expected kind have all the `keys`. */
export function jsonLines(keys: readonly string[]): Omit<Expectation, 'content'> {
  return {
    async *rows(file) {
      for await (const row of ndjsonRows(openFile(file)))
        yield 'object' in row ? { line: row.line, fields: row.object } : row
    },
    recognises: (row) => 'fields' in row && keys.every((key) => Object.hasOwn(row.fields, key)),
  }
}

/** CSV with at least these columns. Quotes within a quoted cell need not be doubled. */
export function table(columns: readonly string[]): Omit<Expectation, 'content'> {
  return {
    async *rows(file) {
      const text = decodeChunks(openFile(file), 'utf-8')
      const dialect = { separator: ',', endsInCr: false }
      const options = { quotes: 'csv', shortRows: false } as const
      for await (const row of csvRows(text, dialect, options, () => false)) {
        if ('cells' in row) yield { line: row.line, fields: Object.fromEntries(row.cells) }
        else if ('error' in row) yield row
        else if ('headings' in row && !columns.every((name) => row.headings.includes(name)))
          throw new UnexpectedContent('the header is not the expected one')
      }
    },
    recognises: () => true,
  }
}
