import fc from 'fast-check'
import { expect, it } from 'vitest'
import { convertedPrices } from '../../src/client/create-client.ts'
import { Rates } from '../../src/read-model/documents/exchange-rates.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeExchangeRate } from '../support/make-exchange-rate.ts'
import { usePartner } from './support/partner.ts'

const test = usePartner()

const digits = (most: number) =>
  fc.integer({ min: 1, max: most }).chain((length) => fc.bigInt(1n, 10n ** BigInt(length) - 1n))
const decimal = (value: bigint, scale: number): string => {
  const text = String(value).padStart(scale + 1, '0')
  return `${text.slice(0, -scale)}.${text.slice(-scale)}`
}
const CODES = ['GBP', 'USD', 'JPY']

it('converts as the service does, any price at any rates', () => {
  const price = fc.oneof(digits(14), fc.bigInt(0n, 999n))
  const given = [price, fc.constantFrom('EUR', ...CODES), fc.array(digits(16), { maxLength: 3 })]
  fc.assert(
    fc.property(
      ...(given as [typeof price, fc.Arbitrary<string>, fc.Arbitrary<bigint[]>]),
      (cents, price_currency, units) => {
        const service = new Rates(units.map((rate, at) => `${CODES[at]}${rate}`).join())
        const rates = units.map((rate, at) => ({
          currency: CODES[at]!,
          date: '2024-05-07',
          units_per_euro: decimal(rate, 6),
        }))
        const amount = decimal(cents, 2)
        expect(convertedPrices({ price: Number(amount), price_currency }, { rates })).toEqual({
          price_usd: JSON.parse(service.inDollars(`${amount}${price_currency}`)) as unknown,
          price_eur: JSON.parse(service.inEuros(`${amount}${price_currency}`)) as unknown,
        })
      },
    ),
    { numRuns: 2_000 },
  )
})

it('converts by the rates of the service', async () => {
  await makeExchangeRate(test.db, 'USD', '1.168400')
  await makeExchangeRate(test.db, 'GBP', '0.870580')
  const rates = await test.client().retrieveExchangeRates()
  const prices = ['0.00', '0.01', '12.35', '999999999999.99'].flatMap((price) =>
    ['EUR', 'GBP', 'USD', 'SEK'].map((price_currency) => ({ price, price_currency })),
  )
  for (const values of [...prices, { price_display: 'price on request' }]) {
    const { id } = await makeArtwork(test.db, values)
    const { record } = await test.client().retrieveMarketplaceArtwork(id)
    const { price_usd, price_eur } = record
    expect(convertedPrices(record, rates)).toEqual({ price_usd, price_eur })
  }
})
