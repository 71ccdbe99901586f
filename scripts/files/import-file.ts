import type { Kysely } from 'kysely'
import type { Principal } from '../../src/auth/principal.ts'
import type { Urls } from '../../src/contract/operation-types.ts'
import type { Database } from '../../src/database/tables.ts'
import { rolledBack, transaction } from '../../src/batches/transactions.ts'
import { findOrCreateUser } from '../../src/users/find-or-create-user.ts'
import { selectUserId } from '../../src/users/user-queries.ts'
import { headingOf } from './csv-cells.ts'
import type { FileKind } from './file-kinds.ts'
import { NO_OPTIONS, type FileOptions } from './file-options.ts'
import { isConstant, mapHeadings, setOption } from './headings.ts'
import type { Counts, ImportPlan, RunOptions } from './import-plan.ts'
import { ImportReport } from './import-report.ts'
import { LineLoader, lineOfRow, writeLines, type LoadMeans } from './load-lines.ts'
import type { Line } from './line.ts'
import { countVisible } from './record-queries.ts'
import { References } from './references.ts'
import { ImportError, type Row } from './row.ts'
import { RowReader } from './row-reader.ts'
import { openSource, surveyRows, type Source } from './source.ts'

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
interface FilePlan extends ImportPlan {
  readonly report: ImportReport
}

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
    const references = new References({
      kind,
      db: session,
      sender,
      scope,
      createsMissing: options.createMissing,
      numbers,
      report,
    })
    const means: LoadMeans = {
      isDryRun,
      resolve: async (line, no, isSound) => {
        const resolved = await references.resolved(line, isSound)
        onLine?.(lineOfRow(no, resolved.line, kind), resolved.shown)
        return resolved
      },
      write: (lines) => writeLines(kind, session, lines, sender, scope),
      onWritten: async (ids, known) => {
        report.known(known)
        if (!isDryRun) report.seen(await countVisible(session, kind.name, ids))
      },
      // Only fields that are the same for a whole file can have a value for rows that lack them.
      ...(mapping && {
        onMissing: (missing) => {
          if (missing.every(isConstant))
            for (const field of missing) report.missing(field, setOption(field))
        },
      }),
    }
    const rows = linesOf(source, mapping && new RowReader(kind, mapping, options, report))
    const loader = new LineLoader(kind, means, runOptions)
    return loader.run(firstOf(rows, maxRows), Math.min(survey.rowCount, maxRows))
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
    const read = reader?.read(row)
    if (read !== undefined) yield read
    else if (reader !== undefined) continue
    else if ('object' in row) yield { line: row.line, fields: row.object }
    else if ('error' in row) yield row
  }
}

/** Asks for no item beyond these: what a reader counts is counted of these alone. */
async function* firstOf<Item>(items: AsyncIterable<Item>, count: number): AsyncGenerator<Item> {
  let left = count
  for await (const item of items) {
    yield item
    left -= 1
    if (left <= 0) return
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
