import type { components } from '../../generated/v1.ts'
import { utcSeconds } from '../request-body/timestamp.ts'
import type { ListName } from './list.ts'

type Schemas = components['schemas']

/** How many records of a list have each value of a field, counted among the records that pass the other filters. */
export interface Facet {
  /** The query parameters of which each value names some. The filters of these do not apply. */
  readonly replaces: readonly string[]
  /** The columns that tell the value. Records that have the same are counted together first. */
  readonly columns: readonly string[]
  /** The table of these columns, if it is not that of the list. */
  readonly links?: Links
  /** Facets of one list with the same `pass` and the same filters are counted by one statement. Otherwise each has its own. */
  readonly pass?: string
  readonly values: Keys | Cases
}

/** A table in which a record has a row for each of its values. */
export interface Links {
  readonly table: 'artwork_artists' | 'artwork_tags' | 'artwork_prices' | 'artwork_image_colors'
  /** The column of the list's table to which `id` refers, if it is not its `id`. */
  readonly by?: string
  readonly id: string
  /** Whether the table says which rows are of public records. */
  readonly isPublic?: boolean
}

/** Values that the records have: the most frequent ones. */
export interface Keys {
  /** SQL by the columns. */
  readonly key: string
  /** SQL by `key`. */
  readonly label?: string
  /** Whether keys with the same sort key are one value. */
  readonly isText?: boolean
  /** SQL by `key` of the value of the query parameter. */
  readonly value?: string
  /** Parameters that say how the value is meant. */
  readonly with?: Parameters
}

/** Values that are given. */
interface Cases {
  readonly cases: (query: Query) => readonly Case[]
}

export interface Case {
  readonly label: string
  readonly parameters: Parameters
}

export type Parameters = Readonly<Record<string, string>>

type Query = Readonly<Record<string, unknown>>

/** A facet has at most this many values. */
export const MAX_VALUES = 20

const nameIn = (table: string): string => `(SELECT name FROM ${table} WHERE id = key)`

/** `step` is between the end of a range and the beginning of the next one; with 0, both ranges have this value. */
function ranges(parameter: string, bounds: readonly number[], step: number): Case[] {
  const min = `${parameter}_min`
  const max = `${parameter}_max`
  const starts = [undefined, ...bounds]
  return starts.map((start, at) => {
    const next = bounds[at]
    const end = next === undefined ? undefined : Number((next - step).toFixed(2))
    const parameters = {
      ...(start !== undefined && { [min]: String(start) }),
      ...(end !== undefined && { [max]: String(end) }),
    }
    if (start === undefined) return { label: `up to ${end}`, parameters }
    return { label: end === undefined ? `from ${start}` : `${start} to ${end}`, parameters }
  })
}

const PRICES = [100, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000]
const YEARS = [1500, 1600, 1700, 1800, 1850, 1900, 1925, 1950, 1975, 2000, 2010, 2020]
const SIZES = { centimeter: [20, 40, 60, 100, 150, 200], inch: [8, 16, 24, 40, 60, 80] } as const

const sizes = (parameter: string): Cases => ({
  cases: ({ units }) => ranges(parameter, SIZES[units === 'inch' ? 'inch' : 'centimeter'], 0),
})

/** Columns with few values in all. */
const STATE = ['category_id', 'available_for_sale', 'price_display', 'allow_instant_buy']

/** These passes read the index `artworks_by_filters` alone. One for all would take too long for a statement. */
const OF_STATE = { pass: 'state' } as const
const OF_SIZES = { pass: 'sizes' } as const

/** This pass reads the table. */
const OF_TEXTS = { pass: 'texts' } as const

const cityOf = (places: 'galleries' | 'venues', placeId: string): Keys => ({
  key: `CASE WHEN coalesce(city, '') = '' THEN (SELECT city FROM ${places} WHERE ${places}.id = ${placeId}) ELSE city END`,
  isText: true,
})

/** The values of a column with the name of its filter. */
const ofColumn = (
  name: string,
  columns: readonly string[],
  pass: Required<Pick<Facet, 'pass'>>,
): Facet => ({ replaces: [name], columns, ...pass, values: { key: name } })

const ARTWORK_FACETS: Readonly<Record<keyof Schemas['CountsOfArtworks'], Facet>> = {
  category: {
    replaces: ['category'],
    columns: STATE,
    ...OF_STATE,
    values: { key: 'category_id', label: nameIn('artwork_categories') },
  },
  artist: {
    replaces: ['artist'],
    columns: ['artist_id'],
    links: { table: 'artwork_artists', id: 'artwork_id' },
    values: { key: 'artist_id', label: nameIn('artists') },
  },
  gallery: {
    replaces: ['gallery'],
    columns: ['gallery_id'],
    ...OF_STATE,
    values: { key: 'gallery_id', label: nameIn('galleries') },
  },
  tag: {
    replaces: ['tag'],
    columns: ['tag_id'],
    links: { table: 'artwork_tags', id: 'artwork_id' },
    values: { key: 'tag_id', label: nameIn('tags') },
  },
  price: {
    replaces: ['price_min', 'price_max'],
    columns: ['price_eur', 'price_usd'],
    links: { table: 'artwork_prices', id: 'artwork_id', isPublic: true },
    values: { cases: () => ranges('price', PRICES, 0.01) },
  },
  color: {
    replaces: ['color', 'color_tolerance'],
    columns: ['color_id'],
    links: { table: 'artwork_image_colors', by: 'featured_image_id', id: 'artwork_image_id' },
    values: {
      key: 'color_id',
      value: `(SELECT '#' || lpad(to_hex(red * 65536 + green * 256 + blue), 6, '0') FROM colors WHERE id = key)`,
      label: nameIn('colors'),
      with: { color_tolerance: '0' },
    },
  },
  medium: {
    replaces: ['medium'],
    columns: ['medium'],
    ...OF_TEXTS,
    values: { key: 'medium', isText: true },
  },
  city: {
    replaces: ['city'],
    columns: ['city', 'gallery_id'],
    ...OF_TEXTS,
    values: cityOf('galleries', 'gallery_id'),
  },
  year: {
    replaces: ['year_min', 'year_max'],
    columns: ['year_of_creation'],
    ...OF_SIZES,
    values: { cases: () => ranges('year', YEARS, 1) },
  },
  height: {
    replaces: ['height_min', 'height_max'],
    columns: ['size_h', 'units'],
    ...OF_SIZES,
    values: sizes('height'),
  },
  width: {
    replaces: ['width_min', 'width_max'],
    columns: ['size_w', 'units'],
    ...OF_SIZES,
    values: sizes('width'),
  },
  available_for_sale: ofColumn('available_for_sale', STATE, OF_STATE),
  price_display: ofColumn('price_display', STATE, OF_STATE),
  allow_instant_buy: ofColumn('allow_instant_buy', STATE, OF_STATE),
}

const IN_TABLE = { pass: 'table' } as const

const FLAGS = ['is_featured', 'is_online_only']

const MONTHS = 12

/** The months from that of a time on, in UTC, as far as a request can name them. */
function months(at: string): Case[] {
  const [year, month] = [Number(at.slice(0, 4)), Number(at.slice(5, 7))]
  const isPossible = (time: string): boolean => /^\d/.test(time)
  const start = (after: number): string => utcSeconds(Date.UTC(year, month - 1 + after, 1))
  return Array.from({ length: MONTHS }, (_, after) => [start(after), start(after + 1)] as const)
    .filter(([from]) => isPossible(from))
    .map(([from, end]) => ({
      label: from.slice(0, 'YYYY-MM'.length),
      parameters: { starts_after: from, ...(isPossible(end) && { starts_before: end }) },
    }))
}

const EVENT_FACETS: Readonly<Record<keyof Schemas['CountsOfEvents'], Facet>> = {
  category: {
    replaces: ['category'],
    columns: ['category_id'],
    ...IN_TABLE,
    values: { key: 'category_id', label: nameIn('event_categories') },
  },
  venue: {
    replaces: ['venue'],
    columns: ['venue_id'],
    ...IN_TABLE,
    // Venues of several cities can have one name.
    values: {
      key: 'venue_id',
      label: `(SELECT concat_ws(', ', name, nullif(city, '')) FROM venues WHERE id = key)`,
    },
  },
  country: {
    replaces: ['country'],
    columns: ['country_code', 'venue_id'],
    ...IN_TABLE,
    values: {
      key: 'coalesce(country_code, (SELECT venues.country_code FROM venues WHERE venues.id = venue_id))',
    },
  },
  city: {
    replaces: ['city'],
    columns: ['city', 'venue_id'],
    ...IN_TABLE,
    values: cityOf('venues', 'venue_id'),
  },
  when: {
    replaces: ['when', 'at'],
    columns: ['start_time', 'end_time', 'is_all_day_event'],
    ...IN_TABLE,
    values: {
      cases: ({ at }) =>
        ['upcoming', 'current', 'past'].map((when) => ({
          label: when,
          parameters: { when, at: String(at) },
        })),
    },
  },
  month: {
    replaces: ['starts_after', 'starts_before'],
    columns: ['start_time', 'is_all_day_event'],
    ...IN_TABLE,
    values: { cases: ({ at }) => months(String(at)) },
  },
  is_featured: ofColumn('is_featured', FLAGS, IN_TABLE),
  is_online_only: ofColumn('is_online_only', FLAGS, IN_TABLE),
}

/** The facets of the lists, in the order of the contract. */
export const FACETS: Readonly<Record<ListName, Readonly<Record<string, Facet>>>> = {
  artworks: ARTWORK_FACETS,
  events: EVENT_FACETS,
}
