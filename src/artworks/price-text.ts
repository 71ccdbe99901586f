import type { components } from '../../generated/v1.ts'
import { moneyRangeText, moneyText } from '../browse/money-text.ts'

type Price = Pick<
  components['schemas']['Artwork'],
  | 'price'
  | 'price_currency'
  | 'price_display'
  | 'min_price'
  | 'min_price_currency'
  | 'max_price'
  | 'max_price_currency'
>

/** The price in words, as the gallery wants it shown: an amount, a range or `Price on request`. */
export function priceText(artwork: Price): string {
  const { price, min_price, max_price, price_display } = artwork
  if (price !== null) return moneyText(price, artwork.price_currency)
  if (min_price !== null && max_price !== null) {
    return moneyRangeText(
      [min_price, artwork.min_price_currency],
      [max_price, artwork.max_price_currency],
    )
  }
  return price_display === 'price on request' ? 'Price on request' : 'Price not given'
}
