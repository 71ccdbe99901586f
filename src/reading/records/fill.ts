import { asLatin1, type Latin1Text } from '../../byte-text.ts'
import { PLACEHOLDER_MARK } from '../../documents/expression.ts'
import { PRICE_LETTERS } from '../../documents/json-sql.ts'
import type { FragmentKey } from './part-name.ts'
import { digestIn, textOf, type FragmentCache } from './parts.ts'
import { RATES_KEY, ratesIn, type ConvertedPrices } from './rates.ts'

/** What texts are put together of, and named by. */
export interface AssembledPieces {
  /** That follow each other. */
  readonly texts: Latin1Text[]
  /** Together they differ whenever the text does. */
  readonly digests: string[]
  /** Parts that are not at hand. */
  readonly missing: FragmentKey[]
}

const USD = PRICE_LETTERS.price_usd.charCodeAt(0)
const EUR = PRICE_LETTERS.price_eur.charCodeAt(0)

/**
 * Adds a document with its placeholders filled. The pieces of a record are joined by `+`, which copies nothing
 * until the text is sent: to copy each by itself takes a third longer, to join a page of 100 records half as long
 * again.
 * @param prices that the record is listed by; otherwise its price is converted by the rates of the moment.
 */
export function assembleDocument(
  document: Latin1Text,
  prices: ConvertedPrices | undefined,
  parts: FragmentCache,
  { texts, digests, missing }: AssembledPieces,
): void {
  let text = ''
  let from = 0
  for (
    let start = document.indexOf(PLACEHOLDER_MARK);
    start !== -1;
    start = document.indexOf(PLACEHOLDER_MARK, from)
  ) {
    const end = document.indexOf(PLACEHOLDER_MARK, start + 1)
    const code = document.charCodeAt(start + 1)
    if (code === USD || code === EUR) {
      const price = prices
        ? prices[code === USD ? 'price_usd' : 'price_eur']
        : converted(code, document.slice(start + 2, end), parts)
      if (price === undefined) missing.push(RATES_KEY)
      else {
        text += document.slice(from, start) + price
        digests.push(price)
      }
    } else {
      const part = parts.find(document, start + 1, end)
      if (part === undefined) missing.push(document.slice(start + 1, end) as FragmentKey)
      else {
        text += document.slice(from, start) + textOf(part)
        digests.push(digestIn(part))
      }
    }
    from = end + 1
  }
  texts.push(asLatin1(text + document.slice(from)))
}

/** Undefined while the rates are not at hand. */
function converted(code: number, price: string, parts: FragmentCache): Latin1Text | undefined {
  const part = parts.find(RATES_KEY, 0, RATES_KEY.length)
  if (part === undefined) return undefined
  const rates = ratesIn(part)
  return asLatin1(code === USD ? rates.inDollars(price) : rates.inEuros(price))
}
