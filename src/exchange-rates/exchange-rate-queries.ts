import { sql, type Kysely } from 'kysely'
import { selectRows, type DatabaseReader } from '../database/kysely.ts'
import type { Database } from '../database/tables.ts'
import type { DailyRates } from './rate-file.ts'
import { KNOWN_CURRENCIES } from '../read-model/documents/exchange-rates.ts'

/** Shown wherever the rates are: the ECB asks to be named. */
const PUBLISHER = 'European Central Bank'

/** Today in UTC by the clock of the database, which rejects rates of later days. */
export async function selectToday(db: DatabaseReader): Promise<string> {
  const rows = await selectRows(db)<{ today: string }>`
    SELECT (now() AT TIME ZONE 'UTC')::date::text AS today`
  return (rows[0] as { today: string }).today
}

/** The changes that a file has made. */
export interface RateChanges {
  /** Rates that were not stored. */
  readonly added: number
  /** Rates that were stored with another value. */
  readonly changed: number
  /** The days of these rates. */
  readonly days: number
}

/** A stored rate, and one of another day to which it does not fit. Units of a currency for one euro are decimal text. */
export interface RateJump {
  readonly currency: string
  readonly date: string
  readonly units: string
  readonly other_date: string
  readonly other_units: string
}

interface StoredRates extends RateChanges {
  /** The first stored rate that differs by `jumpFactor` or more from the rate of the day before or after it. */
  readonly jump: RateJump | null
}

/** Stores the rates that differ from the stored ones (src/database/schema/3-prices.sql). */
export async function storeRates(
  db: Kysely<Database>,
  days: readonly DailyRates[],
  jumpFactor: number,
): Promise<StoredRates> {
  const all = days.flatMap(({ date, rates }) => rates.map((rate) => [date, ...rate]))
  const [dates, currencies, units] = [0, 1, 2].map((column) => all.map((rate) => rate[column]))
  const { rows } = await sql<StoredRates>`SELECT * FROM import_exchange_rates(
    ${dates}::date[], ${currencies}::text[], ${units}::numeric[],
    ${PUBLISHER}, ${jumpFactor})`.execute(db)
  return rows[0] as StoredRates
}

const KNOWN = sql.raw(KNOWN_CURRENCIES)

/** Deletes the rates of one day. @returns their number. */
export async function deleteRates(db: Kysely<Database>, date: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`${KNOWN}
    DELETE FROM exchange_rates USING known
    WHERE exchange_rates.currency = known.currency AND rate_date = ${date}::date`.execute(db)
  return Number(numAffectedRows)
}

interface NewestRate {
  readonly currency: string
  readonly date: string
  /** With six decimals. */
  readonly units_per_euro: string
  readonly source: string
}

/** By currency. */
export function selectNewestRates(db: DatabaseReader): Promise<NewestRate[]> {
  return selectRows(db)<NewestRate>`${KNOWN}
    SELECT known.currency, newest.* FROM known CROSS JOIN LATERAL (
      SELECT rate_date::text AS date, units_per_euro::text, source FROM exchange_rates
      WHERE exchange_rates.currency = known.currency
      ORDER BY rate_date DESC LIMIT 1
    ) AS newest
    ORDER BY known.currency`
}
