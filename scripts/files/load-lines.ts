import type { Kysely } from 'kysely'
import { artworkKind } from '../../src/artworks/artwork-kind.ts'
import { lineValidator } from '../../src/contract/request-lines.ts'
import { isDatabaseUnavailable } from '../../src/database/errors.ts'
import type { Database } from '../../src/database/tables.ts'
import type { Scope } from '../../src/batches/transactions.ts'
import type { Outcome } from '../../src/batches/line-groups.ts'
import { eventKind } from '../../src/events/event-kind.ts'
import { Problem, type ProblemError } from '../../src/problems/problem.ts'
import { Interrupted } from '../interruptible.ts'
import type { FileKind } from './file-kinds.ts'
import type { Counts, RunOptions } from './import-plan.ts'
import { placeText, reasonOf } from './json-file.ts'
import type { FileSender, Line } from './line.ts'
import { type Fields, type RejectedRow, type Row } from './row.ts'
import { writeListingLines } from './write-listing-lines.ts'
import { naturalKey, writeNamedLines } from './write-named-lines.ts'

/** Lines of one transaction: larger groups delay other writers, smaller ones take longer in all. */
const GROUP_LINES = 200

/** A line whose references are ids, or the reasons for which it has none. */
export interface Resolved {
  readonly line: Fields
  readonly problems: readonly string[]
}

export interface LoadMeans {
  /** Whether the lines are only checked. */
  readonly isDryRun?: boolean
  /** Puts ids in place of names; the lines have ids without it. For a line that is not sound, it creates no record. */
  readonly resolve?: (line: Fields, no: number, isSound: boolean) => Promise<Resolved>
  /** Writes a group of valid lines, no two of the same record. */
  readonly write: (lines: readonly Line[]) => Promise<Map<Line, Outcome>>
  /** Gets the ids of the records of each group, and the lines of those that were there before. */
  readonly onWritten?: (ids: readonly number[], known: readonly number[]) => Promise<void>
  /** For lines that are read from cells: gets the required fields that a row lacks. */
  readonly onMissing?: (fields: readonly string[]) => void
}

/** Writes lines of artworks or events as batches are written, and lines of other records by their operations. */
export function writeLines(
  kind: FileKind,
  db: Kysely<Database>,
  lines: readonly Line[],
  sender: FileSender,
  scope: Scope,
): Promise<Map<Line, Outcome>> {
  if (kind.name === 'artworks') return writeListingLines(artworkKind, db, lines, sender, scope)
  if (kind.name === 'events') return writeListingLines(eventKind, db, lines, sender, scope)
  return writeNamedLines(kind, lines, sender, scope)
}

/** Loads the rows of a file: the one way in which files become records. */
export class LineLoader {
  readonly #kind: FileKind
  readonly #means: LoadMeans
  readonly #options: RunOptions
  readonly #requireValid: (body: Record<string, unknown>) => void
  readonly #counts: Counts = { read: 0, imported: 0, unchanged: 0, rejected: 0 }
  /** The line of each record: a second one would be overwritten at each repetition. */
  readonly #seen = new Map<string, number>()

  constructor(kind: FileKind, means: LoadMeans, options: RunOptions) {
    this.#kind = kind
    this.#means = means
    this.#options = options
    this.#requireValid = lineValidator(kind.line)
  }

  /** @throws an error that says how to go on, if the database fails: the groups before are stored, unless it is a dry run. */
  async run(rows: AsyncIterable<Row> | Iterable<Row>, total: number): Promise<Counts> {
    try {
      await this.#loadAll(rows, total)
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error
      throw new Error(this.#endedEarly('The database failed', total), { cause: error })
    }
    return this.#counts
  }

  async #loadAll(rows: AsyncIterable<Row> | Iterable<Row>, total: number): Promise<void> {
    let group: Row[] = []
    for await (const row of rows) {
      group.push(row)
      if (group.length < GROUP_LINES) continue
      await this.#load(group, total)
      group = []
    }
    await this.#load(group, total)
  }

  async #load(group: readonly Row[], total: number): Promise<void> {
    const rejected: RejectedRow[] = []
    const lines: Line[] = []
    for (const row of group) {
      const line = await this.#readLine(row, rejected)
      if (line !== undefined) lines.push(line)
    }
    const outcomes = await this.#means.write(lines)
    const ids: number[] = []
    const known: number[] = []
    for (const line of lines) {
      const { kind, id, problem } = outcomes.get(line) ?? { kind: 'failed', problem: undefined }
      if (id !== undefined && kind !== 'failed') ids.push(id)
      if (kind === 'changed' || kind === 'unchanged') known.push(line.no)
      if (kind === 'failed') rejected.push(rejection(line, problem))
      else if (kind === 'unchanged' || kind === 'absent') this.#counts.unchanged += 1
      else this.#counts.imported += 1
    }
    await this.#means.onWritten?.(ids, known)
    this.#counts.read += group.length
    this.#counts.rejected += rejected.length
    for (const row of rejected.toSorted((one, other) => one.line - other.line)) {
      this.#options.onRejected?.(row)
    }
    this.#options.onProgress?.(this.#counts.read, total)
    if (this.#options.signal?.aborted && this.#counts.read < total)
      throw new Interrupted(this.#endedEarly('Interrupted', total))
  }

  #endedEarly(reason: string, total: number): string {
    const next = this.#means.isDryRun
      ? 'No record was changed; run the same command again.'
      : 'What was imported stays; run the same command again to finish.'
    return `${reason} after ${this.#counts.read} of ${total} lines. ${next}`
  }

  /** Undefined for a line that is rejected. */
  async #readLine(row: Row, rejected: RejectedRow[]): Promise<Line | undefined> {
    const reject = (reason: string, externalId?: string): undefined => {
      rejected.push({ line: row.line, externalId, reason })
    }
    if ('error' in row) return reject(row.error, row.externalId)
    const errors = (this.#means.resolve && this.#problemOf(row.fields)?.errors) ?? []
    const incomplete = this.#missingFields(errors)
    if (incomplete !== undefined)
      return reject(incomplete, shownId(lineOfRow(row.line, row.fields, this.#kind)))
    const { resolve, onMissing } = this.#means
    const { line: body, problems } = (await resolve?.(
      row.fields,
      row.line,
      errors.every((error) => this.#isReference(error)),
    )) ?? {
      line: row.fields,
      problems: [],
    }
    const line = lineOfRow(row.line, body, this.#kind)
    if (problems.length > 0) return reject(problems.join(' '), shownId(line))
    const problem = this.#problemOf(body)
    // Values of cells are quoted.
    if (problem !== undefined) return reject(reasonOf(problem, onMissing && body), shownId(line))
    if (!isNamed(this.#kind, line)) return reject(NO_NAME)
    const key = keyOf(this.#kind, line)
    const first = this.#seen.get(key)
    if (first !== undefined) return reject(`is the same record as line ${first}`, shownId(line))
    this.#seen.set(key, row.line)
    return line
  }

  #problemOf(body: Fields): Problem | undefined {
    try {
      this.#requireValid(body)
    } catch (error) {
      if (error instanceof Problem) return error
      throw error
    }
    return undefined
  }

  /** Whether an error is that of a name in place of an id. */
  #isReference({ pointer = '' }: ProblemError): boolean {
    return pointer.split('/').some((part) => part in this.#kind.references)
  }

  /** Why a row of cells is no record, such as one of totals: the required fields that it lacks. What it names creates nothing. */
  #missingFields(errors: readonly ProblemError[]): string | undefined {
    const { onMissing } = this.#means
    if (onMissing === undefined) return undefined
    const missing = errors.filter(({ detail }) => detail.startsWith('It is required'))
    if (missing.length === 0) return undefined
    onMissing(missing.map(({ pointer = '' }) => pointer.split('/').at(-1) ?? ''))
    return missing.map((each) => placeText(each)).join(' ')
  }
}

export function lineOfRow(no: number, body: Fields, { noun }: FileKind): Line {
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
  if (externalId === undefined) return naturalKey(kind, fields)
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
