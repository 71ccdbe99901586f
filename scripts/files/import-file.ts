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
import { checkFile, openFile } from '../import/check-file.ts'
import type { ImportPlan } from '../import/import-plan.ts'
import type { Counts, RunOptions } from '../import/import-run.ts'
import { ImportError, ImportInterrupted, type RejectedRow, type Row } from '../import/row.ts'
import type { FileKind } from './file-kinds.ts'
import { fileExpectation, formatOf, reasonOf } from './file-rows.ts'
import type { FileSender, Line } from './line.ts'
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
}

/** Lines of one transaction: larger groups delay other writers, smaller ones take longer in all. */
const GROUP_LINES = 200

/** The user for files of no other. */
const DEFAULT_USER = 'import'

/**
 * Reads a file to its end, without a database.
 * @throws {ImportError} when it cannot be imported.
 */
export async function planFile(request: FileRequest, signal?: AbortSignal): Promise<ImportPlan> {
  const { kind, file } = request
  const expectation = fileExpectation(kind, formatOf(file))
  const rowCount = await checkFile(file, expectation, signal)
  const run = async (session: Kysely<Database>, options: RunOptions): Promise<Counts> => {
    const { urls, as: username, isDryRun } = request
    const userId = await operatorId(session, username)
    const principal: Principal = { keyId: 0, userId, scopes: ['admin'] }
    const scope = isDryRun ? rolledBack(session) : transaction(session)
    const fileImport = new FileImport(kind, session, scope, { principal, urls, isDryRun }, options)
    return fileImport.run(expectation.format.rows(openFile(file)), rowCount)
  }
  return { kind: kind.name, steps: [{ source: kind.name, run }] }
}

async function operatorId(db: Kysely<Database>, username: string | undefined): Promise<string> {
  const id =
    username === undefined
      ? (await db.transaction().execute((trx) => findOrCreateUser(trx, DEFAULT_USER)))?.id
      : await selectUserId(db, username)
  if (id === undefined) throw new ImportError(`No user has the username ${username}.`)
  return id
}

/** One pass over the lines of one file. */
class FileImport {
  readonly #kind: FileKind
  readonly #db: Kysely<Database>
  readonly #scope: Scope
  readonly #sender: FileSender
  readonly #options: RunOptions
  readonly #requireValid: (body: Record<string, unknown>) => void
  readonly #counts: Counts = { read: 0, imported: 0, unchanged: 0, rejected: 0 }
  /** The line of each record: a second one would be overwritten at each repetition. */
  readonly #seen = new Map<string, number>()

  constructor(
    kind: FileKind,
    db: Kysely<Database>,
    scope: Scope,
    sender: FileSender,
    options: RunOptions,
  ) {
    this.#kind = kind
    this.#db = db
    this.#scope = scope
    this.#sender = sender
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
    const lines = group.flatMap((row) => this.#readLine(row, rejected) ?? [])
    const outcomes = await this.#writeLines(lines)
    for (const line of lines) {
      const { kind, problem } = outcomes.get(line) ?? { kind: 'failed', problem: undefined }
      if (kind === 'failed') rejected.push(rejection(line, problem))
      else if (kind === 'unchanged' || kind === 'absent') this.#counts.unchanged += 1
      else this.#counts.imported += 1
    }
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
      return writeListingLines(name, this.#db, lines, this.#sender, this.#scope)
    }
    return writeNamedLines(this.#kind, lines, this.#sender, this.#scope)
  }

  /** Undefined for a line that is rejected. */
  #readLine(row: Row, rejected: RejectedRow[]): Line | undefined {
    const reject = (reason: string, externalId?: string): undefined => {
      rejected.push({ line: row.line, externalId, reason })
    }
    if ('defect' in row) return reject(row.defect)
    const line = lineOfRow(row.line, row.fields, this.#kind)
    try {
      this.#requireValid(row.fields)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return reject(reasonOf(error), shownId(line))
    }
    const key = keyOf(this.#kind, line)
    const first = this.#seen.get(key)
    if (first !== undefined) return reject(`is the same record as line ${first}`, shownId(line))
    this.#seen.set(key, row.line)
    return line
  }
}

function lineOfRow(no: number, body: Line['body'], { noun }: FileKind): Line {
  const { [noun]: fields, author } = body
  return { no, body, fields: fields as Line['fields'], author: author as string | undefined }
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
