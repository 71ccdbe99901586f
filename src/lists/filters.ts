import type { Input } from '../contract/operation-types.ts'
import type { NamedTable } from '../database/tables.ts'
import { utcTimestamp, utcTimestampOrDate } from '../request-body/timestamp.ts'

/**
 * A condition under which a list shows a row of its table. src/read-model/ reads public records by it, scan-queries.ts a
 * user's own.
 */
export interface Filter {
  /** SQL in which each `?` is the value. */
  readonly sql: string
  /** The same for the stored prices of public artworks, by their columns. A page by it shows these prices. */
  readonly ofPrices?: string
  /** The same for public rows, where indexes find those of a whole table. `sql` is for single rows. */
  readonly ofTable?: string
  /**
   * Its condition on a column that orders the list, by that column: in this order, the rows that pass are in one range of its
   * index. The rows of that range need not all pass.
   */
  readonly ofOrder?: Readonly<Record<string, string>>
  /**
   * The column whose index finds the rows that pass, so that a list of few of them is read with ordinary pages. The index of
   * `updated_at` has public rows only. Without this, the list can be long, so it is a scan.
   */
  readonly index?: 'id' | 'updated_at' | 'artist_id' | 'gallery_id' | 'venue_id'
  /** The entries of another index that it reads for each record, where they are many. */
  readonly entries?: number
  /** SQL of a search: `sql` is of the ids that it finds. */
  readonly search?: Search
  /** The column whose index is used where only the first records are read, and no other filter has an `index`. */
  readonly leadingIndex?: 'tag_id' | 'category_id'
  /** The table of the records whose ids are the value, if it is not that of the list: pages show their names. */
  readonly names?: NamedTable
  /** SQL's form of the value, where it is another one than that of the contract. */
  readonly toSql?: (given: string, query: Query) => FilterValue
}

/** SQL of what a search finds, in which `?` is the value. */
interface Search {
  /** A row with `ids` and `relevances` of public records, and the number of `records` that are read to find them. */
  readonly ofPublic: string
  /** A row with the `ids` of those among the second `?`, the most relevant first, and the number of `records` as above. */
  readonly among: string
}

/** A filter with another condition for each value of a parameter; the first one if the request has none. */
interface Variants {
  readonly by: string
  readonly of: Readonly<Record<string, Filter>>
}

export type Filters = Readonly<Record<string, Filter | Variants>>

type Query = Readonly<Record<string, unknown>>
type FilterValue = string | number

/** Values of filters by their names. A variant has a name of its own, such as `price_min EUR`. */
export type FilterValues = Readonly<Record<string, FilterValue>>

/** @param name in `FilterValues`. */
export function filterOf(filters: Filters, name: string): Filter {
  const [parameter = '', variant = ''] = name.split(/ (.*)/)
  const filter = filters[parameter] as Filter | Variants
  return 'of' in filter ? (filter.of[variant] as Filter) : filter
}

/** SQL of the condition. @param parameter SQL of the value. */
export function conditionSql(sql: string, parameter: string): string {
  return `(${sql.replaceAll('?', parameter)})`
}

/** The values of the filters that a request names, as SQL takes them, in the order of the declaration. */
export function filterValues(filters: Filters, query: Query): FilterValues {
  const values: Record<string, FilterValue> = {}
  for (const [parameter, declared] of Object.entries(filters)) {
    const given = textIn(query, parameter)
    if (given === undefined) continue
    const name = 'of' in declared ? `${parameter} ${variantIn(query, declared)}` : parameter
    values[name] = filterOf(filters, name).toSql?.(given, query) ?? given
  }
  return values
}

function variantIn(query: Query, { by, of }: Variants): string | undefined {
  return textIn(query, by) ?? Object.keys(of)[0]
}

function textIn(query: Query, parameter: string): string | undefined {
  const value = query[parameter] as string | number | boolean | undefined
  return value === undefined ? undefined : String(value)
}

/** The parameters that are no filters, but say how a filter is meant. */
export const FILTER_OPTIONS = ['currency', 'units', 'color_tolerance', 'at', 'radius_km'] as const

/** The query parameters of lists that are not filters: the page, and the states of own records (`requestedRecords`). */
type OtherParameter =
  | (typeof FILTER_OPTIONS)[number]
  | 'limit'
  | 'offset'
  | 'ordering'
  | 'format'
  | 'publish_status'
  | 'is_active'
  | 'external_id'

/** A filter for each query parameter of the contract that is one. */
type FiltersOf<Request extends { readonly query: object }> = Readonly<
  Record<Exclude<keyof Request['query'], OtherParameter>, Filter | Variants>
>

/** PostgreSQL's integer is smaller than the greatest text of ten digits. */
const isPossibleId = (id: string): boolean => Number(id) <= 2_147_483_647

/** An array of integers in PostgreSQL's form. */
export function idArray(ids: string): string {
  return `{${ids.split(',').filter(isPossibleId).join()}}`
}

const anyOf = (sql: string): Filter => ({ sql, toSql: idArray })
const ofRecords = (names: NamedTable, sql: string): Filter => ({ ...anyOf(sql), names })
const toTime = (given: string): string => utcTimestamp(given) as string
const toMoment = (_given: string, { at }: Query): string => toTime(String(at))
const changed = (comparison: '>=' | '<'): Filter => {
  const sql = `updated_at ${comparison} ?::timestamptz`
  return { sql, ofOrder: { updated_at: sql }, index: 'updated_at', toSql: toTime }
}

/** The end of the period is not in it, so a record is in one of two adjacent periods. */
const IN_COMMON = {
  updated_after: changed('>='),
  updated_before: changed('<'),
  ids: { ...anyOf('id = ANY (?::integer[])'), index: 'id' },
} as const satisfies Filters

/** The greater the relevance of a record, the nearer to the start of a list in that order (src/database/schema/4-search.sql). */
function bySearch(list: 'artworks' | 'events'): Filter {
  const search = {
    ofPublic: `found_${list}(?::text)`,
    among: `found_among_${list}(?::text, ?::integer[])`,
  }
  return { sql: 'id = ANY (?::integer[])', search }
}

/** Converted prices of artworks that are not public are computed by the current rates. */
function byPrice(comparison: '>=' | '<='): Variants {
  const inCurrency = (column: 'price_eur' | 'price_usd'): Filter => ({
    sql: `(SELECT ${column} FROM converted_prices(price, price_currency)) ${comparison} ?::numeric`,
    ofPrices: `${column} ${comparison} ?::numeric`,
  })
  return { by: 'currency', of: { EUR: inCurrency('price_eur'), USD: inCurrency('price_usd') } }
}

/** Converted sizes that differ by less, in centimetres, are equal: binary fractions are not exact. */
const EQUAL_CM = '0.000001::float8'

function bySize(column: 'size_h' | 'size_w', comparison: '>=' | '<='): Variants {
  const size = `${column} * CASE units WHEN 'inch' THEN 2.54::float8 ELSE 1 END`
  const margin = comparison === '>=' ? `- ${EQUAL_CM}` : `+ ${EQUAL_CM}`
  const inUnits = (bound: string): Filter => ({ sql: `${size} ${comparison} ${bound} ${margin}` })
  const [centimeter, inch] = [inUnits('?::float8'), inUnits('?::float8 * 2.54::float8')]
  return { by: 'units', of: { centimeter, inch } }
}

/** A text of spaces or accents alone has an empty sort key, which no record passes. */
const KEY = "nullif(sort_key(?::text), '')"

/**
 * Looks up whether a record has the text in a column: to compute the sort key of a long text takes milliseconds. That of the value
 * is computed once, in any plan.
 */
const hasText = (list: 'artworks' | 'events', column: 'medium' | 'city'): string =>
  `EXISTS (SELECT FROM ${list} AS same WHERE same.id = ${list}.id AND sort_key(same.${column}) = (SELECT ${KEY}))`

/** A record without a city is in that of its place. */
function byCity(
  list: 'artworks' | 'events',
  places: 'galleries' | 'venues',
  placeId: string,
): Filter {
  const isHere = `sort_key(city) = ${KEY}`
  const isPlaceHere = `${placeId} IN (SELECT id FROM ${places} WHERE sort_key(city) = (SELECT ${KEY}))`
  return {
    sql: `${hasText(list, 'city')} OR coalesce(city, '') = '' AND ${isPlaceHere}`,
    ofTable: `id IN (
      SELECT id FROM ${list} WHERE is_public AND ${isHere}
      UNION ALL
      SELECT ${list}.id FROM ${places} JOIN ${list} ON ${placeId} = ${places}.id
      WHERE sort_key(${places}.city) = ${KEY} AND coalesce(${list}.city, '') = '' AND is_public)`,
  }
}

export const ARTWORK_FILTERS: FiltersOf<Input<'listMarketplaceArtworks'>> = {
  ...IN_COMMON,
  q: bySearch('artworks'),
  artist: {
    ...ofRecords(
      'artists',
      'id IN (SELECT artwork_id FROM artwork_artists WHERE artist_id = ANY (?::integer[]))',
    ),
    index: 'artist_id',
  },
  gallery: { ...ofRecords('galleries', 'gallery_id = ANY (?::integer[])'), index: 'gallery_id' },
  category: {
    ...ofRecords('artwork_categories', 'category_id = ANY (?::integer[])'),
    leadingIndex: 'category_id',
  },
  tag: {
    ...ofRecords(
      'tags',
      'id IN (SELECT artwork_id FROM artwork_tags WHERE tag_id = ANY (?::integer[]))',
    ),
    leadingIndex: 'tag_id',
  },
  price_min: byPrice('>='),
  price_max: byPrice('<='),
  height_min: bySize('size_h', '>='),
  height_max: bySize('size_h', '<='),
  width_min: bySize('size_w', '>='),
  width_max: bySize('size_w', '<='),
  year_min: { sql: 'year_of_creation >= ?::integer' },
  year_max: { sql: 'year_of_creation <= ?::integer' },
  medium: { sql: hasText('artworks', 'medium'), ofTable: `sort_key(medium) = ${KEY}` },
  city: byCity('artworks', 'galleries', 'gallery_id'),
  available_for_sale: { sql: 'available_for_sale = ?::text' },
  price_display: { sql: 'price_display = ?::text' },
  allow_instant_buy: { sql: 'allow_instant_buy = ?::boolean' },
  has_image: { sql: '(featured_image_id <> 1) = ?::boolean' },
  color: {
    // The arrays are made once: PostgreSQL would compute the distances for each row of a join.
    sql: `featured_image_id IN (SELECT artwork_image_id FROM artwork_image_colors WHERE color_id = ANY (ARRAY(
      SELECT id FROM colors, lab((?::integer[])[1], (?::integer[])[2], (?::integer[])[3]) AS given
      WHERE round(lab_distance(lab(red, green, blue), given)::numeric, 6) <= (?::integer[])[4])))`,
    // Most pictures have three colors or fewer.
    entries: 3,
    toSql: (given, { color_tolerance }) => {
      const channels = [1, 3, 5].map((at) => Number.parseInt(given.slice(at, at + 2), 16))
      return `{${channels.join()},${Number(color_tolerance)}}`
    },
  },
}

/** When events begin and end. The times of day of an all-day event have no meaning: it lasts from the first to the last moment of its days, in UTC. */
const PERIOD = {
  start_time:
    "CASE WHEN is_all_day_event THEN date_trunc('day', start_time, 'UTC') ELSE start_time END",
  end_time:
    "CASE WHEN is_all_day_event THEN date_trunc('day', end_time, 'UTC') + interval '86399.999999 s' ELSE end_time END",
}

/** A period begins at most a day before `start_time`, and ends at most a day after `end_time`: indexes find the rows of this range. */
function byPeriod(column: keyof typeof PERIOD, comparison: '>=' | '>' | '<=' | '<'): Filter {
  const isAfter = comparison.startsWith('>')
  const margin =
    column === 'end_time' && isAfter ? '- ' : column === 'start_time' && !isAfter ? '+ ' : ''
  const range = `${column} ${comparison} ?::timestamptz ${margin && `${margin}interval '24 hours'`}`
  return {
    sql: `${range} AND ${PERIOD[column]} ${comparison} ?::timestamptz`,
    ofOrder: { [column]: range },
    toSql: (given) => utcTimestampOrDate(given) as string,
  }
}

const HAS_BEGUN = byPeriod('start_time', '<=')
const HAS_NOT_ENDED = byPeriod('end_time', '>=')

/** A degree of latitude has 111.19 km. */
const MIN_KM_PER_DEGREE = 111

/** The band of latitudes decides most rows: a distance takes many times as long. */
const IS_NEAR = `latitude BETWEEN (?::numeric[])[4] AND (?::numeric[])[5]
  AND distance_km(latitude, longitude, (?::numeric[])[1]::float8, (?::numeric[])[2]::float8) <= (?::numeric[])[3]`

/** An event without a place of its own is at its venue. */
const byPlace = (isVenueNear: string): string =>
  `CASE WHEN latitude IS NOT NULL AND longitude IS NOT NULL THEN ${IS_NEAR} ELSE ${isVenueNear} END`

export const EVENT_FILTERS: FiltersOf<Input<'listEvents'>> = {
  ...IN_COMMON,
  q: bySearch('events'),
  venue: { ...ofRecords('venues', 'venue_id = ANY (?::integer[])'), index: 'venue_id' },
  when: {
    by: 'when',
    of: {
      upcoming: { ...byPeriod('start_time', '>'), toSql: toMoment },
      current: {
        sql: `${HAS_BEGUN.sql} AND ${HAS_NOT_ENDED.sql}`,
        ofOrder: { ...HAS_BEGUN.ofOrder, ...HAS_NOT_ENDED.ofOrder },
        toSql: toMoment,
      },
      past: { ...byPeriod('end_time', '<'), toSql: toMoment },
    },
  },
  starts_after: byPeriod('start_time', '>='),
  starts_before: byPeriod('start_time', '<'),
  ends_after: byPeriod('end_time', '>='),
  ends_before: byPeriod('end_time', '<'),
  category: {
    ...ofRecords('event_categories', 'category_id = ANY (?::integer[])'),
    leadingIndex: 'category_id',
  },
  country: {
    sql: `country_code = ?::text
      OR country_code IS NULL AND (SELECT country_code FROM venues WHERE id = venue_id) = ?::text`,
    ofTable: `country_code = ?::text
      OR country_code IS NULL AND venue_id IN (SELECT id FROM venues WHERE country_code = ?::text)`,
  },
  city: byCity('events', 'venues', 'venue_id'),
  near: {
    sql: byPlace(`(SELECT ${IS_NEAR} FROM venues WHERE id = venue_id)`),
    ofTable: byPlace(`venue_id IN (SELECT id FROM venues WHERE ${IS_NEAR})`),
    toSql: (given, { radius_km }) => {
      const [latitude = ''] = given.split(',')
      const band = Number(radius_km) / MIN_KM_PER_DEGREE
      const [south, north] = [Number(latitude) - band, Number(latitude) + band]
      return `{${given},${Number(radius_km)},${south.toFixed(6)},${north.toFixed(6)}}`
    },
  },
  is_featured: { sql: 'is_featured = ?::boolean' },
  is_online_only: { sql: 'is_online_only = ?::boolean' },
}
