import type pg from 'pg'
import { BASE_DATE } from './moment.ts'

const SOURCE = 'European Central Bank, euro foreign exchange reference rates'
/** Units per euro on the base date. */
const RATES = {
  AUD: '1.6610',
  BRL: '5.8740',
  CAD: '1.6177',
  CHF: '0.9242',
  CNY: '7.9827',
  CZK: '24.378',
  DKK: '7.4727',
  GBP: '0.87058',
  HKD: '9.1507',
  HUF: '366.90',
  IDR: '20082.05',
  ILS: '3.5787',
  INR: '109.0470',
  ISK: '143.20',
  JPY: '186.75',
  KRW: '1740.86',
  MXN: '20.3203',
  MYR: '4.6444',
  NOK: '11.0980',
  NZD: '2.0081',
  PHP: '70.356',
  PLN: '4.2543',
  RON: '5.0920',
  SEK: '10.8920',
  SGD: '1.4912',
  THB: '37.728',
  TRY: '52.2478',
  USD: '1.1684',
  ZAR: '19.3849',
} as const

/**
 * Adds the rates of the base date that are not there; rates that were imported stay. Even an insert
 * of nothing would have every price converted again, so nothing is inserted needlessly.
 */
export async function ensureRates(client: pg.ClientBase): Promise<void> {
  const missing = await selectMissingCurrencies(client)
  if (missing.length === 0) return
  await client.query(
    `INSERT INTO exchange_rates (currency, rate_date, units_per_euro, source)
     SELECT currency, $3, units_per_euro, $4
     FROM unnest($1::text[], $2::numeric[]) AS rate (currency, units_per_euro)`,
    [missing, missing.map((currency) => RATES[currency]), BASE_DATE, SOURCE],
  )
}

async function selectMissingCurrencies(client: pg.ClientBase): Promise<(keyof typeof RATES)[]> {
  const { rows } = await client.query<{ currency: keyof typeof RATES }>(
    `SELECT currency FROM unnest($1::text[]) AS wanted (currency)
     WHERE NOT EXISTS (SELECT FROM exchange_rates held
       WHERE held.currency = wanted.currency AND held.rate_date = $2)`,
    [Object.keys(RATES), BASE_DATE],
  )
  return rows.map(({ currency }) => currency)
}
