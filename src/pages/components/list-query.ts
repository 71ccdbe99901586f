import { parametersOf, parseQueryString } from '../../contract/parameters.ts'
import { defaultOf, type Parameter } from '../../contract/document.ts'
import type { components } from '../../../generated/v1.ts'
import { cityOf, visitedPlaceOf } from '../../events/event-place.ts'
import type { NamedByFilter } from '../parts.ts'
import type { ViewProps } from './view.ts'

type Schemas = components['schemas']

/** The envelope of a page with any records. */
export interface Listing {
  readonly count: number
  readonly next: string | null
  readonly previous: string | null
  readonly results: readonly object[]
}

/** The parameters of a request for a page. */
export interface ListQuery {
  readonly limit: number
  readonly offset: number
  /** Empty for the order of the ids in the request. */
  readonly ordering: string
  /** That of the request without the parameter. */
  readonly usualOrdering: string
  /** The parameters of the request, by name. */
  readonly given: Readonly<Record<string, string>>
  /** The parameters that the operation has, by name. */
  readonly parameters: ReadonlyMap<string, Parameter>
  /** The records that the address names by their ids, and categories to choose from. */
  readonly named: NamedByFilter
  /** The coordinates of an event in each city of the page, by its name. */
  readonly cities: ReadonlyMap<string, string>
}

/** Reads a validated request of a list, with the defaults of the contract. */
export function listQuery({ url, operation, parts, body }: ViewProps<Listing>): ListQuery {
  const given = parseQueryString(url.search.slice(1)).values
  const parameters = parametersOf(operation, 'query')
  const value = (name: string): string =>
    given[name] ?? String(defaultOf(parameters.get(name)?.schema ?? {}) ?? '')
  const usualOrdering =
    orderingOfFilters(given) ?? String(defaultOf(parameters.get('ordering')?.schema ?? {}) ?? '')
  // Without a search, the order by relevance is the usual one.
  const isUsual = given['ordering'] === '-relevance' && !('q' in given)
  return {
    limit: Number(value('limit')),
    offset: Number(value('offset')),
    ordering: isUsual ? usualOrdering : (given['ordering'] ?? usualOrdering),
    usualOrdering,
    given,
    parameters,
    named: { ...(parameters.has('color') && namedColor(given, body.results)), ...parts?.named },
    cities: parameters.has('near') ? citiesOf(body.results as Schemas['Event'][]) : new Map(),
  }
}

/** So that a long page does not become much longer. */
const MAX_CITIES = 30

function citiesOf(events: readonly Schemas['Event'][]): ListQuery['cities'] {
  const places = events
    // A record of a sparse list may be without its venue.
    .filter((event) => 'venue' in event)
    .map((event) => [cityOf(event).city, visitedPlaceOf(event)] as const)
  return new Map(places.filter(([city, place]) => city && place).slice(0, MAX_CITIES))
}

/** The colour of a request, by the name that a picture of the page has for it. */
function namedColor(
  { color = '' }: ListQuery['given'],
  artworks: readonly object[],
): NamedByFilter {
  const colors = (artworks as readonly Partial<Schemas['Artwork']>[]).flatMap(
    ({ featured_image }) => featured_image?.colors_data ?? [],
  )
  const found = colors.find(({ value }) => hexOf(value) === color.toLowerCase())
  return found === undefined ? {} : { color: [{ id: color, name: found.name }] }
}

/** `#a0522d` for `(160, 82, 45)`. */
function hexOf(value: string): string {
  const channels = value.match(/\d+/g) ?? []
  return `#${channels.map((channel) => Number(channel).toString(16).padStart(2, '0')).join('')}`
}

/** The ordering that a request has by its filters: empty for that of ids. */
function orderingOfFilters(given: ListQuery['given']): string | undefined {
  if ('ids' in given) return ''
  return 'q' in given ? '-relevance' : undefined
}

/** The ends of ranges, each with the other end. A period may be that of events which are on in it. */
const ENDS = [
  [/_min$/, '_max'],
  [/_after$/, '_before'],
  [/^ends_after$/, 'starts_before'],
] as const

/** The names of the ends of a range that ends before it begins, if the request has one. */
export function reversedRange(given: ListQuery['given']): readonly [string, string] | undefined {
  return Object.keys(given)
    .flatMap((from) => ENDS.map(([end, other]) => [from, from.replace(end, other)] as const))
    .find(([from, to]) => placeOf(given[from]) > placeOf(given[to]))
}

/** A number or a time as a number; neither less nor greater than others without a value. */
function placeOf(value = ''): number {
  return value === '' || Number.isNaN(Number(value)) ? Date.parse(value) : Number(value)
}

/** The address of another page of the same list, with the parameters in the order of the API's links. */
export function listAddress(url: URL, parameters: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(parameters)
  query.sort()
  return query.size === 0 ? url.pathname : `${url.pathname}?${query.toString()}`
}

/** The address of a page for search engines and other sites, which need not choose its format. */
export function sharedAddress(url: URL): string {
  const { format: _, ...others } = parseQueryString(url.search.slice(1)).values
  return listAddress(url, others)
}

/** The offset of the last page that `next` reaches from this one. */
export function lastOffset({ count }: Listing, { limit, offset }: ListQuery): number {
  const start = offset < count ? offset % limit : 0
  return start + Math.max(0, Math.ceil((count - start) / limit) - 1) * limit
}
