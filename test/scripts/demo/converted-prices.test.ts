import { expect, it } from 'vitest'
import { loadDemoCatalogue } from '../../../scripts/demo/load-demo-catalogue.ts'
import { useDatabase } from '../../support/database.ts'

const test = useDatabase()
/** The European Central Bank's rates of 13 April 2026, in millionths of the currency per euro. */
const RATES: Readonly<Record<string, bigint>> = {
  EUR: 1_000_000n,
  USD: 1_168_400n,
  GBP: 870_580n,
  CAD: 1_617_700n,
  CHF: 924_200n,
}

it('converts prices by the rates of one named day', async () => {
  await loadDemoCatalogue(test.url, { artworks: 600, events: 0 })
  const artworks = await test.db
    .selectFrom('artworks')
    .innerJoin('artwork_prices', 'artwork_id', 'id')
    .select(['price', 'price_currency', 'price_usd', 'price_eur'])
    .execute()
  const converted = artworks.map(({ price, price_currency: own }) => ({
    price,
    price_currency: own,
    price_usd: price === null ? null : inCents(price, own, 'USD'),
    price_eur: price === null ? null : inCents(price, own, 'EUR'),
  }))
  expect(artworks).toEqual(converted)
})

it('names the source of the rates', async () => {
  const rates = await test.db.selectFrom('exchange_rates').select(['rate_date', 'source']).execute()
  expect(new Set(rates.map(({ rate_date }) => rate_date))).toEqual(new Set(['2026-04-13']))
  expect(rates[0]?.source).toContain('European Central Bank')
})

/** Exact, in whole cents, halves upwards. */
function inCents(price: string, own: string, wanted: string): string {
  if (own === wanted) return price
  const numerator = BigInt(price.replace('.', '')) * (RATES[wanted] ?? 0n)
  const rate = RATES[own] ?? 1n
  const cents = (2n * numerator + rate) / (2n * rate)
  return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
}
