import type { Insertable } from 'kysely'
import type { Database } from '../../src/database/tables.ts'
import { itemSlug } from './code.ts'
import { galleryCity, galleryColleague, galleryOwner } from './galleries.ts'
import { PLACEHOLDER_ID, imageMetadata, renditions } from './pictures.ts'
import { currencyOf, streetAddress, zipCode } from './place.ts'
import { idAt, type PoolIds, galleriesAtArtwork, artistsAtArtwork } from './pool-sizes.ts'
import { randomSource, type Random, BASE_MOMENT, DAY, momentBefore, timestamp } from './random.ts'
import type { RecordKind } from './record-kind.ts'
import {
  CATEGORIES,
  NUMERALS,
  PALETTE,
  PLACES,
  QUALITIES,
  SERIES,
  SUBJECTS,
  TIMES,
  WHOLE_TITLES,
  type City,
} from './words.ts'

const presence = randomSource('artwork has picture')

export function artworkKind(pools: PoolIds): RecordKind {
  return {
    table: 'artworks',
    slug: artworkSlug,
    row: (n, id, imageId) => artworkRow(n, id, imageId, pools),
    links: [
      { table: 'artwork_artists', rows: (n, id) => artworkArtistRows(n, id, pools.artists) },
      { table: 'artwork_tags', rows: (n, id) => artworkTagRows(n, id, pools.tags) },
    ],
    images: {
      table: 'artwork_images',
      has: (n) => !presence(n).chance(0.03),
      row: artworkImageRow,
      links: [
        {
          table: 'artwork_image_colors',
          rows: (n, imageId) => artworkColorRows(n, imageId, pools.colors),
        },
      ],
    },
  }
}

const facts = randomSource('artwork')

function artworkRow(
  n: number,
  id: number,
  imageId: number | null,
  pools: PoolIds,
): Insertable<Database['artworks']> {
  const random = facts(n)
  const gallery = artworkGallery(n)
  const city = galleryCity(gallery)
  const category = categories(n).pick(WEIGHTED)
  const price = artworkPrice(random, category.price, city.country)
  return {
    id,
    title: artworkTitle(n),
    slug: artworkSlug(n),
    gallery_id: idAt(pools.galleries, gallery),
    featured_image_id: imageId ?? PLACEHOLDER_ID,
    author_id: artworkAuthor(n),
    category_id: idAt(pools.artworkCategories, category.place),
    year_of_creation: yearOfCreation(random, category.antiques),
    medium: random.chance(0.04) ? null : random.pick(category.media),
    ...price,
    ...artworkSize(random, city.country, category.depth),
    ...artworkOffers(random, price.price !== null),
    ...artworkStatus(random),
    ...artworkPickup(random, city),
  }
}

/** Mostly recent, sometimes unknown; a share of antiques is from before the common era. */
function yearOfCreation(random: Random, antiques = 0): number | null {
  if (random.chance(0.12)) return null
  const age = random.next() ** 2.5
  const isAntique = antiques > 0 && random.chance(antiques)
  return isAntique ? -Math.ceil(1 + age * 600) : 2025 - Math.floor(age * 140)
}

const titles = randomSource('artwork title')

/** Artwork n's title; many artworks have a popular one. */
function artworkTitle(n: number): string {
  const random = titles(n)
  const kind = random.next()
  if (kind < 0.08) return random.pick(WHOLE_TITLES)
  if (kind < 0.2) return `${random.pick(SERIES)} ${numeral(random)}`
  if (kind < 0.35) return `${random.pick(SUBJECTS)} ${random.pick(TIMES)}`
  if (kind < 0.5) return `${random.pick(PLACES)}, ${random.between(1952, 2025)}`
  if (kind < 0.7) return `${random.pick(QUALITIES)} ${random.pick(SUBJECTS)}`
  if (kind < 0.85) return `${random.pick(SUBJECTS)} and ${random.pick(SUBJECTS)} ${numeral(random)}`
  return `The ${random.pick(QUALITIES)} ${random.pick(SUBJECTS)} of ${random.pick(PLACES)}`
}

function artworkSlug(n: number): string {
  return itemSlug(artworkTitle(n), n)
}

function numeral(random: Random): string {
  if (random.chance(0.5)) return random.pick(NUMERALS)
  return random.chance(0.5) ? `No. ${random.between(1, 240)}` : `#${random.between(1, 60)}`
}

const categories = randomSource('artwork category')

/** Each category and its place in the list, once for each unit of its weight. */
const WEIGHTED = CATEGORIES.flatMap((category, place) =>
  Array.from({ length: category.weight }, () => ({ ...category, place })),
)

/** Common formats of paper in centimetres. */
const SHEETS = [
  [21, 29.7],
  [29.7, 42],
  [42, 59.4],
  [50, 70],
  [76.2, 55.9],
] as const

/** Inches mostly where people use them; a few sizes are unknown, in whole or in part. */
function artworkSize(random: Random, country: string, depthShare: number) {
  const inches = random.chance(country === 'US' ? 0.85 : country === 'CA' ? 0.4 : 0.02)
  const [height, width] = inches ? measured(random, 5, 72, 0.25) : metricSize(random)
  const unknown = random.next()
  return {
    units: inches ? 'inch' : 'centimeter',
    size_h: unknown < 0.05 ? null : height,
    size_w: unknown < 0.07 ? null : width,
    size_d: random.chance(depthShare) ? artworkDepth(random, inches) : null,
  }
}

function metricSize(random: Random): readonly [number, number] {
  return random.chance(0.2) ? random.pick(SHEETS) : measured(random, 12, 190, 0.5)
}

/** Two sides, the second between half and twice the first. */
function measured(random: Random, min: number, max: number, step: number): [number, number] {
  const first = min + (max - min) * random.next() ** 2
  return [stepped(first, step), stepped(first * (0.5 + random.next() * 1.5), step)]
}

function artworkDepth(random: Random, inches: boolean): number {
  return inches ? stepped(0.5 + random.next() * 8, 0.25) : stepped(1 + random.next() * 24, 0.1)
}

/** The nearest multiple of `step`, with no more digits than that has. */
function stepped(value: number, step: number): number {
  return Number((Math.round(value / step) * step).toFixed(2))
}

/** A price that is usual in that country; most galleries show it. */
function artworkPrice(random: Random, typical: number, country: string) {
  const own = localCurrency(random, country)
  const shown = random.next()
  const price = amount(random, typical)
  return {
    price: shown < 0.7 ? price.toFixed(2) : null,
    price_currency: own,
    price_display: shown < 0.7 ? 'show price' : shown < 0.9 ? 'price on request' : 'price range',
    min_price: shown < 0.9 ? null : price.toFixed(2),
    max_price: shown < 0.9 ? null : (price * random.between(2, 5)).toFixed(2),
    min_price_currency: own,
    max_price_currency: own,
  }
}

/** A few galleries sell in another currency than their neighbours. */
function localCurrency(random: Random, country: string): string {
  if (random.chance(0.1)) return random.pick(['USD', 'EUR', 'GBP', 'CAD'])
  return currencyOf(country)
}

/** From a tenth to ten times the typical price, mostly a round number. */
function amount(random: Random, typical: number): number {
  const price = typical * 10 ** (random.next() + random.next() - 1)
  const step = price < 300 ? 5 : price < 2_000 ? 50 : 100
  const round = Math.max(1, Math.round(price / step)) * step
  return random.chance(0.06) ? round - 0.01 : round
}

const YEARS_OF_LISTINGS = 4

/** Its state and its dates: entered, published days later, sometimes brought to the front again. */
function artworkStatus(random: Random) {
  const created = momentBefore(random, BASE_MOMENT - 12 * DAY, YEARS_OF_LISTINGS * 365 * DAY)
  const published = momentBefore(random, created + 10 * DAY, 10 * DAY)
  const renewed = random.chance(0.15)
    ? momentBefore(random, BASE_MOMENT, BASE_MOMENT - published)
    : published
  const share = random.next()
  const isDraft = share >= 0.98 && share < 0.99
  return {
    publish_status: share < 0.98 ? 'published' : isDraft ? 'draft' : 'archived',
    published_at: isDraft ? null : timestamp(published),
    is_active: !random.chance(0.01),
    views_count: isDraft ? 0 : views(random),
    created_at: timestamp(created),
    order_date: timestamp(isDraft ? created : renewed),
    updated_at: timestamp(isDraft ? created : renewed),
  }
}

/** Mostly a few dozen, rarely thousands: many artworks have the same count. */
function views(random: Random): number {
  return Math.floor(10 ** (random.next() * random.next() * 4.5)) - 1
}

/** How it can be bought. Automated offers and instant buy need a price that is shown. */
function artworkOffers(random: Random, hasPrice: boolean) {
  const availability = artworkAvailability(random)
  const sells = hasPrice && availability === 'available'
  const discounted = random.chance(0.4)
  const automated = sells && discounted && random.chance(0.35)
  return {
    available_for_sale: availability,
    allow_discounted_offers: discounted,
    automated_offers: automated,
    automated_offers_discount_rate: automated ? random.pick([5, 10, 12, 15, 20]) : null,
    automated_offer_days_valid: automated ? random.pick([2, 3, 5, 7, 14]) : null,
    allow_instant_buy: sells && random.chance(0.35),
  }
}

function artworkAvailability(random: Random): string {
  const share = random.next()
  if (share < 0.82) return 'available'
  if (share < 0.92) return 'sold'
  return share < 0.96 ? 'reserved' : 'not for sale'
}

const galleries = randomSource('artwork gallery')
const authors = randomSource('artwork author')

/** The place in the pool of the gallery that offers artwork n. */
function artworkGallery(n: number): number {
  return galleries(n).below(galleriesAtArtwork(n))
}

/** The user who entered it: mostly the gallery's owner, sometimes unknown. */
function artworkAuthor(n: number): string | null {
  const share = authors(n).next()
  if (share < 0.15) return null
  return share < 0.8 ? galleryOwner(artworkGallery(n)) : galleryColleague(artworkGallery(n))
}

const UNKNOWN = { street_address: null, city: null, zip_code: null, state: null }

/** Where to collect it: at the gallery, unknown, or left empty. */
function artworkPickup(random: Random, city: City) {
  const share = random.next()
  if (share < 0.4) return UNKNOWN
  if (share < 0.55) return { ...UNKNOWN, city: '', zip_code: '' }
  return {
    street_address: share < 0.7 ? null : streetAddress(random, city),
    city: city.name,
    zip_code: share < 0.6 ? '' : zipCode(random, city),
    state: city.state,
  }
}

const artists = randomSource('artwork artists')
/** Odd, so that the second and third artist differ from the first and from each other. */
const ARTIST_STEP = 13

/** Mostly one artist; two or three in eight of a hundred cases, unknown in one. */
function artworkArtistRows(n: number, artworkId: number, artistIds: readonly number[]): object[] {
  const random = artists(n)
  const pool = artistsAtArtwork(n)
  const first = random.below(pool)
  return Array.from({ length: artistCount(random.next()) }, (_, position) => ({
    artwork_id: artworkId,
    position,
    artist_id: idAt(artistIds, (first + position * ARTIST_STEP) % pool),
  }))
}

function artistCount(share: number): number {
  if (share < 0.01) return 0
  if (share < 0.92) return 1
  return share < 0.98 ? 2 : 3
}

const tags = randomSource('artwork tags')
/** How many tags an artwork has, as often as the number stands here. */
const TAG_COUNTS = [0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 4, 4] as const
const MAX_TAGS = Math.max(...TAG_COUNTS)

/** None to four different tags, one or two mostly. */
function artworkTagRows(n: number, artworkId: number, tagIds: readonly number[]): object[] {
  const random = tags(n)
  const first = Math.min(random.below(tagIds.length), random.below(tagIds.length))
  const step = random.between(1, Math.floor(tagIds.length / MAX_TAGS))
  return Array.from({ length: random.pick(TAG_COUNTS) }, (_, place) => ({
    artwork_id: artworkId,
    tag_id: idAt(tagIds, (first + place * step) % tagIds.length),
  }))
}

const pictures = randomSource('artwork picture')

function artworkImageRow(n: number, id: number): object {
  const random = pictures(n)
  return {
    id,
    ...imageMetadata(random, artworkTitle(n)),
    uploaded_by: random.chance(0.4) ? galleryOwner(artworkGallery(n)) : null,
    ...renditions(`/artworks/${n + 1}`, ['thumbnail_small', 'thumbnail', 'full_size']),
  }
}

const unknownColors = randomSource('artwork colors unknown')

/** The colours of a few pictures are unknown. */
function artworkColorRows(n: number, imageId: number, colorIds: readonly number[]): object[] {
  if (unknownColors(n).chance(0.02)) return []
  return artworkColors(n).map((place, position) => ({
    artwork_image_id: imageId,
    position,
    color_id: idAt(colorIds, place),
  }))
}

const colors = randomSource('artwork colors')
const COLORS = 3

/** The places in the palette of the three main colours of the picture, all different. */
export function artworkColors(n: number): number[] {
  const random = colors(n)
  const first = random.below(PALETTE.length)
  const step = random.between(1, Math.floor((PALETTE.length - 1) / COLORS))
  return Array.from({ length: COLORS }, (_, index) => (first + index * step) % PALETTE.length)
}
