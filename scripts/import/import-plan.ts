import type { Kysely } from 'kysely'
import type { Database } from '../../src/database/tables.ts'
import { carnegie } from './carnegie.ts'
import { checkFile, type CheckedFile, openFile } from './check-file.ts'
import { exhibitions } from './exhibitions.ts'
import { tryLockSource, unlockSource } from './import-queries.ts'
import { type Counts, type RunOptions, ImportRun, type InTransaction } from './import-run.ts'
import type { Importer } from './importer.ts'
import type { SourceRecord } from './listings.ts'
import { museums } from './museums.ts'
import { rates } from './rates.ts'
import { ImportError } from './row.ts'
import { tate } from './tate.ts'
import { VenueDirectory } from './venue-directory.ts'

/** What to import. */
export type ImportRequest =
  | { readonly kind: 'carnegie' | 'tate' | 'rates'; readonly file: string }
  | { readonly kind: 'exhibitions'; readonly file: string; readonly museumsFile: string }

/** How the import of each file is watched and stopped. */
export interface Observer {
  /** `source` is `museums`, then `exhibitions`, where a request has two files. */
  optionsFor(source: string): RunOptions
  onFinished(source: string, counts: Counts): void
}

/** One file that was checked and can be imported. */
interface Step {
  readonly source: string
  run(session: Kysely<Database>, options: RunOptions): Promise<Counts>
}

/** A request whose files are all there and of the right kind. */
export interface ImportPlan {
  readonly kind: ImportRequest['kind']
  readonly steps: readonly Step[]
}

/**
 * Reads the files of a request to their ends, without a database.
 * @throws {ImportError} when one of them cannot be imported.
 */
export async function planImport(
  request: ImportRequest,
  signal?: AbortSignal,
): Promise<ImportPlan> {
  return { kind: request.kind, steps: await planSteps(request, signal) }
}

/**
 * Imports the files of a plan, one after the other. Doing it again changes nothing, and finishes
 * what was interrupted.
 */
export async function executePlan(
  db: Kysely<Database>,
  { kind, steps }: ImportPlan,
  observer: Observer,
): Promise<void> {
  await withSourceLock(db, kind, async (session) => {
    for (const { source, run } of steps) {
      observer.onFinished(source, await run(session, observer.optionsFor(source)))
    }
  })
}

async function planSteps(request: ImportRequest, signal?: AbortSignal): Promise<Step[]> {
  switch (request.kind) {
    case 'carnegie':
      return [await planStep(request.file, carnegie, signal)]
    case 'tate':
      return [await planStep(request.file, tate, signal)]
    case 'rates':
      return [await planStep(request.file, rates(todayInUtc()), signal)]
    case 'exhibitions': {
      const directory = new VenueDirectory()
      return [
        await planStep(request.museumsFile, museums(directory), signal),
        await planStep(request.file, exhibitions(directory), signal),
      ]
    }
  }
}

async function planStep<Listing extends SourceRecord>(
  file: string,
  importer: Importer<Listing>,
  signal?: AbortSignal,
): Promise<Step> {
  const checked = await checkFile(file, importer, signal)
  return {
    source: importer.source,
    run: (session, options) => importFile(session, checked, importer, options),
  }
}

function todayInUtc(): string {
  return new Date().toISOString().slice(0, 10)
}

/**
 * Imports a checked file, batch by batch. `session` is one connection, which holds the source's
 * lock: without it, its transactions fail too.
 */
async function importFile<Listing extends SourceRecord>(
  session: Kysely<Database>,
  checked: CheckedFile,
  importer: Importer<Listing>,
  options: RunOptions,
): Promise<Counts> {
  const rows = importer.format.rows(openFile(checked.file))
  const inTransaction: InTransaction = (work) => session.transaction().execute(work)
  const runWithin = (within: InTransaction): Promise<Counts> =>
    new ImportRun(importer, within, options).run(rows, checked.rowCount)
  return importer.transaction === 'batch'
    ? runWithin(inTransaction)
    : inTransaction((trx) => runWithin((work) => work(trx)))
}

/**
 * Runs `work` on one connection that holds the source's lock, so that two imports of one source do
 * not mix. The lock ends with the connection: nothing is left to tidy up after a crash.
 * @throws {ImportError} when another import has the lock.
 */
export function withSourceLock<Result>(
  db: Kysely<Database>,
  source: string,
  work: (session: Kysely<Database>) => Promise<Result>,
): Promise<Result> {
  return db.connection().execute(async (session) => {
    if (!(await tryLockSource(session, source))) {
      throw new ImportError(
        `Another import of ${source} is running. Start again when it has ended.`,
      )
    }
    try {
      return await work(session)
    } finally {
      // On a broken connection there is no lock to give back.
      await unlockSource(session, source).catch(() => {})
    }
  })
}
