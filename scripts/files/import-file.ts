import type { Kysely } from 'kysely'
import type { Principal } from '../../src/auth/principal.ts'
import { lineValidator } from '../../src/contract/request-lines.ts'
import type { Urls } from '../../src/contract/operation-types.ts'
import type { Database } from '../../src/database/tables.ts'
import { rolledBack, transaction } from '../../src/listings/batch.ts'
import type { Outcome, Scope } from '../../src/listings/write-batch.ts'
import { Problem } from '../../src/problems/problem.ts'
import { findOrCreateUser } from '../../src/users/find-or-create-user.ts'
import { selectUserId } from '../../src/users/user-queries.ts'
import type { ImportPlan } from '../import/import-plan.ts'
import type { Counts, RunOptions } from '../import/import-run.ts'
import { ImportError, ImportInterrupted, type RejectedRow, type Row } from '../import/row.ts'
import { headingOf } from './csv-cells.ts'
import type { FileKind } from './file-kinds.ts'
import { NO_OPTIONS, type FileOptions } from './file-options.ts'
import { isConstant, mapHeadings, setOption } from './headings.ts'
import { ImportReport } from './import-report.ts'
import { placeText, reasonOf } from './json-file.ts'
import type { FileSender, Line } from './line.ts'
import { countVisible } from './record-queries.ts'
import { References } from './references.ts'
import { RowReader } from './row-reader.ts'
import { openSource, surveyRows, type Source } from './source.ts'
import { writeListingLines } from './write-listing-lines.ts'
import { naturalKey, writeNamedLines } from './write-named-lines.ts'

/** The import of a file in the words of the contract. */
export interface FileRequest {
  readonly kind: FileKind
  readonly file: string
  /** The username of the operator; undefined for a user of the imports. */
  readonly as: string | undefined
  readonly isDryRun: boolean
  readonly urls: Urls
  readonly options?: FileOptions
  /** The arguments of the command, for the one that a message proposes. */
  readonly args?: readonly string[]
  /** The number of rows that are read; all by default. */
  readonly maxRows?: number
  /** Gets each line as it is written. */
  readonly onLine?: OnLine
}

/** Gets a line, and its related records as names and ids by field. */
export type OnLine = (line: Line, shown: Readonly<Record<string, string>>) => void

/** A plan, with what its run will report. */
export interface FilePlan extends ImportPlan {
  readonly report: ImportReport
}

/** Lines of one transaction: larger groups delay other writers, smaller ones take longer in all. */
const GROUP_LINES = 200

/** The user for files of no other. */
const DEFAULT_USER = 'import'

/**
 * Reads a file to its end, without a database.
 * @throws {ImportError} when it cannot be imported.
 */
export async function planFile(request: FileRequest, signal?: AbortSignal): Promise<FilePlan> {
  const { kind, file, options = NO_OPTIONS, args = [], maxRows = Infinity } = request
  const source = await openSource(file, options, kind)
  const survey = await surveyRows(source.rows(), kind, signal)
  if (survey.rowCount === 0) throw new ImportError(`${file} has no row. Nothing was changed.`)
  const mapping = survey.hasLines
    ? requireNoWords(options)
    : mapHeadings(kind, survey, options, args)
  const fields = [...(mapping?.headings.keys() ?? [])].map(headingOf)
  const report = new ImportReport(mapping !== undefined && !fields.includes('publish_status'))
  report.lost(mapping?.lost ?? [])
  const run = async (session: Kysely<Database>, runOptions: RunOptions): Promise<Counts> => {
    const { urls, as: username, isDryRun, onLine } = request
    const userId = await operatorId(session, username)
    const principal: Principal = { keyId: 0, userId, scopes: ['admin'] }
    const scope = isDryRun ? rolledBack(session) : transaction(session)
    const sender = { principal, urls, isDryRun }
    const numbers = mapping && {
      names: options.names,
      set: new Set([...mapping.defaults.keys()].map(headingOf)),
      worded: mapping.worded,
    }
    const means = { sender, scope, createsMissing: options.createMissing, numbers }
    const references = new References(kind, session, means, report)
    const fileImport = new FileImport(
      kind,
      session,
      { scope, sender, references, report, onLine, isMapped: mapping !== undefined },
      runOptions,
    )
    const rows = linesOf(source, mapping && new RowReader(kind, mapping, options, report))
    return fileImport.run(firstOf(rows, maxRows), Math.min(survey.rowCount, maxRows))
  }
  return { kind: kind.name, steps: [{ source: kind.name, run }], report }
}

/** @throws {ImportError} for options that say something about columns. */
function requireNoWords({ map, set, headings, ignore }: FileOptions): undefined {
  if (Object.keys(map).length + Object.keys(set).length + ignore.length === 0 && !headings)
    return undefined
  throw new ImportError(
    'The file has lines in the words of the contract, to which --map, --set, --headings and --ignore do not apply. Nothing was changed.',
  )
}

/** The lines of a file, in the words of the contract already or read from its cells. */
async function* linesOf(source: Source, reader: RowReader | undefined): AsyncGenerator<Row> {
  for await (const row of source.rows()) {
    if ('headings' in row) continue
    if (reader !== undefined) yield reader.read(row)
    else if ('object' in row) yield { line: row.line, fields: row.object }
    else if ('defect' in row) yield row
  }
}

async function* firstOf<Item>(items: AsyncIterable<Item>, count: number): AsyncGenerator<Item> {
  let left = count
  for await (const item of items) {
    if (left-- <= 0) return
    yield item
  }
}

async function operatorId(db: Kysely<Database>, username: string | undefined): Promise<string> {
  const id =
    username === undefined
      ? (await db.transaction().execute((trx) => findOrCreateUser(trx, DEFAULT_USER)))?.id
      : await selectUserId(db, username)
  if (id === undefined) throw new ImportError(`No user has the username ${username}.`)
  return id
}

interface Means {
  readonly scope: Scope
  readonly sender: FileSender
  readonly references: References
  readonly report: ImportReport
  readonly onLine: OnLine | undefined
  /** Whether the lines are read from cells. */
  readonly isMapped: boolean
}

/** One pass over the lines of one file. */
class FileImport {
  readonly #kind: FileKind
  readonly #db: Kysely<Database>
  readonly #means: Means
  readonly #options: RunOptions
  readonly #requireValid: (body: Record<string, unknown>) => void
  readonly #counts: Counts = { read: 0, imported: 0, unchanged: 0, rejected: 0 }
  /** The line of each record: a second one would be overwritten at each repetition. */
  readonly #seen = new Map<string, number>()

  constructor(kind: FileKind, db: Kysely<Database>, means: Means, options: RunOptions) {
    this.#kind = kind
    this.#db = db
    this.#means = means
    this.#options = options
    this.#requireValid = lineValidator(kind.line)
  }

  async run(rows: AsyncIterable<Row>, total: number): Promise<Counts> {
    let group: Row[] = []
    for await (const row of rows) {
      group.push(row)
      if (group.length < GROUP_LINES) continue
      await this.#write(group, total)
      group = []
    }
    await this.#write(group, total)
    return this.#counts
  }

  async #write(group: readonly Row[], total: number): Promise<void> {
    const rejected: RejectedRow[] = []
    const lines: Line[] = []
    for (const row of group) {
      const line = await this.#readLine(row, rejected)
      if (line !== undefined) lines.push(line)
    }
    const outcomes = await this.#writeLines(lines)
    const ids: number[] = []
    for (const line of lines) {
      const { kind, id, problem } = outcomes.get(line) ?? { kind: 'failed', problem: undefined }
      if (id !== undefined && kind !== 'failed') ids.push(id)
      if (kind === 'failed') rejected.push(rejection(line, problem))
      else if (kind === 'unchanged' || kind === 'absent') this.#counts.unchanged += 1
      else this.#counts.imported += 1
    }
    if (!this.#means.sender.isDryRun)
      this.#means.report.seen(await countVisible(this.#db, this.#kind.name, ids))
    this.#counts.read += group.length
    this.#counts.rejected += rejected.length
    for (const row of rejected.toSorted((one, other) => one.line - other.line)) {
      this.#options.onRejected?.(row)
    }
    this.#options.onProgress?.(this.#counts.read, total)
    const { read } = this.#counts
    if (this.#options.signal?.aborted && read < total) throw interrupted(read, total)
  }

  #writeLines(lines: readonly Line[]): Promise<Map<Line, Outcome>> {
    const { name } = this.#kind
    if (name === 'artworks' || name === 'events') {
      return writeListingLines(name, this.#db, lines, this.#means.sender, this.#means.scope)
    }
    return writeNamedLines(this.#kind, lines, this.#means.sender, this.#means.scope)
  }

  /** Undefined for a line that is rejected. */
  async #readLine(row: Row, rejected: RejectedRow[]): Promise<Line | undefined> {
    const reject = (reason: string, externalId?: string): undefined => {
      rejected.push({ line: row.line, externalId, reason })
    }
    if ('defect' in row) return reject(row.defect)
    const incomplete = this.#means.isMapped ? this.#missingFields(row.fields) : undefined
    if (incomplete !== undefined)
      return reject(incomplete, shownId(lineOfRow(row.line, row.fields, this.#kind)))
    const { line: body, shown, problems } = await this.#means.references.resolved(row.fields)
    const line = lineOfRow(row.line, body, this.#kind)
    this.#means.onLine?.(line, shown)
    if (problems.length > 0) return reject(problems.join(' '), shownId(line))
    try {
      this.#requireValid(body)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return reject(reasonOf(error, this.#means.isMapped ? body : undefined), shownId(line))
    }
    if (!isNamed(this.#kind, line)) return reject(NO_NAME)
    const key = keyOf(this.#kind, line)
    const first = this.#seen.get(key)
    if (first !== undefined) return reject(`is the same record as line ${first}`, shownId(line))
    this.#seen.set(key, row.line)
    return line
  }

  /**
   * Why a row is no record, such as one of totals: the required fields that it lacks. What it names creates nothing, and
   * only fields that are the same for a whole file can have a value for such rows.
   */
  #missingFields(body: Line['body']): string | undefined {
    try {
      this.#requireValid(body)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const missing = error.errors.filter(({ detail }) => detail.startsWith('It is required'))
      if (missing.length === 0) return undefined
      const fields = missing.map(({ pointer = '' }) => pointer.split('/').at(-1) ?? '')
      if (fields.every(isConstant))
        for (const field of fields) this.#means.report.hint(setOption(field))
      return missing.map((each) => placeText(each)).join(' ')
    }
    return undefined
  }
}

function lineOfRow(no: number, body: Line['body'], { noun }: FileKind): Line {
  const { [noun]: fields, author } = body
  return { no, body, fields: fields as Line['fields'], author: author as string | undefined }
}

const NO_NAME =
  'external_id: It is required: your own id of the record. A line without remove can have id in its place.'

/** Whether a line says which record it is. Other kinds have names. */
function isNamed({ isListing }: FileKind, { body, fields }: Line): boolean {
  const { id, external_id: externalId } = body
  return !isListing || externalId !== undefined || (id !== undefined && fields !== undefined)
}

/** Equal for lines of one record. */
function keyOf(kind: FileKind, { body, fields = {}, author }: Line): string {
  const { id, external_id: externalId } = body
  if (externalId === undefined && id !== undefined) return `#${id as number}`
  if (!kind.isListing) return naturalKey(kind, fields)
  const gallery = body['gallery'] ?? fields['gallery']
  return JSON.stringify([author ?? gallery, externalId])
}

function shownId({ body, fields }: Line): string | undefined {
  const shown = [body['external_id'], body['id'], fields?.['name']]
  const id = shown.find((each) => typeof each === 'string' || typeof each === 'number')
  return id === undefined ? undefined : String(id)
}

function rejection(line: Line, problem: Problem | undefined): RejectedRow {
  if (problem === undefined) throw new Error(`Line ${line.no} has no outcome`)
  return { line: line.no, externalId: shownId(line), reason: reasonOf(problem) }
}

function interrupted(read: number, total: number): ImportInterrupted {
  return new ImportInterrupted(
    `Interrupted after ${read} of ${total} lines. What was imported stays; run the same command again to finish.`,
  )
}
