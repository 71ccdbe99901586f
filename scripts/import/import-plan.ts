import type { Kysely } from 'kysely'
import type { Database } from '../../src/database/tables.ts'
import { carnegie } from './carnegie.ts'
import { checkFile, openFile } from './check-file.ts'
import { exhibitions } from './exhibitions.ts'
import { tryLockSource, unlockSource } from './import-queries.ts'
import { type Counts, type RunOptions, ImportRun, type InTransaction } from './import-run.ts'
import type { Importer } from './importer.ts'
import type { SourceRecord } from './listings.ts'
import { museums } from './museums.ts'
import { importRateFile, rateFile } from './rates.ts'
import { ImportError } from './row.ts'
import { tate } from './tate.ts'
import { VenueDirectory } from './venue-directory.ts'

/** What to import. */
export type ImportRequest =
  | { readonly kind: 'carnegie' | 'tate'; readonly file: string }
  | { readonly kind: 'rates'; readonly file: string; readonly allowsJumps?: boolean }
  | { readonly kind: 'exhibitions'; readonly file: string; readonly museumsFile: string }

/** Observes and stops the import of each file. */
export interface Observer {
  /** `source` is `museums`, then `exhibitions`, where a request has two files. */
  optionsFor(source: string): RunOptions
  onFinished(source: string, counts: Counts): void
}

/** One file that was checked and can be imported. */
interface Step {
  readonly source: string
  /** `session` is one connection, which holds the source's lock: without it, its transactions fail too. */
  run(session: Kysely<Database>, options: RunOptions): Promise<Counts>
}

/** A request whose files all exist and are of the right kind. */
export interface ImportPlan {
  /** Of two imports at once, no two have the same. */
  readonly kind: string
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
  const { kind, file } = request
  if (request.kind === 'exhibitions') {
    const directory = new VenueDirectory()
    const first = await planStep(request.museumsFile, museums(directory), signal)
    return { kind, steps: [first, await planStep(file, exhibitions(directory), signal)] }
  }
  const step =
    request.kind === 'rates'
      ? await planRates(request, signal)
      : await planStep(file, request.kind === 'tate' ? tate : carnegie, signal)
  return { kind, steps: [step] }
}

async function planStep<Listing extends SourceRecord>(
  file: string,
  importer: Importer<Listing>,
  signal?: AbortSignal,
): Promise<Step> {
  const rowCount = await checkFile(file, importer, signal)
  const run: Step['run'] = (session, options) => {
    const rows = importer.format.rows(openFile(file))
    const inTransaction: InTransaction = (work) => session.transaction().execute(work)
    return new ImportRun(importer, inTransaction, options).run(rows, rowCount)
  }
  return { source: importer.source, run }
}

/** New rates have every price converted, so a file of rates is one transaction. */
async function planRates(
  { file, allowsJumps = false }: Extract<ImportRequest, { kind: 'rates' }>,
  signal?: AbortSignal,
): Promise<Step> {
  await checkFile(file, rateFile, signal)
  return {
    source: 'rates',
    run: (session, options) =>
      session
        .transaction()
        .execute((trx) => importRateFile(trx, openFile(file), allowsJumps, options)),
  }
}

/**
 * Imports the files of a plan, one after the other. A repetition changes nothing, and finishes an
 * interrupted import.
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

/**
 * Runs `work` on one connection that holds the source's lock, so that two imports of one source do
 * not mix. The lock ends with the connection: a crash leaves nothing locked.
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
      // A broken connection holds no lock.
      await unlockSource(session, source).catch(() => {})
    }
  })
}
