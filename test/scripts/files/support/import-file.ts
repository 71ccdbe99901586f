import type { Kysely } from 'kysely'
import { exportLines } from '../../../../scripts/files/export-file.ts'
import { fileKind, type FileKind, type FileKindName } from '../../../../scripts/files/file-kinds.ts'
import { openSource, surveyRows, type FileFormat } from '../../../../scripts/files/source.ts'
import { ImportReport } from '../../../../scripts/files/import-report.ts'
import { RowReader } from '../../../../scripts/files/row-reader.ts'
import { parseOptions } from '../../../../scripts/command-line.ts'
import {
  FILE_OPTIONS,
  NO_OPTIONS,
  readFileOptions,
  type FileOptions,
} from '../../../../scripts/files/file-options.ts'
import { mapHeadings } from '../../../../scripts/files/headings.ts'
import { planFile } from '../../../../scripts/files/import-file.ts'
import { executePlan, type Counts, type RunOptions } from '../../../../scripts/files/import-plan.ts'
import type { RejectedRow, Row } from '../../../../scripts/files/row.ts'
import type { Database } from '../../../../src/database/tables.ts'
import { URLS } from '../../import/support/import-into.ts'

export interface ImportedFile {
  readonly counts: Counts | undefined
  /** `line: reason` of each rejected line. */
  readonly rejected: readonly string[]
  readonly notes: readonly string[]
  readonly visibility: string
  readonly hints: readonly string[]
}

interface ImportOptions extends RunOptions {
  readonly as?: string
  readonly isDryRun?: boolean
  /** As on the command line. */
  readonly args?: readonly string[]
  readonly maxRows?: number
}

export function kindOf(name: FileKindName): FileKind {
  const kind = fileKind(name)
  if (kind === undefined) throw new Error(`${name} is no kind`)
  return kind
}

/** The rows of a file as lines, without a database. */
export async function rowsOf(
  file: string,
  changes: Partial<FileOptions> = {},
  report = new ImportReport(),
  name: FileKindName = 'artworks',
): Promise<Row[]> {
  const kind = kindOf(name)
  const options = { ...NO_OPTIONS, ...changes }
  const source = await openSource(file, options, kind)
  const survey = await surveyRows(source.rows(), kind)
  const mapping = mapHeadings(kind, survey, options, [name, file])
  const reader = new RowReader(kind, mapping, options, report)
  const rows: Row[] = []
  for await (const row of source.rows())
    if (!('headings' in row)) rows.push(...[reader.read(row) ?? []].flat())
  return rows
}

export async function importFile(
  db: Kysely<Database>,
  name: FileKindName,
  file: string,
  { as, isDryRun = false, args = [], maxRows = Infinity, ...options }: ImportOptions = {},
): Promise<ImportedFile> {
  let counts: Counts | undefined
  const rejected: RejectedRow[] = []
  const { values } = parseOptions(args, FILE_OPTIONS)
  const words = [name, file, ...args]
  const request = { kind: kindOf(name), file, as, isDryRun, urls: URLS, args: words, maxRows }
  const plan = await planFile({ ...request, options: readFileOptions(values) })
  await executePlan(db, plan, {
    optionsFor: () => ({ ...options, onRejected: (row) => rejected.push(row) }),
    onFinished: (_, each) => (counts = each),
  })
  return {
    counts,
    rejected: rejected.map(({ line, reason }) => `${line}: ${reason}`),
    notes: plan.report.lines(),
    visibility: plan.report.visibility(),
    hints: [...plan.report.hints],
  }
}

export async function exportText(
  db: Kysely<Database>,
  name: FileKindName,
  format: Exclude<FileFormat, 'json'>,
): Promise<string> {
  const parts: string[] = []
  const request = { kind: kindOf(name), format, urls: URLS }
  for await (const part of exportLines(db, request)) parts.push(part)
  return parts.join('')
}
