import type { Kysely } from 'kysely'
import type { components } from '../../generated/v1.ts'
import { hasRate, type ArtworkColumns, type NewArtworkColumns } from './artwork-write-queries.ts'
import type { RuleViolation } from '../database/errors.ts'
import type { Database } from '../database/tables.ts'
import { unprocessable } from '../problems/problem.ts'
import { unknownReferences, type Reference } from '../writes/reference-rules.ts'

type ArtworkInput = components['schemas']['ArtworkInput']
type ArtworkPatch = components['schemas']['ArtworkPatch']

/**
 * The columns for the fields of a request; most columns have the name of their field. `featured_image`, `artists` and
 * `tags` have no columns here, because they have tables of their own.
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
  ...same
}: ArtworkPatch): ArtworkColumns {
  return {
    ...same,
    ...(gallery !== undefined && { gallery_id: gallery }),
    ...(category !== undefined && { category_id: category }),
    ...(price !== undefined && { price: amount(price) }),
    ...(min_price !== undefined && { min_price: amount(min_price) }),
    ...(max_price !== undefined && { max_price: amount(max_price) }),
  }
}

/** The columns of a new artwork, with the contract's default for each absent field. */
export function newArtworkColumns(body: ArtworkInput): NewArtworkColumns {
  const { price_currency = 'EUR' } = body
  const defaults = {
    price_currency,
    min_price_currency: price_currency,
    max_price_currency: price_currency,
    publish_status: 'published' as const,
  }
  return artworkColumns({ ...defaults, ...body }) as NewArtworkColumns
}

/** Amounts have at most two decimals, so their text is exact. */
function amount(value: number | null): string | null {
  return value === null ? null : String(value)
}

/**
 * @throws 422 naming each related record that does not exist, and a currency without a rate. Constraints
 *   of the database check rules on two fields.
 */
export async function requireArtworkRules(
  db: Kysely<Database>,
  fields: ArtworkPatch,
  stored?: StoredPrice,
): Promise<void> {
  const violations = [
    ...(await unknownReferences(db, relatedOf(fields))),
    ...(await missingRate(db, fields, stored)),
  ]
  if (violations.length > 0) throw unprocessable(violations)
}

function relatedOf({ artists = [], tags = [], gallery, category }: ArtworkPatch): Reference[] {
  return [
    ...artists.map((id, at) => ({ pointer: `/artists/${at}`, table: 'artists' as const, id })),
    ...(gallery === undefined
      ? []
      : [{ pointer: '/gallery', table: 'galleries' as const, id: gallery }]),
    ...(category === undefined
      ? []
      : [{ pointer: '/category', table: 'artwork_categories' as const, id: category }]),
    ...tags.map((id, at) => ({ pointer: `/tags/${at}`, table: 'tags' as const, id })),
  ]
}

/** The price of an artwork before a change; the amount as decimal text, such as `2400.00`. */
interface StoredPrice {
  readonly price: string | null
  readonly price_currency: string
}

const NO_PRICE: StoredPrice = { price: null, price_currency: 'EUR' }

/** A violation for a new price in a currency without a rate: `price_usd` would be null for an artwork with a price. */
async function missingRate(
  db: Kysely<Database>,
  fields: ArtworkPatch,
  stored = NO_PRICE,
): Promise<RuleViolation[]> {
  const storedPrice = stored.price === null ? null : Number(stored.price)
  const { price = storedPrice, price_currency: currency = stored.price_currency } = fields
  const isStored = price === storedPrice && currency === stored.price_currency
  if (price === null || isStored || (await hasRate(db, currency))) return []
  return [{ pointer: '/price_currency', detail: `There is no reference rate of ${currency}.` }]
}
