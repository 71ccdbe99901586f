import type { Insertable } from 'kysely'
import type { ArtworkTable } from '../../src/database/tables.ts'
import type { Random } from './random.ts'

type Price = Pick<
  Insertable<ArtworkTable>,
  | 'price'
  | 'price_currency'
  | 'price_display'
  | 'min_price'
  | 'max_price'
  | 'min_price_currency'
  | 'max_price_currency'
>

/** What a gallery of that country asks; most show the price. */
export function artworkPrice(random: Random, typical: number, country: string): Price {
  const own = localCurrency(random, country)
  const range = own === 'USD' || own === 'CAD' ? 'USD' : 'EUR'
  const shown = random.next()
  const price = amount(random, typical)
  return {
    price: shown < 0.7 ? price.toFixed(2) : null,
    price_currency: own,
    price_display: shown < 0.7 ? 'show price' : shown < 0.9 ? 'price on request' : 'price range',
    min_price: shown < 0.9 ? null : price.toFixed(2),
    max_price: shown < 0.9 ? null : (price * random.between(2, 5)).toFixed(2),
    min_price_currency: range,
    max_price_currency: range,
  }
}

/** A few galleries sell in another currency than their neighbours'. */
function localCurrency(random: Random, country: string): string {
  if (random.chance(0.1)) return random.pick(['USD', 'EUR', 'GBP', 'CAD'])
  if (country === 'US' || country === 'GB' || country === 'CA') return CURRENCIES[country]
  return 'EUR'
}

const CURRENCIES = { US: 'USD', GB: 'GBP', CA: 'CAD' } as const

/** From a tenth to ten times the typical price, in the round numbers that people ask. */
function amount(random: Random, typical: number): number {
  const price = typical * 10 ** (random.next() + random.next() - 1)
  const step = price < 300 ? 5 : price < 2_000 ? 50 : 100
  const round = Math.max(1, Math.round(price / step)) * step
  return random.chance(0.06) ? round - 0.01 : round
}
