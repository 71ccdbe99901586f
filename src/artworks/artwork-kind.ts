import type { components } from '../../generated/v1.ts'
import { brokenRules, type RuleViolation } from '../database/errors.ts'
import { together, type DatabaseReader } from '../database/kysely.ts'
import { isVisibleArtwork } from '../database/visibility.ts'
import { loadMemberships, requireMember, type Memberships } from '../galleries/membership.ts'
import { unprocessable } from '../problems/problem.ts'
import type {
  BatchKind,
  FactsWanted,
  RecordLine,
  StoredColumns,
  StoredRecord,
} from '../records/record-kind.ts'
import { loadReferences, unknownReferences, type KnownIds } from '../records/reference-queries.ts'
import { invalidBody } from '../request-body/body-error.ts'
import { artworkJson } from './artwork-resource.ts'

type Artwork = components['schemas']['Artwork']
type ArtworkPatch = components['schemas']['ArtworkPatch']

/** The data on which the rules of artworks depend. */
interface ArtworkFacts {
  readonly references: KnownIds
  readonly memberships: Memberships
}

/** The fields that refer to records with a name, with the tables of these. */
export const ARTWORK_REFERENCES = {
  artists: 'artists',
  gallery: 'galleries',
  category: 'artwork_categories',
  tags: 'tags',
} as const

/** The columns of requests, with the contract's default of each absent field, and null. */
const COLUMNS: Readonly<Record<keyof ReturnType<typeof artworkRow>['columns'], unknown>> = {
  title: null,
  gallery_id: null,
  units: null,
  year_of_creation: null,
  available_for_sale: 'available',
  size_h: null,
  size_w: null,
  size_d: null,
  category_id: null,
  price: null,
  price_currency: 'EUR',
  price_display: null,
  min_price: null,
  max_price: null,
  min_price_currency: null,
  max_price_currency: null,
  allow_discounted_offers: false,
  automated_offers: false,
  automated_offers_discount_rate: null,
  automated_offer_days_valid: null,
  allow_instant_buy: false,
  publish_status: 'published',
  is_active: true,
  medium: null,
  street_address: null,
  city: null,
  zip_code: null,
  state: null,
}

/** Artworks belong to a gallery: its members write them. */
export const artworkKind: BatchKind<Artwork, ArtworkPatch, ArtworkFacts> = {
  noun: 'artwork',
  table: 'artworks',
  json: artworkJson,
  pictures: 'artwork_images',
  slugFrom: 'title',
  owner: 'gallery_id',
  columns: COLUMNS,
  newColumns: ['author_id', 'external_id'],
  checkedColumns: [
    'gallery_id',
    'external_id',
    'publish_status',
    'price',
    'price_currency',
    'price_display',
    'min_price',
    'max_price',
    'min_price_currency',
    'max_price_currency',
    'automated_offers',
    'automated_offers_discount_rate',
    'automated_offer_days_valid',
  ],
  links: {
    artists: { table: 'artwork_artists', column: 'artist_id', isOrdered: true },
    tags: { table: 'artwork_tags', column: 'tag_id', isOrdered: false },
  },
  lock: 'update',
  isVisible: isVisibleArtwork,
  loadFacts,
  requireOwn: (gallery, { memberships }, principal) =>
    requireMember(memberships, Number(gallery), principal),
  namedOwner: ({ gallery }) => gallery,
  lineOwner: galleryOfLine,
  requireRules,
  newRow: (fields, _facts, { userId: author_id }) => {
    const { price_currency = 'EUR' } = fields
    const currencies = { min_price_currency: price_currency, max_price_currency: price_currency }
    const { columns, links } = artworkRow({ ...currencies, ...fields })
    return { columns: { ...columns, author_id }, links }
  },
  changedRow: artworkRow,
}

function galleryOfLine({ artwork, gallery = artwork?.gallery }: RecordLine<ArtworkPatch>): number {
  if (gallery === undefined) throw invalidBody([{ pointer: '/gallery', detail: 'It is required.' }])
  if (artwork === undefined || gallery === artwork.gallery) return gallery
  const detail = 'It is for a line with patch or remove. The artwork names its gallery itself.'
  throw invalidBody([{ pointer: '/gallery', detail }])
}

async function loadFacts(
  db: DatabaseReader,
  { fields, ids, galleries = [], principal }: FactsWanted<ArtworkPatch>,
): Promise<ArtworkFacts> {
  const named = [...galleries, ...fields.flatMap(({ gallery }) => gallery ?? [])]
  const [references, memberships] = await together([
    loadReferences(db, ARTWORK_REFERENCES, fields),
    loadMemberships(db, { galleries: named, artworks: ids, userId: principal.userId }),
  ])
  return { references, memberships }
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
function requireRules(fields: ArtworkPatch, facts: ArtworkFacts, stored?: StoredRecord): void {
  const violations = [
    ...unknownReferences(facts.references, ARTWORK_REFERENCES, fields),
    ...brokenOfferRules(fields, stored ?? NO_PRICE),
  ]
  if (violations.length > 0) throw unprocessable(violations)
}

/** Checks the constraints of the table on the prices and offers that an artwork will have. */
function brokenOfferRules(
  fields: ArtworkPatch,
  { price_currency, ...stored }: StoredColumns,
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

const NO_PRICE: StoredColumns = { price: null, price_currency: 'EUR' }
