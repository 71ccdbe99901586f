import fc from 'fast-check'
import { automatedOffers, prices } from '../../records/valid-values.ts'
import { defaultsOf } from '../bodies.ts'
import {
  idOf,
  plain,
  referencesTo,
  referenceTo,
  shownFields,
  timeKey,
  type FieldSources,
} from '../fields.ts'
import type { Attempt, Kind, Write } from '../kind.ts'
import { livingOf, recordOf, shownOf, type Items, type Model } from '../model.ts'
import { changedPicture, createdPicture } from '../pictures.ts'
import {
  checkPicture,
  checkState,
  FORBIDDEN,
  unknownReferences,
  unprocessable,
  type Check,
} from '../rejections.ts'
import { RATES } from '../service.ts'
import { galleries, isMemberOf } from './galleries.ts'
import { isPublicArtwork } from './references.ts'

type Artwork = Items['artworks']

/** Products of these have the same digits in every notation. */
const size = plain(fc.option(fc.constantFrom(0.1, 0.5, 29.7, 42, 1_000_000), { freq: 4 }))
const anyCurrency = plain(
  fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom(...RATES.keys()) },
    // Without a rate.
    { weight: 1, arbitrary: fc.constant('JPY') },
  ),
)

/** Fields that depend on each other, rarely without one of them. */
function grouped(values: fc.Arbitrary<object>): fc.Arbitrary<FieldSources> {
  return fc.tuple(values, fc.nat(20)).map(([group, left]) => {
    const sent = Object.entries(group).filter((_, at) => at !== left)
    return Object.fromEntries(sent.map(([name, value]) => [name, { sent: value, shown: value }]))
  })
}

const GROUPED = [
  'price_display',
  'price',
  'min_price',
  'max_price',
  'automated_offers',
  'automated_offers_discount_rate',
  'automated_offer_days_valid',
]

/** The values of an artwork after a write, without what the service chooses. */
function written(before: Artwork | undefined, write: Pick<Write, 'fields'>): Artwork {
  const shown = shownFields(write)
  if (before !== undefined) return { ...before, ...shown }
  const { price_currency = 'EUR' } = shown
  return defaultsOf('Artwork', {
    available_for_sale: 'available',
    publish_status: 'published',
    is_active: true,
    price_usd_currency: 'USD',
    price_currency,
    min_price_currency: price_currency,
    max_price_currency: price_currency,
    ...shown,
  }) as Artwork
}

/** The rules on several fields. */
const RULES: readonly (readonly [pointer: string, isMet: (artwork: Artwork) => boolean])[] = [
  [
    '/automated_offer_days_valid',
    (a) => (a.automated_offer_days_valid !== null) === a.automated_offers,
  ],
  [
    '/automated_offers_discount_rate',
    (a) => (a.automated_offers_discount_rate !== null) === a.automated_offers,
  ],
  ['/max_price', (a) => (a.max_price !== null) === (a.price_display === 'price range')],
  ['/min_price', (a) => (a.min_price !== null) === (a.price_display === 'price range')],
  ['/price', (a) => (a.price !== null) === (a.price_display === 'show price')],
  [
    '/max_price',
    ({ min_price: min, max_price: max, ...a }) =>
      a.min_price_currency !== a.max_price_currency || min === null || max === null || min <= max,
  ],
]

/** The sender acts for the gallery that the artwork gets. */
function checkGallery({ caller, fields, model }: Attempt<'artworks'>): Check {
  const id = fields['gallery']?.shown as number | undefined
  return id === undefined || isMemberOf(model, id, caller) ? undefined : FORBIDDEN
}

/** Related records exist, and the fields fit together. */
function checkRules({ record, fields }: Attempt<'artworks'>): Check {
  const artwork = written(record?.item, { fields })
  const broken = RULES.filter(([, isMet]) => !isMet(artwork)).map(([pointer]) => pointer)
  return unprocessable([...unknownReferences(fields), ...broken])
}

/** In cents, half a cent rounded up; a positive price converts to a cent at least. */
function converted({ price, price_currency }: Artwork, currency: string): number | null {
  const [rate, own] = [RATES.get(currency), RATES.get(price_currency)]
  if (price === null || rate === undefined || own === undefined) return null
  const cents = BigInt(Math.round(price * 100))
  return Math.max(Number((2n * cents * rate + own) / (2n * own)), Math.min(price, 1))
}

function withEmbedded(item: Artwork, model: Model) {
  const gallery = recordOf(model, 'galleries', item.gallery)
  const { size_h, size_w, size_d } = item
  const size_hw = (size_h ?? 0) * (size_w ?? 0)
  const [usd, eur] = [converted(item, 'USD'), converted(item, 'EUR')]
  return {
    ...item,
    gallery: galleries.shown(gallery.item, model),
    business_user: gallery.item.owner,
    artists: item.artists.map((id) => shownOf(recordOf(model, 'artists', id), model)),
    tags: item.tags.map((id) => shownOf(recordOf(model, 'tags', id), model)),
    size_hw,
    size_hwd: size_d === null ? null : size_hw * size_d,
    price_usd: usd === null ? null : usd / 100,
    price_eur: eur === null ? null : (eur / 100).toFixed(2),
  }
}

const TIMES = ['order_date', 'created_at']

/** Artworks belong to the members of their gallery. */
export const artworks: Kind<'artworks'> = {
  name: 'artworks',
  noun: 'artwork',
  path: '/marketplace-artworks/',
  scopes: { create: ['artworks:write'], change: ['artworks:write'] },
  pictures: 'artwork_images',
  hasStates: true,
  orderings: ['order_date', 'created_at', 'price', 'price_usd'].flatMap((key) => [`-${key}`, key]),
  sortKey(artwork, key) {
    const value = (artwork as unknown as Record<string, string | number | null>)[key] ?? null
    return TIMES.includes(key) ? timeKey(String(value)) : value
  },
  shown: withEmbedded,
  isPublic: isPublicArtwork,
  isMember: ({ item }, caller, model) => isMemberOf(model, item.gallery, caller),
  ownerOf({ item }, model) {
    return galleries.ownerOf(recordOf(model, 'galleries', item.gallery), model)
  },
  creatorOf(fields, model) {
    const id = fields['gallery']?.shown
    const gallery = livingOf(model, 'galleries').find(({ item }) => item.id === id)
    return gallery === undefined ? 'first' : galleries.ownerOf(gallery, model)
  },
  canCreate: (model) => livingOf(model, 'galleries').length > 0,

  writable: ({ artworkCategories }) => ({
    record: 'Artwork',
    fields: {
      artists: referencesTo('artists', (ids) => ids),
      gallery: referenceTo('galleries'),
      category: idOf(artworkCategories),
      is_active: plain(fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, fc.boolean())),
      tags: referencesTo('tags', (ids) => ids.toSorted((one, other) => one - other)),
      size_h: size,
      size_w: size,
      size_d: size,
      price_currency: anyCurrency,
      min_price_currency: anyCurrency,
      max_price_currency: anyCurrency,
    },
    always: [grouped(prices)],
    sometimes: [grouped(automatedOffers)],
    grouped: GROUPED,
    ruledOut: { price_currency: ['eur', 'XXX', ''] },
    omitted: 12,
  }),

  check: (attempt) =>
    checkGallery(attempt) ?? checkState(attempt) ?? checkRules(attempt) ?? checkPicture(attempt),
  created(write) {
    const { id, slug, created_at, order_date } = write.actual as unknown as Artwork
    const chosen = { id, slug, created_at, order_date, author: write.user }
    return {
      ...written(undefined, write),
      ...chosen,
      featured_image: createdPicture(write) as Artwork['featured_image'],
    }
  },
  changed(before, write) {
    const featured_image = changedPicture(before.featured_image, write)
    return {
      ...written(before, write),
      featured_image: featured_image as Artwork['featured_image'],
    }
  },
}
