import type { Kysely } from 'kysely'
import type { Database } from '../database/tables.ts'
import { selectToday, storeRates, type RateChanges } from './exchange-rate-queries.ts'
import { readRateFile, type RateFile } from './rate-file.ts'

const NO_CHANGES: RateChanges = { added: 0, changed: 0, days: 0 }

export interface ImportedRates {
  readonly file: RateFile
  readonly changes: RateChanges
}

/**
 * Imports a file of the European Central Bank, for `npm run import -- rates` as well as for the contract. Rates that the
 * file does not have stay as they are.
 * @param db a transaction, so that no reader sees half a file.
 * @param check throws for a file of which nothing may be stored; otherwise the lines without a defect are stored.
 * @param maxRows none of a longer file is stored.
 */
export async function importRates(
  db: Kysely<Database>,
  text: string,
  check: (file: RateFile) => void,
  maxRows?: number,
): Promise<ImportedRates> {
  const file = readRateFile(text, await selectToday(db), maxRows)
  check(file)
  const changes = file.days.length === 0 ? NO_CHANGES : await storeRates(db, file.days)
  return { file, changes }
}
