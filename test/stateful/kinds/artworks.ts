import fc from 'fast-check'
import { automatedOffers, prices } from '../../records/valid-values.ts'
import { bodies, firstStates, invalidFields, picture, picturePatch, states } from '../bodies.ts'
import {
  byContract,
  idOf,
  plain,
  referencesTo,
  referenceTo,
  sparse,
  timeKey,
  title,
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
import { RATES, type World } from '../service.ts'
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

function requiredFields({ artworkCategories }: World) {
  return {
    title: plain(title),
    artists: referencesTo('artists', (ids) => ids),
    gallery: referenceTo('galleries'),
    category: idOf(artworkCategories),
    ...byContract('ArtworkInput', ['units']),
  }
}

const optionalFields = {
  ...byContract('ArtworkInput', [
    'year_of_creation',
    'available_for_sale',
    'allow_discounted_offers',
    'allow_instant_buy',
    'medium',
    'street_address',
    'city',
    'zip_code',
    'state',
  ]),
  is_active: plain(fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, fc.boolean())),
  tags: referencesTo('tags', (ids) => ids.toSorted((one, other) => one - other)),
  size_h: size,
  size_w: size,
  size_d: size,
  price_currency: anyCurrency,
  min_price_currency: anyCurrency,
  max_price_currency: anyCurrency,
}

/** Fields that depend on each other, rarely without one of them. */
function grouped(values: fc.Arbitrary<object>): fc.Arbitrary<FieldSources> {
  return fc.tuple(values, fc.nat(20)).map(([group, left]) => {
    const sent = Object.entries(group).filter((_, at) => at !== left)
    return Object.fromEntries(sent.map(([name, value]) => [name, { sent: value, shown: value }]))
  })
}

const orNone = (fields: fc.Arbitrary<FieldSources>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: fields })

function joined(...parts: readonly fc.Arbitrary<FieldSources>[]): fc.Arbitrary<FieldSources> {
  return fc.tuple(...parts).map((all): FieldSources => Object.assign({}, ...all))
}

const RULED_OUT = { price_currency: ['eur', 'XXX', ''] }
const REQUIRED = ['title', 'artists', 'gallery', 'units', 'category', 'price_display']

const DEFAULTS = {
  year_of_creation: null,
  available_for_sale: 'available',
  size_h: null,
  size_w: null,
  size_d: null,
  price: null,
  price_currency: 'EUR',
  min_price: null,
  max_price: null,
  price_usd_currency: 'USD',
  allow_discounted_offers: false,
  automated_offers: false,
  automated_offers_discount_rate: null,
  automated_offer_days_valid: null,
  allow_instant_buy: false,
  tags: [],
  publish_status: 'published',
  is_active: true,
  medium: null,
  street_address: null,
  city: null,
  zip_code: null,
  state: null,
}

/** The values of an artwork after a write, without what the service chooses. */
function written(before: Artwork | undefined, { fields }: Pick<Write, 'fields'>): Artwork {
  const shown = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, field.shown]),
  )
  if (before !== undefined) return { ...before, ...shown }
  const { price_currency = DEFAULTS.price_currency } = shown
  const currencies = { min_price_currency: price_currency, max_price_currency: price_currency }
  return { ...DEFAULTS, ...currencies, ...shown } as unknown as Artwork
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

  wholeBody(world) {
    const optional = {
      ...optionalFields,
      publish_status: plain(firstStates),
      featured_image: plain(picture),
    }
    const required = fc.record(requiredFields(world))
    const fields = joined(
      required,
      grouped(prices),
      sparse(optional, 2),
      orNone(grouped(automatedOffers)),
    )
    return bodies(fields, invalidFields('Artwork', 'ArtworkInput', RULED_OUT), REQUIRED)
  },
  patchBody(world) {
    const optional = {
      ...requiredFields(world),
      ...optionalFields,
      publish_status: plain(states),
    }
    const groups = [grouped(prices), grouped(automatedOffers)]
    const pictures = fc.record({ featured_image: plain(picturePatch) })
    const fields = joined(sparse(optional, 12), ...[...groups, pictures].map(orNone))
    return bodies(fields, invalidFields('Artwork', 'ArtworkPatch', RULED_OUT))
  },

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
