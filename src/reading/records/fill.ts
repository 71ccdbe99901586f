import { asByteText, type ByteText } from '../../byte-text.ts'
import { MARK } from '../../documents/expression.ts'
import { PRICE_LETTERS } from '../../documents/json-sql.ts'
import type { PartName } from './part-name.ts'
import { digestIn, textOf, type Parts } from './parts.ts'
import { RATES, ratesIn, type ConvertedPrices } from './rates.ts'

/** What texts are put together of, and named by. */
export interface Pieces {
  /** That follow each other. */
  readonly texts: ByteText[]
  /** Together they differ whenever the text does. */
  readonly digests: string[]
  /** Parts that are not at hand. */
  readonly missing: PartName[]
}

const USD = PRICE_LETTERS.price_usd.charCodeAt(0)
const EUR = PRICE_LETTERS.price_eur.charCodeAt(0)

/**
 * Adds a document with its placeholders filled. The pieces of a record are joined by `+`, which copies nothing
 * until the text is sent: to copy each by itself takes a third longer, to join a page of 100 records half as long
 * again.
 * @param prices that the record is listed by; otherwise its price is converted by the rates of the moment.
 */
export function fill(
  document: ByteText,
  prices: ConvertedPrices | undefined,
  parts: Parts,
  { texts, digests, missing }: Pieces,
): void {
  let text = ''
  let from = 0
  for (let start = document.indexOf(MARK); start !== -1; start = document.indexOf(MARK, from)) {
    const end = document.indexOf(MARK, start + 1)
    const code = document.charCodeAt(start + 1)
    if (code === USD || code === EUR) {
      const price = prices
        ? prices[code === USD ? 'price_usd' : 'price_eur']
        : converted(code, document.slice(start + 2, end), parts)
      if (price === undefined) missing.push(RATES)
      else {
        text += document.slice(from, start) + price
        digests.push(price)
      }
    } else {
      const part = parts.find(document, start + 1, end)
      if (part === undefined) missing.push(document.slice(start + 1, end) as PartName)
      else {
        text += document.slice(from, start) + textOf(part)
        digests.push(digestIn(part))
      }
    }
    from = end + 1
  }
  texts.push(asByteText(text + document.slice(from)))
}

/** Undefined while the rates are not at hand. */
function converted(code: number, price: string, parts: Parts): ByteText | undefined {
  const part = parts.find(RATES, 0, RATES.length)
  if (part === undefined) return undefined
  const rates = ratesIn(part)
  return asByteText(code === USD ? rates.inDollars(price) : rates.inEuros(price))
}
