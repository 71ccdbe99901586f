import { sql, type RawBuilder, type Transaction } from 'kysely'
import type { Database } from '../../src/database/tables.ts'
import type { DailyRates } from './listings.ts'

/** Shown wherever the rates are: the ECB asks to be named. */
const PUBLISHER = 'European Central Bank'

/** The dates whose rates are all stored. */
export async function findUnchangedRates(
  trx: Transaction<Database>,
  days: readonly DailyRates[],
): Promise<Set<string>> {
  const { rows } = await sql<{ date: string }>`
    SELECT rate_date::text AS date
    FROM ${ratesOf(days)} LEFT JOIN exchange_rates AS stored USING (currency, rate_date)
    GROUP BY rate_date
    HAVING bool_and(stored.units_per_euro IS NOT DISTINCT FROM published.units_per_euro)
  `.execute(trx)
  return new Set(rows.map(({ date }) => date))
}

/**
 * Collects the rates of a file. They reach `exchange_rates` in one statement (mergeStagedRates),
 * because each statement on that table has every price of the order by `price_usd` converted again.
 */
export async function stageRates(
  trx: Transaction<Database>,
  days: readonly DailyRates[],
): Promise<void> {
  await sql`CREATE TEMPORARY TABLE IF NOT EXISTS staged_rates
    (LIKE exchange_rates INCLUDING CONSTRAINTS) ON COMMIT DROP`.execute(trx)
  await sql`
    INSERT INTO staged_rates (currency, rate_date, units_per_euro, source)
    SELECT currency, rate_date, units_per_euro, ${PUBLISHER}::text
    FROM ${ratesOf(days)}`.execute(trx)
}

/** Stores the staged rates. */
export async function mergeStagedRates(trx: Transaction<Database>): Promise<void> {
  await sql`
    INSERT INTO exchange_rates (currency, rate_date, units_per_euro, source)
    SELECT currency, rate_date, units_per_euro, source FROM staged_rates
    ON CONFLICT (currency, rate_date) DO UPDATE
      SET units_per_euro = excluded.units_per_euro, source = excluded.source`.execute(trx)
}

/** The rates as a table `published`, one row a currency and date. */
function ratesOf(days: readonly DailyRates[]): RawBuilder<unknown> {
  const all = days.flatMap(({ externalId, rates }) => rates.map((rate) => [externalId, ...rate]))
  const [dates, currencies, units] = [0, 1, 2].map((column) => all.map((rate) => rate[column]))
  return sql`(
    SELECT unnest(${dates}::date[]) AS rate_date, unnest(${currencies}::text[]) AS currency,
      unnest(${units}::numeric(16, 6)[]) AS units_per_euro
  ) AS published`
}
