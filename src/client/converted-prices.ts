import type { Artwork, ExchangeRates } from './schemas.ts'

/** The price of one euro in euros, in millionths. */
const EURO = 1_000_000n

/**
 * The converted prices of an artwork by other rates than those of its read, to the cent as the service converts them: the
 * changes of a list have no entry for new rates.
 * @param rates of `retrieveExchangeRates()`.
 */
export function convertedPrices(
  { price, price_currency: currency }: Pick<Artwork, 'price' | 'price_currency'>,
  { rates }: Pick<ExchangeRates, 'rates'>,
): Pick<Artwork, 'price_usd' | 'price_eur'> {
  const rateOf = (code: string): bigint | undefined => {
    if (code === 'EUR') return EURO
    const rate = rates.find((each) => each.currency === code)
    return rate && BigInt(rate.units_per_euro.replace('.', ''))
  }
  const convertedTo = (target: string): string | null => {
    if (price === null) return null
    // A price has two decimals and at most 14 digits, so a number is exact enough.
    const cents = BigInt(Math.round(price * 100))
    if (currency === target) return decimal(cents)
    const [from, to] = [rateOf(currency), rateOf(target)]
    if (from === undefined || to === undefined) return null
    // Half a cent is rounded up, and no price becomes nothing.
    const converted = (2n * cents * to + from) / (2n * from)
    return decimal(converted === 0n && cents > 0n ? 1n : converted)
  }
  const dollars = convertedTo('USD')
  return { price_usd: dollars === null ? null : Number(dollars), price_eur: convertedTo('EUR') }
}

function decimal(cents: bigint): string {
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
