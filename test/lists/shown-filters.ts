import type { Selectable } from 'kysely'
import type { components } from '../../generated/v1.ts'
import type { Database } from '../../src/database/tables.ts'
import { FILTER_OPTIONS } from '../../src/lists/filters.ts'
import type { ListName } from '../../src/lists/list.ts'
import { moment } from './filterable.ts'

// What filters mean, told from the records that a client gets.

type Schemas = components['schemas']

export type Shown = { readonly id: number }
export type FilterQuery = Readonly<Record<string, string>>

/** The row of a record has what the record does not show. */
type Rule<Record, Columns> = (
  record: Record,
  value: string,
  query: FilterQuery,
  row: Columns,
) => boolean

type RowOf<List extends ListName> = Selectable<Database[List]>
export type Row = RowOf<ListName>

const isAnyOf = (ids: string, found: readonly number[]): boolean =>
  ids.split(',').some((id) => found.includes(Number(id)))

const folded = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()
const isText = (found: string | null, text: string): boolean =>
  found !== null && folded(text) !== '' && folded(found) === folded(text)

/** Timestamps of any length and offset, to the microsecond. */
function instant(time: string): string {
  const [, fraction = ''] = /\.(\d+)/.exec(time) ?? []
  const seconds = new Date(Date.parse(time.replace(/\.\d+/, ''))).toISOString().slice(0, 19)
  return `${seconds}.${fraction.padEnd(6, '0').slice(0, 6)}`
}
const isFrom = (time: string, start: string): boolean => instant(time) >= instant(start)
const isBefore = (time: string, end: string): boolean => instant(time) < instant(end)

/** The words of a text. Each character of Han and Kana is a word. */
const wordsOf = (text: string): string[] =>
  folded(text).match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[a-z0-9]+/gu) ?? []

/** Whether a text has the words one after the other, the last one as the beginning of a word. */
function hasWords(text: string, words: readonly string[], isBeginning: boolean): boolean {
  const own = wordsOf(text)
  const [last = '', ...others] = words.toReversed()
  const isLast = (word = ''): boolean =>
    isBeginning && last.length > 1 ? word.startsWith(last) : word === last
  return own.some(
    (_, end) => isLast(own[end]) && others.every((word, at) => own[end - 1 - at] === word),
  )
}

/** Texts of a record by their relevance: the first ones have 4 for a whole word, and 3 for its beginning. */
type Texts = readonly [readonly string[], readonly string[], readonly string[]]

/** The relevance for a search without misspelt words; 0 if a word is missing. */
function relevanceOf([first, second, third]: Texts, search: string): number {
  const terms = search.match(/"[^"]*"|\S+/g) ?? []
  const parts = terms.map((term) => {
    const words = wordsOf(term)
    const isIn = (texts: readonly string[], isBeginning: boolean): boolean =>
      texts.some((text) => hasWords(text, words, isBeginning))
    const isBeginning = !term.startsWith('"')
    if (isIn(first, false)) return 4
    if (isIn(first, isBeginning)) return 3
    if (isIn(second, isBeginning)) return 2
    return isIn(third, isBeginning) ? 1 : 0
  })
  return parts.includes(0) ? 0 : parts.reduce<number>((sum, part) => sum + part, 0)
}

const textsOf = (list: ListName, record: Shown): Texts => {
  if (list === 'artworks') {
    const { title, artists, gallery, tags, medium } = record as Artwork
    const names = [...artists, { name: title }].map(({ name }) => name)
    return [names, [gallery, ...tags].map(({ name }) => name), [medium ?? '']]
  }
  const { title, venue, city, content } = record as Event
  return [[title], [venue.name, city || venue.city], [content ?? '']]
}

/** How well a record fits the search of a query. */
export const relevance = (list: ListName, record: Shown, { q = '' }: FilterQuery): number =>
  relevanceOf(textsOf(list, record), q)

const IN_COMMON: Readonly<Record<string, Rule<Shown, Row>>> = {
  ids: ({ id }, ids) => isAnyOf(ids, [id]),
  updated_after: (_record, start, _query, { updated_at }) => isFrom(updated_at, start),
  updated_before: (_record, end, _query, { updated_at }) => isBefore(updated_at, end),
}

type Artwork = Schemas['Artwork']

function priceOf(artwork: Artwork, { currency = 'EUR' }: FilterQuery): number | null {
  if (currency === 'USD') return artwork.price_usd
  return artwork.price_eur === null ? null : Number(artwork.price_eur)
}

function compareSize(
  size: number | null,
  units: string,
  bound: string,
  { units: given = 'centimeter' }: FilterQuery,
): number {
  const inch = (unit: string): number => (unit === 'inch' ? 2.54 : 1)
  if (size === null) return NaN
  return Number((size * inch(units) - Number(bound) * inch(given)).toFixed(6))
}

/** CIELAB of sRGB with the white of D65. */
function lab(rgb: readonly number[]): number[] {
  const [r = 0, g = 0, b = 0] = rgb.map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  const [x = 0, y = 0, z = 0] = [
    (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047,
    0.2126729 * r + 0.7151522 * g + 0.0721749 * b,
    (0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883,
  ].map((share) => (share > 216 / 24389 ? Math.cbrt(share) : ((24389 / 27) * share + 16) / 116))
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

const channels = (hex: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))

const ARTWORK_RULES: Readonly<Record<string, Rule<Artwork, RowOf<'artworks'>>>> = {
  ...IN_COMMON,
  q: (artwork, q) => relevance('artworks', artwork, { q }) > 0,
  artist: ({ artists }, ids) =>
    isAnyOf(
      ids,
      artists.map(({ id }) => id),
    ),
  gallery: ({ gallery }, ids) => isAnyOf(ids, [gallery.id]),
  category: ({ category }, ids) => isAnyOf(ids, [category.id]),
  tag: ({ tags }, ids) =>
    isAnyOf(
      ids,
      tags.map(({ id }) => id),
    ),
  price_min: (artwork, min, query) => (priceOf(artwork, query) ?? -1) >= Number(min),
  price_max: (artwork, max, query) => (priceOf(artwork, query) ?? Infinity) <= Number(max),
  height_min: ({ size_h, units }, min, query) => compareSize(size_h, units, min, query) >= 0,
  height_max: ({ size_h, units }, max, query) => compareSize(size_h, units, max, query) <= 0,
  width_min: ({ size_w, units }, min, query) => compareSize(size_w, units, min, query) >= 0,
  width_max: ({ size_w, units }, max, query) => compareSize(size_w, units, max, query) <= 0,
  year_min: ({ year_of_creation: year }, min) => year !== null && year >= Number(min),
  year_max: ({ year_of_creation: year }, max) => year !== null && year <= Number(max),
  medium: ({ medium }, text) => isText(medium, text),
  city: ({ city, gallery }, text) => isText(city || gallery.city, text),
  available_for_sale: (artwork, status) => artwork.available_for_sale === status,
  price_display: (artwork, display) => artwork.price_display === display,
  allow_instant_buy: (artwork, isAllowed) => String(artwork.allow_instant_buy) === isAllowed,
  has_image: ({ featured_image: { image } }, has) =>
    String(!image.full_size.endsWith('/placeholder.svg')) === has,
  color: ({ featured_image }, hex, { color_tolerance = '20' }) =>
    featured_image.colors_data.some(({ value }) => {
      const own = lab(value.slice(1, -1).split(',').map(Number))
      const other = lab(channels(hex))
      const difference = Math.hypot(...own.map((part, at) => part - (other[at] ?? 0)))
      return Number(difference.toFixed(6)) <= Number(color_tolerance)
    }),
}

type Event = Schemas['Event']

const RADIANS = Math.PI / 180

/** Kilometres along a great circle, by the angle between two vectors. */
function distance(one: string, other: string): number {
  const [a = [], b = []] = [one, other].map((place) => {
    const [latitude = 0, longitude = 0] = place
      .split(',')
      .map((degrees) => Number(degrees) * RADIANS)
    return [
      Math.cos(latitude) * Math.cos(longitude),
      Math.cos(latitude) * Math.sin(longitude),
      Math.sin(latitude),
    ]
  })
  const chord = Math.hypot(...a.map((part, at) => part - (b[at] ?? 0)))
  return 2 * 6371.0088 * Math.asin(Math.min(1, chord / 2))
}

/** An all-day event lasts from the first to the last moment of its days. */
const beginning = ({ start_time: time, is_all_day_event: isAllDay }: Event): string =>
  isAllDay ? `${time.slice(0, 10)}T00:00:00Z` : time
const ending = ({ end_time: time, is_all_day_event: isAllDay }: Event): string =>
  isAllDay ? `${time.slice(0, 10)}T23:59:59.999999Z` : time

const EVENT_RULES: Readonly<Record<string, Rule<Event, RowOf<'events'>>>> = {
  ...IN_COMMON,
  q: (event, q) => relevance('events', event, { q }) > 0,
  venue: ({ venue }, ids) => isAnyOf(ids, [venue.id]),
  category: ({ category }, ids) => isAnyOf(ids, [category.id]),
  when(event, period, { at = '' }) {
    if (isBefore(at, beginning(event))) return period === 'upcoming'
    return period === (isBefore(ending(event), at) ? 'past' : 'current')
  },
  starts_after: (event, start) => isFrom(beginning(event), start),
  starts_before: (event, end) => isBefore(beginning(event), end),
  ends_after: (event, start) => isFrom(ending(event), start),
  ends_before: (event, end) => isBefore(ending(event), end),
  country: ({ country, venue }, code) => (country || venue.country.code) === code,
  city: ({ city, venue }, text) => isText(city || venue.city, text),
  near({ geolocation, venue }, place, { radius_km = '50' }) {
    const own = geolocation || venue.geolocation
    return own !== '' && distance(own, place) <= Number(radius_km)
  },
  is_featured: (event, is) => String(event.is_featured) === is,
  is_online_only: (event, is) => String(event.is_online_only) === is,
}

export function passes(list: ListName, record: Shown, query: FilterQuery, row: Row): boolean {
  const rules = (list === 'artworks' ? ARTWORK_RULES : EVENT_RULES) as Readonly<
    Record<string, Rule<Shown, Row>>
  >
  return Object.entries(query).every(([name, value]) => {
    if ((FILTER_OPTIONS as readonly string[]).includes(name)) return true
    const rule = rules[name]
    if (rule === undefined) throw new Error(`Say in shown-filters.ts what the filter ${name} means`)
    return rule(record, value, query, row)
  })
}

/** Ids of no records, also of none that PostgreSQL could store. */
const ABSENT = '2000000000,2147483648,9999999999'
const IDS = ['1', '2', '3', '1,3', `3,2,${ABSENT}`, ABSENT]
const BOOLEANS = ['true', 'false']

/** Spellings of some times, and others of their days, in which all-day events begin and end. */
const TIMES = [
  ...[0, 2, 3, 6].flatMap((day) => {
    const time = moment(day)
    return [time, time.toLowerCase().replace('t10', 'T12').replace('z', '+02:00')]
  }),
  '2024-03-03T00:00:00Z',
  '2024-03-03T23:59:59.999999Z',
  '2024-03-05T08:00:00Z',
]

/** A date is the beginning of its day. */
const DATES_AND_TIMES = [...TIMES, '2024-03-03', '2024-03-06']

export function filterTexts(
  list: ListName,
  ids: readonly number[],
): Readonly<Record<string, readonly string[]>> {
  const common = {
    q: [
      'stone',
      'STO qui',
      '"night of" stones',
      '"of night"',
      'ete JARDIN',
      'e',
      '庭',
      '夜の 庭',
      'quarry stone museum canvas',
      'xylophone',
      '- !',
    ],
    ids: [
      ids.join(),
      ids.toReversed().slice(0, 9).join(),
      // The records 0 and 5 are drafts.
      `${ids[3]},${ids[5]},${ids[1]},${ids[0]},${ids[3]},${ids[5]},${ABSENT}`,
    ],
    updated_after: TIMES,
    updated_before: TIMES,
    category: IDS,
  }
  if (list === 'events') {
    return {
      ...common,
      venue: IDS,
      when: ['upcoming', 'current', 'past'],
      at: TIMES,
      starts_after: DATES_AND_TIMES,
      starts_before: DATES_AND_TIMES,
      ends_after: DATES_AND_TIMES,
      ends_before: DATES_AND_TIMES,
      country: ['DK', 'JP', 'AQ'],
      city: ['Aarhus', ' ÅRHUS', 'tōkyō', 'Nowhere', ' '],
      // The second place is 49.99 km to the south of the first one, and the third one 50.01 km.
      near: [
        '56.1533,10.2141',
        '55.70372,10.2141',
        '55.70354,10.2141',
        '35.6, 139.7',
        '-90,0',
        '0,-180',
      ],
      is_featured: BOOLEANS,
      is_online_only: BOOLEANS,
    }
  }
  return {
    ...common,
    artist: IDS,
    gallery: IDS,
    tag: IDS,
    price_min: ['0', '80', '80.01', '100', '1000000000000'],
    price_max: ['0', '79.99', '80', '100', '125'],
    height_min: ['0', '10', '25.4', '80', '83.82', '83.820005'],
    height_max: ['10', '25.4', '33', '80.5', '83.82'],
    width_min: ['0', '4', '10', '50'],
    width_max: ['4', '10', '10.16', '80.5'],
    year_min: ['-500', '0', '1950', '9999'],
    year_max: ['-500', '1949', '1950'],
    medium: ['Oil on canvas', 'OIL ON CANVÁS ', 'Öl', 'x', '\u0301'],
    city: ['Aarhus', ' ÅRHUS', 'tōkyō', 'Nowhere', ' '],
    available_for_sale: ['available', 'reserved', 'sold', 'not for sale'],
    price_display: ['show price', 'price on request', 'price range'],
    allow_instant_buy: BOOLEANS,
    has_image: BOOLEANS,
    color: ['#dc143c', '#000080', '#ffffff', '#E0203C'],
  }
}
