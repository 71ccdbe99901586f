import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { toLatin1 } from '../../../src/response-body.ts'
import { validateComponent } from '../../../src/contract/response-validator.ts'
import { artworkJson } from '../../../src/artworks/artwork-resource.ts'
import { selectRecords } from '../../../src/json-sql/select-records.ts'
import {
  FragmentCache,
  type CachedFragment,
} from '../../../src/read-model/documents/fragment-cache.ts'
import {
  Rates,
  RATES_KEY,
  RATES_STATEMENT,
  ratesIn,
} from '../../../src/read-model/documents/exchange-rates.ts'
import { makeFullArtwork } from '../../contract/full-records.ts'
import { URLS } from '../../support/app.ts'
import { useDatabase } from '../../support/database.ts'
import { makeExchangeRate } from '../../support/make-exchange-rate.ts'

// A process converts prices as the database does (converted_prices in schema/3-prices.sql), to the cent. Converted
// prices are not validated with the document, so any price at any rate must fit the contract.

const test = useDatabase()

/** Of each length, because amounts too long for a number are converted by other code. */
const digits = (most: number) =>
  fc.integer({ min: 1, max: most }).chain((length) => fc.bigInt(1n, 10n ** BigInt(length) - 1n))

const decimal = (value: bigint, scale: number): string => {
  const text = String(value).padStart(scale + 1, '0')
  return `${text.slice(0, -scale)}.${text.slice(-scale)}`
}

const rate = digits(16).map((value) => decimal(value, 6))
const price = fc.oneof(digits(14), fc.bigInt(0n, 999n)).map((value) => decimal(value, 2))
const currency = fc.constantFrom('USD', 'EUR', 'GBP', 'JPY')

async function selectRates(): Promise<Rates> {
  const { rows } = await sql.raw<{ coalesce: string }>(RATES_STATEMENT.text).execute(test.db)
  return new Rates(rows[0]?.coalesce ?? '')
}

const storeRates = async (usd: string, gbp: string): Promise<void> => {
  await sql`DELETE FROM exchange_rates`.execute(test.db)
  await makeExchangeRate(test.db, 'USD', usd)
  await makeExchangeRate(test.db, 'GBP', gbp)
}

/** @param prices amounts with their currencies, such as `1.00GBP`. */
async function convertedBySql(prices: readonly string[]): Promise<unknown[]> {
  const { rows } = await sql<{ usd: string; eur: string }>`
    SELECT coalesce(trim_scale(price_usd)::text, 'null') AS usd,
      coalesce('"' || price_eur || '"', 'null') AS eur
    FROM unnest(${prices}::text[]) WITH ORDINALITY AS given (price, number),
      converted_prices(left(price, -3)::amount, right(price, 3))
    ORDER BY number`.execute(test.db)
  return rows
}

const convertedHere = (rates: Rates, prices: readonly string[]): unknown[] =>
  prices.map((each) => ({ usd: rates.inDollars(each), eur: rates.inEuros(each) }))

describe('a converted price', () => {
  it('is the one that the database computes', async () => {
    const prices = fc.array(
      fc.tuple(price, currency).map((parts) => parts.join('')),
      { minLength: 50, maxLength: 50 },
    )
    await fc.assert(
      fc.asyncProperty(rate, rate, prices, async (usd, gbp, given) => {
        await storeRates(usd, gbp)
        expect(convertedHere(await selectRates(), given)).toEqual(await convertedBySql(given))
      }),
      { numRuns: 60 },
    )
  })

  it.each([
    // Half a cent, and a bit less, which a quotient rounded to the digits of the database would round up.
    ['1.005000', '1.000000', '1.00GBP', '1.01', '"1.00"'],
    ['1.000000', '2.000000', '0.01GBP', '0.01', '"0.01"'],
    // A positive price converts to a cent at least.
    ['1.000000', '2.000001', '0.01GBP', '0.01', '"0.01"'],
    ['0.000001', '9999999999.999999', '999999999999.99GBP', '0.01', '"100.00"'],
    ['1.000000', '2.000001', '0.00GBP', '0', '"0.00"'],
    ['9999999999.999999', '0.000001', '999999999999.99GBP', undefined, undefined],
  ])('at %s and %s of %s is %s', async (usd, gbp, given, dollars, euros) => {
    await storeRates(usd, gbp)
    const here = convertedHere(await selectRates(), [given])
    expect(here).toEqual(await convertedBySql([given]))
    if (dollars !== undefined) expect(here).toEqual([{ usd: dollars, eur: euros }])
  })

  it('uses the last rate of each currency', async () => {
    await storeRates('2', '4')
    await makeExchangeRate(test.db, 'USD', '3', { rate_date: '2024-05-08' })
    await makeExchangeRate(test.db, 'GBP', '5', { rate_date: '2024-05-06' })
    expect(convertedHere(await selectRates(), ['100.00GBP'])).toEqual([
      { usd: '75', eur: '"25.00"' },
    ])
  })
})

describe('the contract', () => {
  let artwork: object

  beforeAll(async () => {
    const id = await makeFullArtwork(test.db)
    const { records } = await selectRecords(
      test.db,
      { table: 'artworks', json: artworkJson },
      [id],
      URLS,
    )
    artwork = records[0] ?? {}
  })

  it('allows every converted price', () => {
    fc.assert(
      fc.property(rate, rate, price, currency, (usd, gbp, amount, own) => {
        const micros = (text: string): string => text.replace('.', '')
        const rates = new Rates(`USD${BigInt(micros(usd))},GBP${BigInt(micros(gbp))}`)
        const shown = {
          price_usd: JSON.parse(rates.inDollars(`${amount}${own}`)) as unknown,
          price_eur: JSON.parse(rates.inEuros(`${amount}${own}`)) as unknown,
        }
        validateComponent('Artwork', { ...artwork, ...shown })
      }),
    )
  })
})

describe('the fragment of the rates', () => {
  it('is parsed again after a change', () => {
    const fragments = new FragmentCache()
    const dollars = ['USD2000000', 'USD3000000', 'USD2000000'].map((text) => {
      fragments.set(RATES_KEY, toLatin1(text))
      const fragment = fragments.find(RATES_KEY, 0, RATES_KEY.length) as CachedFragment
      return ratesIn(fragment).inDollars('1.00EUR')
    })
    expect(dollars).toEqual(['2', '3', '2'])
  })
})
