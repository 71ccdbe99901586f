import type { Kysely } from 'kysely'
import type { Database } from '../../src/database/tables.ts'
import type { CheckedFile } from './check-file.ts'
import { ImportRun, type Counts, type InTransaction, type RunOptions } from './import-run.ts'
import { openFile } from './open-file.ts'
import type { Importer } from './importer.ts'
import type { SourceRecord } from './source-record.ts'

/**
 * Imports a checked file, batch by batch. `session` is one connection, which holds the source's
 * lock: without it, its transactions fail too.
 */
export async function importFile<Listing extends SourceRecord>(
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
