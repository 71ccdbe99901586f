import type { components } from '../../generated/v1.ts'
import { brokenRules, type RuleViolation } from '../database/errors.ts'
import { together, type DatabaseReader } from '../database/kysely.ts'
import { isVisibleArtwork } from '../database/visibility.ts'
import { loadMemberships, requireMember, type Memberships } from '../galleries/membership.ts'
import {
  ARTWORK_RULE_COLUMNS,
  type FactsWanted,
  type ListingKind,
  type ListingRow,
  type LockedListing,
  type RuleColumns,
} from '../listings/listing-kind.ts'
import { unprocessable } from '../problems/problem.ts'
import {
  loadReferences,
  unknownReferences,
  type KnownIds,
  type Reference,
} from '../writes/reference-rules.ts'

export type ArtworkInput = components['schemas']['ArtworkInput']
type ArtworkPatch = components['schemas']['ArtworkPatch']

/** The data on which the rules of artworks depend. */
interface ArtworkFacts {
  readonly references: KnownIds
  readonly memberships: Memberships
}

type Column = keyof ReturnType<typeof artworkRow>['columns']

const COLUMNS: Record<Column, true> = {
  title: true,
  gallery_id: true,
  units: true,
  year_of_creation: true,
  available_for_sale: true,
  size_h: true,
  size_w: true,
  size_d: true,
  category_id: true,
  price: true,
  price_currency: true,
  price_display: true,
  min_price: true,
  max_price: true,
  min_price_currency: true,
  max_price_currency: true,
  allow_discounted_offers: true,
  automated_offers: true,
  automated_offers_discount_rate: true,
  automated_offer_days_valid: true,
  allow_instant_buy: true,
  publish_status: true,
  is_active: true,
  medium: true,
  street_address: true,
  city: true,
  zip_code: true,
  state: true,
}

/** Artworks belong to a gallery: its members write them. */
export const artworkListing: ListingKind<ArtworkPatch, ArtworkFacts> = {
  noun: 'artwork',
  table: 'artworks',
  pictures: 'artwork_images',
  owner: 'gallery_id',
  columns: Object.keys(COLUMNS),
  ruleColumns: ARTWORK_RULE_COLUMNS,
  links: {
    artists: { table: 'artwork_artists', column: 'artist_id', isOrdered: true },
    tags: { table: 'artwork_tags', column: 'tag_id', isOrdered: false },
  },
  firstStatus: 'published',
  isVisible: isVisibleArtwork,
  loadFacts,
  requireOwn: (gallery, { memberships }, principal) =>
    requireMember(memberships, Number(gallery), principal),
  namedOwner: ({ gallery }) => gallery,
  requireRules,
  newRow: newArtworkRow,
  changedRow: artworkRow,
}

async function loadFacts(
  db: DatabaseReader,
  { fields, ids, galleries = [], principal }: FactsWanted<ArtworkPatch>,
): Promise<ArtworkFacts> {
  const named = [...galleries, ...fields.flatMap(({ gallery }) => gallery ?? [])]
  const [references, memberships] = await together([
    loadReferences(db, fields.flatMap(referencesOf)),
    loadMemberships(db, { galleries: named, artworks: ids, userId: principal.userId }),
  ])
  return { references, memberships }
}

/** The contract's default of each absent field, and null. */
const DEFAULTS = {
  available_for_sale: 'available',
  allow_discounted_offers: false,
  automated_offers: false,
  allow_instant_buy: false,
  price_currency: 'EUR',
  is_active: true,
} as const

function newArtworkRow(fields: ArtworkPatch): ListingRow {
  const { price_currency = 'EUR' } = fields
  const currencies = { min_price_currency: price_currency, max_price_currency: price_currency }
  return artworkRow({ ...DEFAULTS, ...currencies, ...fields })
}

/** Most columns have the name of their field. */
function artworkRow({
  featured_image: _picture,
  artists,
  tags,
  gallery: gallery_id,
  category: category_id,
  ...same
}: ArtworkPatch) {
  return { columns: { ...same, gallery_id, category_id }, links: { artists, tags } }
}

/** @throws 422 naming each related record that does not exist, and each broken rule. */
function requireRules(
  fields: ArtworkPatch,
  facts: ArtworkFacts,
  stored: StoredPrice & RuleColumns = NO_PRICE,
): void {
  const violations = [
    ...unknownReferences(facts.references, referencesOf(fields)),
    ...brokenOfferRules(fields, stored),
  ]
  if (violations.length > 0) throw unprocessable(violations)
}

/** Checks the constraints of the table on the prices and offers that an artwork will have. */
function brokenOfferRules(
  fields: ArtworkPatch,
  { price_currency, ...stored }: StoredPrice & RuleColumns,
): RuleViolation[] {
  const { price_currency: currency = price_currency } = fields
  const becomes = {
    min_price_currency: currency,
    max_price_currency: currency,
    automated_offers: false,
    ...stored,
    ...fields,
  }
  const { min_price: min = null, max_price: max = null, automated_offers: isAutomated } = becomes
  const isRange = becomes.price_display === 'price range'
  const isComparable =
    min !== null && max !== null && becomes.min_price_currency === becomes.max_price_currency
  return brokenRules({
    artworks_price_when_shown: isSet(becomes.price) === (becomes.price_display === 'show price'),
    artworks_min_price_in_range: isSet(min) === isRange,
    artworks_max_price_in_range: isSet(max) === isRange,
    artworks_range_in_order: !isComparable || Number(min) <= Number(max),
    artworks_discount_when_automated: isSet(becomes.automated_offers_discount_rate) === isAutomated,
    artworks_days_when_automated: isSet(becomes.automated_offer_days_valid) === isAutomated,
  })
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null
}

function referencesOf({ artists = [], tags = [], gallery, category }: ArtworkPatch): Reference[] {
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
type StoredPrice = Pick<LockedListing, 'price' | 'price_currency'>

const NO_PRICE: StoredPrice = { price: null, price_currency: 'EUR' }
