import { sql, type Insertable, type Kysely } from 'kysely'
import type { Database } from '../../src/database/tables.ts'
import { nextNumber } from './sequence.ts'

/** @param unitsPerEuro as decimal text, as the European Central Bank publishes it. */
export async function makeExchangeRate(
  db: Kysely<Database>,
  currency: string,
  unitsPerEuro: string,
  values: Partial<Insertable<Database['exchange_rates']>> = {},
): Promise<void> {
  await db
    .insertInto('exchange_rates')
    .values({
      currency,
      units_per_euro: unitsPerEuro,
      rate_date: '2024-05-07',
      source: 'test',
      ...values,
    })
    .execute()
}

/** Makes the rate of a day without rates. @returns the day. */
export async function makeDayOfRates(db: Kysely<Database>): Promise<string> {
  const day = new Date(Date.UTC(2000, 0, nextNumber())).toISOString().slice(0, 10)
  await makeExchangeRate(db, 'USD', '1.1684', { rate_date: day })
  return day
}

/** The date so many days after today, by the clock of the database, in UTC. */
export async function dayFromToday(db: Kysely<Database>, days: number): Promise<string> {
  const { rows } = await sql<{
    day: string
  }>`SELECT (now() AT TIME ZONE 'UTC')::date + ${days}::int AS day`.execute(db)
  return rows[0]?.day ?? ''
}
