import type { Latin1Text } from '../../response-body.ts'
import type { Statement } from '../../database/statement.ts'
import { fragmentKey, textOf, type CachedFragment } from './fragment-cache.ts'

// The last exchange rates are cached as one fragment, which any change of rates invalidates. Prices are converted
// as `converted_prices` does (schema/3-prices.sql).

/** The key of the rates in the fragment cache. */
export const RATES_KEY = fragmentKey('exchange_rate', 0)

/** SQL of the currencies with rates. Looks up each by index, because the table has the rates of many years. */
export const KNOWN_CURRENCIES = `WITH RECURSIVE known (currency) AS (
    SELECT min(currency)::text FROM exchange_rates
    UNION ALL
    SELECT (SELECT min(currency)::text FROM exchange_rates WHERE exchange_rates.currency > known.currency)
    FROM known WHERE known.currency IS NOT NULL
  )`

/** Reads the last rate of each currency. */
export const RATES_STATEMENT: Statement = {
  name: 'rates',
  text: `${KNOWN_CURRENCIES}
    SELECT '0', coalesce(string_agg(currency || (
      SELECT (units_per_euro * 1000000)::bigint FROM exchange_rates
      WHERE exchange_rates.currency = known.currency
      ORDER BY rate_date DESC LIMIT 1), ','), '')
    FROM known`,
  values: [],
}

/** The price of one euro, in millionths of a currency unit. */
interface Rate {
  readonly exact: bigint
  /** The same as a number, which is fast and exact enough for most prices. */
  readonly fast: number
}

const ZERO = '0'.charCodeAt(0)
const POINT = '.'.charCodeAt(0)

const EURO: Rate = { exact: 1_000_000n, fast: 1_000_000 }

/** Converts prices in the format of documents, such as `1200.00EUR`: a price with two decimals and its currency. */
export class Rates {
  readonly #rates: ReadonlyMap<string, Rate>

  /** @param text such as `GBP854300,USD1084500`. */
  constructor(text: string) {
    const entries = text === '' ? [] : text.split(',')
    const rates = entries.map((each): [string, Rate] => {
      const rate = each.slice(3)
      return [each.slice(0, 3), { exact: BigInt(rate), fast: Number(rate) }]
    })
    this.#rates = new Map([...rates, ['EUR', EURO]])
  }

  /** The price in dollars as JSON: a number without trailing zeros, or null. */
  inDollars(price: string): string {
    const cents = this.#converted(price, 'USD')
    if (cents === undefined) return 'null'
    // With up to 15 digits, JavaScript prints a number as the exact decimal.
    if (cents < 1e15) return `${Number(cents) / 100}`
    const text = decimal(cents)
    return text.endsWith('.00') ? text.slice(0, -3) : text.replace(/0$/, '')
  }

  /** The price in euros as JSON: a string with two decimals, or null. */
  inEuros(price: string): string {
    const cents = this.#converted(price, 'EUR')
    if (cents === undefined) return 'null'
    return `"${decimal(cents)}"`
  }

  /** The converted price in cents, one at least for a positive price; undefined without a rate. */
  #converted(price: string, to: string): number | bigint | undefined {
    const currency = price.slice(-3)
    const cents = centsIn(price)
    if (currency === to) return cents
    const [own, other] = [this.#rates.get(currency), this.#rates.get(to)]
    if (own === undefined || other === undefined) return undefined
    const converted = rounded(cents, other, own)
    return cents > 0 && Number(converted) === 0 ? 1 : converted
  }
}

/** Parses the price in cents. This is faster than `Number` of a substring. */
function centsIn(price: string): number {
  let cents = 0
  for (let at = 0; at < price.length - 3; at += 1) {
    const code = price.charCodeAt(at)
    if (code !== POINT) cents = cents * 10 + code - ZERO
  }
  return cents
}

function decimal(cents: number | bigint): string {
  const digits = String(cents)
  if (digits.length < 3) return `0.${digits.padStart(2, '0')}`
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Numbers represent integers exactly up to twice this value. No intermediate result of `rounded` exceeds that. */
const MAX_EXACT = 2 ** 52

/** `cents * to / from`; half a cent is rounded up. */
function rounded(cents: number, to: Rate, from: Rate): number | bigint {
  const product = cents * to.fast
  if (product > MAX_EXACT || from.fast > MAX_EXACT) {
    return (2n * BigInt(cents) * to.exact + from.exact) / (2n * from.exact)
  }
  let quotient = Math.floor(product / from.fast)
  let rest = product - quotient * from.fast
  // The quotient of two numbers can be rounded up to the next integer.
  if (rest < 0) {
    quotient -= 1
    rest += from.fast
  }
  return 2 * rest >= from.fast ? quotient + 1 : quotient
}

let lastFragment: CachedFragment | undefined
let lastRates = new Rates('')

/** The rates of a fragment. The last result is cached, because the fragment is the same for many pages. */
export function ratesIn(fragment: CachedFragment): Rates {
  if (fragment !== lastFragment) {
    lastRates = new Rates(textOf(fragment))
    lastFragment = fragment
  }
  return lastRates
}

/** The converted prices of a record as JSON. */
export interface ConvertedPrices {
  readonly price_usd: Latin1Text
  readonly price_eur: Latin1Text
}
