import type { Kysely } from 'kysely'
import type { Database } from '../database/tables.ts'
import {
  selectToday,
  storeRates,
  type RateChanges,
  type RateJump,
} from './exchange-rate-queries.ts'
import { readRateFile, type RateFile } from './rate-file.ts'

const NO_CHANGES: RateChanges = { added: 0, changed: 0, days: 0 }

/** Half of a decimal point that is shifted, and far more than a currency moves in a few days. */
const JUMP_FACTOR = 5

interface ImportedRates {
  readonly file: RateFile
  readonly changes: RateChanges
}

interface RateChecks {
  /** Throws for a file of which nothing may be stored; otherwise the lines without a defect are stored. */
  readonly check: (file: RateFile) => void
  /** Whether rates may be stored that are far from those of the day before or after. */
  readonly allowsJumps: boolean
  /** The error for such a rate. */
  readonly onJump: (detail: string) => Error
  /** None of a longer file is stored. */
  readonly maxRows?: number
}

/**
 * Imports a file of the European Central Bank, for `npm run import -- rates` as well as for the contract. Rates that the
 * file does not have stay as they are.
 * @param db a transaction, so that no reader sees half a file, and a rejected file leaves nothing.
 */
export async function importRates(
  db: Kysely<Database>,
  text: string,
  { check, allowsJumps, onJump, maxRows }: RateChecks,
): Promise<ImportedRates> {
  const file = readRateFile(text, await selectToday(db), maxRows)
  check(file)
  if (file.days.length === 0) return { file, changes: NO_CHANGES }
  const { jump, ...changes } = await storeRates(db, file.days, JUMP_FACTOR)
  if (jump !== null && !allowsJumps) throw onJump(jumpText(jump))
  return { file, changes }
}

function jumpText({ currency, date, units, other_date, other_units }: RateJump): string {
  return (
    `${currency} has ${units} on ${date}, but ${other_units} on ${other_date}: ` +
    `they differ by a factor of ${JUMP_FACTOR} or more.`
  )
}
