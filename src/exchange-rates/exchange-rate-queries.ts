import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from '../database/tables.ts'
import type { DailyRates } from './rate-file.ts'

/** Shown wherever the rates are: the ECB asks to be named. */
const PUBLISHER = 'European Central Bank'

/** Today in UTC by the clock of the database, which rejects rates of later days. */
export async function selectToday(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ today: string }>`
    SELECT (now() AT TIME ZONE 'UTC')::date::text AS today`.execute(db)
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

/**
 * Stores the rates that differ from the stored ones, in one statement: each statement on `exchange_rates` has every price
 * of the order by `price_usd` converted again, and one that stores nothing does, too.
 */
export async function storeRates(
  db: Kysely<Database>,
  days: readonly DailyRates[],
): Promise<RateChanges> {
  // Two files at once: without the lock, the second would count and store what the first has stored.
  await sql`LOCK TABLE exchange_rates IN SHARE ROW EXCLUSIVE MODE`.execute(db)
  const { rows } = await sql<RateChanges>`
    SELECT count(*) FILTER (WHERE stored IS NULL) AS added,
      count(*) FILTER (WHERE stored IS NOT NULL) AS changed, count(DISTINCT rate_date) AS days
    FROM ${differingRates(days)}`.execute(db)
  const changes = rows[0] as RateChanges
  if (changes.days > 0) await insertRates(db, days)
  return changes
}

async function insertRates(db: Kysely<Database>, days: readonly DailyRates[]): Promise<void> {
  await sql`
    INSERT INTO exchange_rates (currency, rate_date, units_per_euro, source)
    SELECT currency, rate_date, units_per_euro, ${PUBLISHER}::text FROM ${differingRates(days)}
    ON CONFLICT (currency, rate_date) DO UPDATE
      SET units_per_euro = excluded.units_per_euro, source = excluded.source`.execute(db)
}

/** The rates of a file whose value is not the stored one, as a table `differing`. */
function differingRates(days: readonly DailyRates[]): RawBuilder<unknown> {
  const all = days.flatMap(({ date, rates }) => rates.map((rate) => [date, ...rate]))
  const [dates, currencies, units] = [0, 1, 2].map((column) => all.map((rate) => rate[column]))
  return sql`(
    SELECT currency, rate_date, published.units_per_euro, exchange_rates.units_per_euro AS stored
    FROM (
      SELECT unnest(${dates}::date[]) AS rate_date, unnest(${currencies}::text[]) AS currency,
        unnest(${units}::numeric(16, 6)[]) AS units_per_euro
    ) AS published LEFT JOIN exchange_rates USING (currency, rate_date)
    WHERE published.units_per_euro IS DISTINCT FROM exchange_rates.units_per_euro
  ) AS differing`
}

/** The newest rate of a currency. */
export interface NewestRate {
  readonly currency: string
  readonly date: string
  /** With six decimals. */
  readonly units_per_euro: string
  readonly source: string
}

/** By currency. Looks up each by index, because the table has the rates of many years. */
export async function selectNewestRates(db: Kysely<Database>): Promise<NewestRate[]> {
  const { rows } = await sql<NewestRate>`
    WITH RECURSIVE known (currency) AS (
      SELECT min(currency)::text FROM exchange_rates
      UNION ALL
      SELECT (SELECT min(currency)::text FROM exchange_rates WHERE exchange_rates.currency > known.currency)
      FROM known WHERE known.currency IS NOT NULL
    )
    SELECT known.currency, newest.* FROM known CROSS JOIN LATERAL (
      SELECT rate_date::text AS date, units_per_euro::text, source FROM exchange_rates
      WHERE exchange_rates.currency = known.currency
      ORDER BY rate_date DESC LIMIT 1
    ) AS newest
    ORDER BY known.currency`.execute(db)
  return rows
}
