import { csv } from './csv-records.ts'
import type { DailyRates } from './listings.ts'
import { requiredTextOf, trimmedTextOf, isoDate } from './fields.ts'
import type { Importer } from './importer.ts'
import { findUnchangedRates, mergeStagedRates, stageRates } from './rate-import-queries.ts'
import { Rejection, type Fields } from './row.ts'

/**
 * The European Central Bank's reference rates, its history as well as its daily file. New rates have every
 * price converted, so a file is one transaction.
 * @param today the last date that may have rates, in UTC
 */
export function rates(today: string): Importer<DailyRates> {
  return {
    source: 'rates',
    content: 'euro reference rates of the ECB, CSV with the columns Date, USD, JPY, ...',
    format: csv(isHeader),
    idField: 'Date',
    transaction: 'file',
    readListing: (row) => readDay(row, today),
    findUnchanged: findUnchangedRates,
    store: stageRates,
    finish: mergeStagedRates,
  }
}

/** Every line ends in a comma, so the last column has no name. */
function isHeader([first, ...others]: readonly string[]): boolean {
  const currencies = others.at(-1) === '' ? others.slice(0, -1) : others
  const areDistinct = new Set(currencies).size === currencies.length
  const areCodes = currencies.every((code) => /^[A-Z]{3}$/.test(code))
  return first === 'Date' && currencies.length > 0 && areDistinct && areCodes
}

function readDay(row: Fields, today: string): DailyRates {
  const date = dateOf(requiredTextOf(row, 'Date'))
  if (date > today) throw new Rejection(`${date} lies in the future`)
  const currencies = Object.keys(row).filter((name) => name !== 'Date' && name !== '')
  const quoted = currencies.filter((currency) => isQuoted(trimmedTextOf(row, currency)))
  if (quoted.length === 0) throw new Rejection('has no rate')
  return { externalId: date, rates: quoted.map((currency) => [currency, rateOf(row, currency)]) }
}

/** A currency that has no rate on a day is written `N/A`. */
function isQuoted(text: string | null): boolean {
  return text !== null && text !== 'N/A'
}

const SMALLEST_RATE = 0.000001

function rateOf(row: Fields, currency: string): string {
  const text = requiredTextOf(row, currency)
  if (/^\d{1,9}(\.\d{1,12})?$/.test(text) && Number(text) >= SMALLEST_RATE) return text
  throw new Rejection(`${currency} is not a rate such as 1.1684`)
}

const MONTHS =
  'January February March April May June July August September October November December'

/** `2026-04-13` in the history, `13 April 2026` in the daily file. */
function dateOf(text: string): string {
  const [, day = '', month = '', year = ''] = /^(\d{1,2}) (\p{L}+) (\d{4})$/u.exec(text) ?? []
  const monthNumber = MONTHS.split(' ').indexOf(month) + 1
  const daily = `${year}-${String(monthNumber).padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = isoDate(day === '' ? text : daily)
  if (date === undefined) throw new Rejection('Date is not like 2026-04-13 or 13 April 2026')
  return date
}
