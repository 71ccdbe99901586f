import type { Insertable } from 'kysely'
import type {
  ArtworkTable,
  ArtworkArtistTable,
  ArtworkTagTable,
  ArtworkImageColorTable,
  ArtworkImageTable,
} from '../../src/database/tables.ts'
import { itemSlug } from './code.ts'
import { galleryCity, galleryColleague, galleryOwner } from './galleries.ts'
import { PLACEHOLDER_ID, imageMetadata } from './pictures.ts'
import { streetAddress, zipCode } from './place.ts'
import { idAt, type PoolIds, galleriesAtArtwork, artistsAtArtwork } from './pool-sizes.ts'
import { randomSource, type Random, BASE_MOMENT, DAY, momentBefore, timestamp } from './random.ts'
import type { City } from './words/cities.ts'
import { CATEGORIES, type CategoryWords } from './words/media.ts'
import {
  NUMERALS,
  PLACES,
  QUALITIES,
  SERIES,
  SUBJECTS,
  TIMES,
  WHOLE_TITLES,
} from './words/titles.ts'

const facts = randomSource('artwork')

/** Artwork n of the catalogue. */
export function artworkRow(
  n: number,
  id: number,
  imageId: number | null,
  pools: PoolIds,
): Insertable<ArtworkTable> {
  const random = facts(n)
  const gallery = artworkGallery(n)
  const city = galleryCity(gallery)
  const { place, words } = artworkCategory(n)
  const price = artworkPrice(random, words.price, city.country)
  return {
    id,
    title: artworkTitle(n),
    slug: artworkSlug(n),
    gallery_id: idAt(pools.galleries, gallery),
    featured_image_id: imageId ?? PLACEHOLDER_ID,
    author_id: artworkAuthor(n),
    category_id: idAt(pools.artworkCategories, place),
    year_of_creation: yearOfCreation(random),
    medium: random.chance(0.04) ? null : random.pick(words.media),
    ...price,
    ...artworkSize(random, city.country, words.depth),
    ...artworkOffers(random, price.price !== null),
    ...artworkStatus(random),
    ...artworkPickup(random, city),
  }
}

/** Mostly recent, sometimes unknown. */
function yearOfCreation(random: Random): number | null {
  return random.chance(0.12) ? null : 2025 - Math.floor(random.next() ** 2.5 * 140)
}

const titles = randomSource('artwork title')

/** Artwork n's title; popular ones come again and again. */
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

export function artworkSlug(n: number): string {
  return itemSlug(artworkTitle(n), n)
}

function numeral(random: Random): string {
  if (random.chance(0.5)) return random.pick(NUMERALS)
  return random.chance(0.5) ? `No. ${random.between(1, 240)}` : `#${random.between(1, 60)}`
}

const categories = randomSource('artwork category')

/** A place in the list once for each unit of the category's weight. */
const WEIGHTED = CATEGORIES.flatMap(({ weight }, place) => Array<number>(weight).fill(place))

/** The category of artwork n, by its place in the list of words. */
function artworkCategory(n: number): { place: number; words: CategoryWords } {
  const place = categories(n).pick(WEIGHTED)
  const words = CATEGORIES[place]
  if (words === undefined) throw new Error(`No category ${place}`)
  return { place, words }
}

type Size = Pick<Insertable<ArtworkTable>, 'units' | 'size_h' | 'size_w' | 'size_d'>

/** Common formats of paper in centimetres. */
const SHEETS = [
  [21, 29.7],
  [29.7, 42],
  [42, 59.4],
  [50, 70],
  [76.2, 55.9],
] as const

/** Inches mostly where they are spoken; a few sizes are unknown, in whole or in part. */
function artworkSize(random: Random, country: string, depthShare: number): Size {
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
function measured(random: Random, least: number, most: number, step: number): [number, number] {
  const first = least + (most - least) * random.next() ** 2
  return [stepped(first, step), stepped(first * (0.5 + random.next() * 1.5), step)]
}

function artworkDepth(random: Random, inches: boolean): number {
  return inches ? stepped(0.5 + random.next() * 8, 0.25) : stepped(1 + random.next() * 24, 0.1)
}

/** To the next multiple of `step`, with no more digits than that has. */
function stepped(value: number, step: number): number {
  return Number((Math.round(value / step) * step).toFixed(2))
}

type Price = Pick<
  Insertable<ArtworkTable>,
  | 'price'
  | 'price_currency'
  | 'price_display'
  | 'min_price'
  | 'max_price'
  | 'min_price_currency'
  | 'max_price_currency'
>

/** What a gallery of that country asks; most show the price. */
function artworkPrice(random: Random, typical: number, country: string): Price {
  const own = localCurrency(random, country)
  const range = own === 'USD' || own === 'CAD' ? 'USD' : 'EUR'
  const shown = random.next()
  const price = amount(random, typical)
  return {
    price: shown < 0.7 ? price.toFixed(2) : null,
    price_currency: own,
    price_display: shown < 0.7 ? 'show price' : shown < 0.9 ? 'price on request' : 'price range',
    min_price: shown < 0.9 ? null : price.toFixed(2),
    max_price: shown < 0.9 ? null : (price * random.between(2, 5)).toFixed(2),
    min_price_currency: range,
    max_price_currency: range,
  }
}

/** A few galleries sell in another currency than their neighbours'. */
function localCurrency(random: Random, country: string): string {
  if (random.chance(0.1)) return random.pick(['USD', 'EUR', 'GBP', 'CAD'])
  if (country === 'US' || country === 'GB' || country === 'CA') return CURRENCIES[country]
  return 'EUR'
}

const CURRENCIES = { US: 'USD', GB: 'GBP', CA: 'CAD' } as const

/** From a tenth to ten times the typical price, in the round numbers that people ask. */
function amount(random: Random, typical: number): number {
  const price = typical * 10 ** (random.next() + random.next() - 1)
  const step = price < 300 ? 5 : price < 2_000 ? 50 : 100
  const round = Math.max(1, Math.round(price / step)) * step
  return random.chance(0.06) ? round - 0.01 : round
}

type Status = Pick<
  Insertable<ArtworkTable>,
  'publish_status' | 'published_at' | 'is_active' | 'views_count' | 'created_at' | 'order_date'
>

const YEARS_OF_LISTINGS = 4

/** Its state and its dates: entered, published days later, sometimes brought to the front again. */
function artworkStatus(random: Random): Status {
  const created = momentBefore(random, BASE_MOMENT - 12 * DAY, YEARS_OF_LISTINGS * 365 * DAY)
  const published = momentBefore(random, created + 10 * DAY, 10 * DAY)
  const renewed = random.chance(0.15)
    ? momentBefore(random, BASE_MOMENT, BASE_MOMENT - published)
    : published
  const status = publishStatus(random)
  return {
    publish_status: status,
    published_at: status === 'draft' ? null : timestamp(published),
    is_active: !random.chance(0.01),
    views_count: status === 'draft' ? 0 : views(random),
    created_at: timestamp(created),
    order_date: timestamp(status === 'draft' ? created : renewed),
  }
}

function publishStatus(random: Random): string {
  const share = random.next()
  if (share < 0.98) return 'published'
  return share < 0.99 ? 'draft' : 'archived'
}

/** Most have been seen a few dozen times, few thousands of times: many have the same count. */
function views(random: Random): number {
  return Math.floor(10 ** (random.next() * random.next() * 4.5)) - 1
}

type Offers = Pick<
  Insertable<ArtworkTable>,
  | 'available_for_sale'
  | 'allow_discounted_offers'
  | 'automated_offers'
  | 'automated_offers_discount_rate'
  | 'automated_offer_days_valid'
  | 'allow_instant_buy'
>

/** How it can be bought. Automated offers and instant buy need a price that is shown. */
function artworkOffers(random: Random, hasPrice: boolean): Offers {
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

/** Who entered it: mostly the gallery's owner, sometimes unknown. */
function artworkAuthor(n: number): string | null {
  const share = authors(n).next()
  if (share < 0.15) return null
  return share < 0.8 ? galleryOwner(artworkGallery(n)) : galleryColleague(artworkGallery(n))
}

type Pickup = Pick<Insertable<ArtworkTable>, 'street_address' | 'city' | 'zip_code' | 'state'>

const UNKNOWN: Pickup = { street_address: null, city: null, zip_code: null, state: null }
const LEFT_EMPTY: Pickup = { street_address: null, city: '', zip_code: '', state: null }

/** Where to collect it: at the gallery, if anything is said. */
function artworkPickup(random: Random, city: City): Pickup {
  const said = random.next()
  if (said < 0.4) return UNKNOWN
  if (said < 0.55) return LEFT_EMPTY
  return {
    street_address: said < 0.7 ? null : streetAddress(random, city),
    city: city.name,
    zip_code: said < 0.6 ? '' : zipCode(random, city),
    state: city.state,
  }
}

const artists = randomSource('artwork artists')
const tags = randomSource('artwork tags')
/** How many tags an artwork has, as often as the number stands here. */
const TAG_COUNTS = [0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 4, 4] as const
const MAX_TAGS = Math.max(...TAG_COUNTS)
/** Odd, so that the second and third artist differ from the first and from each other. */
const ARTIST_STEP = 13

/** Mostly one artist; two or three in eight of a hundred cases, unknown in one. */
export function artworkArtistRows(
  n: number,
  artworkId: number,
  artistIds: readonly number[],
): Insertable<ArtworkArtistTable>[] {
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

/** None to four different tags, one or two mostly. */
export function artworkTagRows(
  n: number,
  artworkId: number,
  tagIds: readonly number[],
): Insertable<ArtworkTagTable>[] {
  const random = tags(n)
  const first = Math.min(random.below(tagIds.length), random.below(tagIds.length))
  const step = random.between(1, Math.floor(tagIds.length / MAX_TAGS))
  return Array.from({ length: random.pick(TAG_COUNTS) }, (_, place) => ({
    artwork_id: artworkId,
    tag_id: idAt(tagIds, (first + place * step) % tagIds.length),
  }))
}

const presence = randomSource('artwork has picture')
const pictures = randomSource('artwork picture')
const colors = randomSource('artwork colors')
const COLORS = 3

export function artworkHasPicture(n: number): boolean {
  return !presence(n).chance(0.03)
}

export function artworkImageRow(n: number, id: number): Insertable<ArtworkImageTable> {
  const path = `/artworks/${n + 1}`
  const random = pictures(n)
  return {
    id,
    ...imageMetadata(random, artworkTitle(n)),
    uploaded_by: random.chance(0.4) ? galleryOwner(artworkGallery(n)) : null,
    thumbnail_small: `${path}/thumbnail_small.svg`,
    thumbnail: `${path}/thumbnail.svg`,
    full_size: `${path}/full_size.svg`,
    thumbnail_webp: `${path}/thumbnail.svg`,
    full_size_webp: `${path}/full_size.svg`,
    thumbnail_small_webp: `${path}/thumbnail_small.svg`,
  }
}

/** The three colours that the picture has most of, all different. */
export function artworkColorRows(
  n: number,
  imageId: number,
  colorIds: readonly number[],
): Insertable<ArtworkImageColorTable>[] {
  return artworkColors(n, colorIds.length).map((place, position) => ({
    artwork_image_id: imageId,
    position,
    color_id: idAt(colorIds, place),
  }))
}

/** The places of those colours among `count`. */
export function artworkColors(n: number, count: number): number[] {
  const random = colors(n)
  const first = random.below(count)
  const step = random.between(1, Math.floor((count - 1) / COLORS))
  return Array.from({ length: COLORS }, (_, position) => (first + position * step) % count)
}
