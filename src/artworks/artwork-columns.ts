import type { components } from '../../generated/v1.ts'
import type { ArtworkColumns } from './artwork-writing-queries.ts'

export type ArtworkInput = components['schemas']['ArtworkInput']

/**
 * The columns that the fields of a request are stored in, with what the contract sets for those left
 * out. Picture, artists and tags are stored by themselves.
 */
export function artworkColumns({
  featured_image,
  artists,
  tags,
  gallery,
  category,
  price,
  min_price,
  max_price,
  price_currency = 'EUR',
  publish_status = 'published',
  ...same
}: ArtworkInput): ArtworkColumns {
  return {
    ...ARTWORK_DEFAULTS,
    min_price_currency: price_currency,
    max_price_currency: price_currency,
    ...same,
    publish_status,
    price_currency,
    gallery_id: gallery,
    category_id: category,
    price: amount(price),
    min_price: amount(min_price),
    max_price: amount(max_price),
  }
}

/** Amounts have at most two decimals, so their text is exact. */
function amount(value: number | null | undefined): string | null {
  return value === null || value === undefined ? null : String(value)
}

const ARTWORK_DEFAULTS = {
  year_of_creation: null,
  size_h: null,
  size_w: null,
  size_d: null,
  automated_offers_discount_rate: null,
  automated_offer_days_valid: null,
  medium: null,
  street_address: null,
  city: null,
  zip_code: null,
  state: null,
  published_at: null,
} as const
