import { createWriteStream } from 'node:fs'
import { lstat, realpath, rename, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Urls } from '../../src/contract/operation-types.ts'
import { inSnapshot, type DatabaseReader } from '../../src/database/kysely.ts'
import { afterThisProcess } from '../after-this-process.ts'
import { writeOutput } from '../command-line.ts'
import { cellOf, columnsOf, csvRow, headingOf, marksOfExport, rowOf } from './csv-cells.ts'
import type { FileKind } from './file-kinds.ts'
import type { FileFormat } from './source.ts'
import { lineOfRow } from './record-fields.ts'
import { countRows, selectRowsAfter } from './record-queries.ts'

export interface ExportRequest {
  readonly kind: FileKind
  readonly format: Exclude<FileFormat, 'json'>
  /** Undefined for standard output. */
  readonly file: string | undefined
  readonly urls: Urls
}

interface ExportOptions {
  readonly onProgress?: (done: number, total: number) => void
  readonly signal?: AbortSignal
}

/** Rows of one query. */
const PAGE_ROWS = 1_000

/** The lines of all records of a kind, as one moment shows them. The memory does not depend on their number. */
export async function* exportLines(
  db: DatabaseReader,
  { kind, format, urls }: Omit<ExportRequest, 'file'>,
  { onProgress, signal }: ExportOptions = {},
): AsyncGenerator<string> {
  // No record that exists has it.
  const columns = columnsOf(kind).filter((column) => headingOf(column) !== 'remove')
  const headings = columns.map(headingOf)
  const marks = marksOfExport(kind).filter((mark) => !headings.includes(mark))
  const total = await countRows(db, kind.name)
  // By a byte order mark, spreadsheets know UTF-8.
  if (format === 'csv') yield `\ufeff${csvRow([...headings, ...marks])}`
  for (let after = 0, done = 0; ;) {
    signal?.throwIfAborted()
    const rows = await selectRowsAfter(db, kind.name, after, PAGE_ROWS)
    const lines = rows.map((row) => lineOfRow(kind, row, urls))
    yield lines
      .map((line) => {
        if (format === 'ndjson') return `${JSON.stringify(line)}\n`
        const row = rowOf(kind, line)
        return csvRow([...columns.map(({ path }) => cellOf(row, path)), ...marks.map(() => '')])
      })
      .join('')
    done += rows.length
    onProgress?.(done, total)
    if (rows.length < PAGE_ROWS) return
    after = rows.at(-1)?.id ?? 0
  }
}

const WRITE_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist. Create this folder first.',
  ENOTDIR: 'is no folder.',
  EACCES: 'may not be written to by this account.',
  ENOSPC: 'has no space left: the disk is full.',
  EDQUOT: 'has no space left for this account: its quota is used up.',
  EROFS: 'is on a file system without writes.',
}

function writeError(file: string, partial: string, error: unknown): unknown {
  const { code = '', path, syscall } = error as NodeJS.ErrnoException
  const problem = WRITE_ERRORS[code]
  // The error of a write has no path.
  const isOfFile = syscall === 'write' || (syscall === 'open' && path === partial)
  if (problem === undefined || !isOfFile) return error
  return new Error(`${dirname(resolve(file))} ${problem}`, { cause: error })
}

/** A link stays, and its file is replaced. @throws for what a rename cannot replace, such as a pipe. */
async function fileBehind(file: string): Promise<string> {
  const [own, behind] = await Promise.all(
    [lstat, stat].map((read) => read(file).catch(() => undefined)),
  )
  if (own === undefined) return file
  if (behind?.isFile()) return realpath(file)
  const other = behind?.isDirectory() ? 'a folder' : 'a pipe or a device'
  const found = behind === undefined ? 'a link to no file' : other
  throw new Error(`${file} is ${found}. Name a regular file, or none for standard output.`)
}

/** For another process: it uses nothing of this file. */
function removeFile(): void {
  process.getBuiltinModule('node:fs').rmSync(process.argv[1] ?? '', { force: true })
}

/** Writes all records of a kind. A file appears only when it is complete. @returns their number. */
export async function exportFile(
  db: DatabaseReader,
  request: ExportRequest,
  options: ExportOptions,
): Promise<number> {
  let count = 0
  const onProgress = (done: number, total: number): void => {
    count = done
    options.onProgress?.(done, total)
  }
  const write = (to: (texts: AsyncIterable<string>) => Promise<void>): Promise<void> =>
    inSnapshot(db, (snapshot) => to(exportLines(snapshot, request, { ...options, onProgress })))
  if (request.file === undefined) {
    await write(writeOutput)
    return count
  }
  const file = await fileBehind(request.file)
  // Two exports may write to the same file at once. In two containers, they can have the same number.
  const partial = `${file}.${hostname()}.${process.pid}.partial`
  afterThisProcess(removeFile, partial)
  try {
    // It has telephone numbers and email addresses.
    await write((texts) => pipeline(texts, createWriteStream(partial, { mode: 0o600 })))
    await rename(partial, file)
  } catch (error) {
    await rm(partial, { force: true }).catch(() => {})
    throw writeError(file, partial, error)
  }
  return count
}
