import type { Kysely } from 'kysely'
import type { components } from '../../generated/v1.ts'
import { hasRate, type ArtworkColumns } from './artwork-write-queries.ts'
import type { RuleViolation } from '../database/errors.ts'
import type { Database } from '../database/tables.ts'
import { unprocessable } from '../problems/problem.ts'
import { unknownReferences, type Reference } from '../writes/reference-rules.ts'

type ArtworkInput = components['schemas']['ArtworkInput']

/**
 * The columns for the fields of a request, with the contract's default for each absent field. `featured_image`,
 * `artists` and `tags` have no columns here, because they have tables of their own.
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

/**
 * @throws 422 naming each related record that does not exist, and a currency without a rate. Constraints
 *   of the database check rules on two fields.
 */
export async function requireArtworkRules(
  db: Kysely<Database>,
  fields: ArtworkInput,
): Promise<void> {
  const violations = [
    ...(await unknownReferences(db, relatedOf(fields))),
    ...(await missingRate(db, fields)),
  ]
  if (violations.length > 0) throw unprocessable(violations)
}

function relatedOf({ artists, tags = [], gallery, category }: ArtworkInput): Reference[] {
  return [
    ...artists.map((id, at) => ({ pointer: `/artists/${at}`, table: 'artists' as const, id })),
    { pointer: '/gallery', table: 'galleries', id: gallery },
    { pointer: '/category', table: 'artwork_categories', id: category },
    ...tags.map((id, at) => ({ pointer: `/tags/${at}`, table: 'tags' as const, id })),
  ]
}

/** A violation for a price in a currency without a rate: `price_usd` would be null for an artwork with a price. */
async function missingRate(
  db: Kysely<Database>,
  { price, price_currency: currency = 'EUR' }: ArtworkInput,
): Promise<RuleViolation[]> {
  if (price === undefined || price === null || (await hasRate(db, currency))) return []
  return [{ pointer: '/price_currency', detail: `There is no reference rate of ${currency}.` }]
}
