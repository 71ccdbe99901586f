import type { components } from '../../generated/v1.ts'
import { artworkCategoryKind, eventCategoryKind } from '../categories/category-resources.ts'
import { contract, defaultOf, type Operation, type OperationId } from '../contract/document.ts'
import { parametersOf } from '../contract/parameters.ts'
import type { PartsRequest, ReadParts } from '../contract/responses.ts'
import { FACETS } from '../lists/facets.ts'
import { FILTER_OPTIONS } from '../lists/filters.ts'
import {
  COUNTED_LISTS,
  filtersOfList,
  LISTS,
  NESTED_LISTS,
  parseOrdering,
  type ListName,
  type NestedList,
  type Ordering,
  type SortKeys,
} from '../lists/list.ts'
import { charged } from '../lists/scanned-page.ts'
import type { ReadContext } from '../operation-context.ts'
import { toProblem } from '../problems/problem.ts'
import { shortFacetsOfList } from '../read-model/facet-body.ts'
import { leadingRecords, type LeadingRecords } from '../read-model/responses.ts'
import { namedListPage } from '../records/named-list.ts'
import { selectNames } from '../records/named-queries.ts'
import { isolatedText } from './components/text.tsx'
import type { NamedByFilter, Overview, Parts, Section } from './parts.ts'
import { EVENT_TIMES, OF_TIME, type EventTime } from './components/event-times.ts'

type Schemas = components['schemas']

/** Enough for two rows of cards on a wide screen. */
const MANY = 8
const FEW = 4

const MAX_CATEGORIES = 24

/** A section to read. Its records are the first ones of the list at its address. */
interface Wanted extends Omit<Section, 'records' | 'isComplete'> {
  readonly query: Query
  readonly size: number
}

/** Parameters of the list. */
type Query = Readonly<Record<string, string>>

/** The sections of a view, by its operation. Views of other operations show the body alone. */
const SECTIONS: { readonly [Id in OperationId]?: (request: PartsRequest) => readonly Wanted[] } = {
  retrieveIndex: () => [
    artworks('New artworks', { has_image: 'true' }, { size: MANY, all: 'All with a picture' }),
    ...ofTimes({}, ['current', 'upcoming']),
  ],
  listEvents: ({ given }) =>
    Object.keys(given).every((name) => name === 'format')
      ? ofTimes({}, ['current', 'upcoming'])
      : [],
  retrieveMarketplaceArtwork: ({ body }) => relatedArtworks(body() as Schemas['Artwork']),
  retrieveEvent: ({ body }) => {
    const { id, name } = (body() as Schemas['Event']).venue
    return ofTimes({ venue: String(id) }, ['current', 'upcoming'], ` at ${isolatedText(name)}`)
  },
  retrieveArtist: ({ body }) => artworksBy('artist', body),
  retrieveGallery: ({ body }) => artworksBy('gallery', body),
  retrieveVenue: ({ body }) => ofTimes({ venue: idOf(body) }, EVENT_TIMES),
  retrieveTag: ({ body }) => artworksBy('tag', body),
  retrieveArtworkCategory: ({ body }) => artworksBy('category', body),
  retrieveEventCategory: ({ body }) => ofTimes({ category: idOf(body) }, EVENT_TIMES),
}

const idOf = (body: PartsRequest['body']): string => String((body() as { id: number }).id)

interface ArtworksOptions {
  readonly size: number
  readonly all?: string
}

function artworks(
  title: string,
  query: Query,
  { size, all = 'All artworks' }: ArtworksOptions,
): Wanted {
  return { of: 'artworks', title, address: addressOf('artworks', query), all, query, size }
}

function artworksBy(filter: string, body: PartsRequest['body']): Wanted[] {
  return [artworks('Artworks', { [filter]: idOf(body) }, { size: MANY })]
}

/** More by the same artists, and more of the gallery. */
function relatedArtworks({ artists, gallery }: Schemas['Artwork']): Wanted[] {
  const [artist, ...others] = artists
  const ofGallery = artworks(
    `More of ${isolatedText(gallery.name)}`,
    { gallery: String(gallery.id) },
    { size: FEW, all: 'All artworks of this gallery' },
  )
  if (artist === undefined) return [ofGallery]
  const query = { artist: artists.map(({ id }) => id).join() }
  const byArtists =
    others.length === 0
      ? artworks(`More by ${isolatedText(artist.name)}`, query, {
          size: FEW,
          all: 'All artworks of this artist',
        })
      : artworks('More by these artists', query, { size: FEW, all: 'All by these artists' })
  return [byArtists, ofGallery]
}

/** The events at some times, each in a section. @param at a place, for the titles and links. */
function ofTimes(filters: Query, times: readonly EventTime[], at = ''): Wanted[] {
  return times.map((when) => {
    const { title, all, ordering } = OF_TIME[when]
    const query = { ...filters, when, ordering }
    return {
      of: 'events',
      title: `${title}${at}`,
      address: addressOf('events', query),
      all: `${all}${at}`,
      query,
      size: FEW,
    }
  })
}

/** The address of a list with filters: of the nested list of one record where there is one, which has that filter in its path. */
function addressOf(of: ListName, query: Query): string {
  const lists: readonly NestedList[] = Object.values(NESTED_LISTS)
  const nested = lists.find(
    ({ of: list, filter }) => list === of && /^\d+$/.test(query[filter] ?? ''),
  )
  const { [nested?.filter ?? '']: id = '', ...others } = query
  const parameters = new URLSearchParams(nested === undefined ? query : others)
  parameters.sort()
  const path = nested?.path.replace('{id}', id) ?? LISTS[of].path
  return parameters.size === 0 ? path : `${path}?${parameters.toString()}`
}

/** A list whose filters an operation has, or the nested list whose path has one of them as well. */
type Filtered = Pick<NestedList, 'path' | 'of'> & Partial<Pick<NestedList, 'filter'>>

/** By the operation. */
const FILTERED: ReadonlyMap<OperationId, Filtered> = new Map(
  [
    ...COUNTED_LISTS.flatMap((of): Filtered[] =>
      ['', 'sparse/', 'facets/'].map((part) => ({ of, path: `${LISTS[of].path}${part}` })),
    ),
    ...Object.values<Filtered>(NESTED_LISTS),
  ].map((list) => [listAt(list.path).operationId, list]),
)

/** Reads the parts of views, by the readers of lists, and the names of records whose ids the address has. */
export const readParts: ReadParts<ReadContext> = (request, context) => {
  const parts = readLists(request, context)
  const list = FILTERED.get(request.operationId)
  if (list === undefined) return parts
  const [names, found] = [readNames(list, request, context), readFound(list, request, context)]
  return Promise.all([parts, names, found]).then(([read, named, searched]) => ({
    ...(read ?? { sections: [], isLive: false }),
    named,
    ...searched,
  }))
}

/** The records with such a name, for a search that finds nothing. */
async function readFound(
  { of }: Filtered,
  { given: { q: search }, body }: PartsRequest,
  { lists, charge }: ReadContext,
): Promise<Partial<Pick<Parts, 'found' | 'isLive'>> | undefined> {
  const { count, results } = body() as { count: number; results?: readonly object[] }
  if (search === undefined || results === undefined || count > 0) return undefined
  const found = await inTime(charged(lists.searchNames(of, search), charge))
  return found === undefined ? { isLive: true } : { found: found.names }
}

/**
 * The records that the address names by their ids, and the categories to choose from. An empty list embeds none of these, so no
 * name can come from its body.
 */
async function readNames(
  { of, filter: ofPath }: Filtered,
  { path, given }: PartsRequest,
  { db }: ReadContext,
): Promise<NamedByFilter> {
  const ids = ofPath === undefined ? given : { ...given, [ofPath]: String(path['id']) }
  const read = []
  for (const [name, filter] of Object.entries(filtersOfList(of))) {
    const { [name]: value } = ids
    const offered = name === 'category' ? MAX_CATEGORIES : 0
    if (!('names' in filter) || (value === undefined && offered === 0)) continue
    const found = selectNames(db, filter.names, value ?? '', offered)
    read.push(found.then((records) => [name, records] as const))
  }
  return Object.fromEntries(await Promise.all(read))
}

const readLists = (request: PartsRequest, context: ReadContext): Promise<Parts> | undefined => {
  const wanted = SECTIONS[request.operationId]?.(request) ?? []
  const faceted = FACETED[request.operationId]
  if (faceted !== undefined && isShort(faceted, request)) {
    return readFaceted(faceted, wanted, request, context)
  }
  if (wanted.length === 0) return undefined
  return request.operationId === 'retrieveIndex'
    ? readWithOverview(wanted, context)
    : readSections(wanted, request, context)
}

/** The lists whose views show facets, if they are short. */
const FACETED: { readonly [Id in OperationId]?: ListName } = {
  listMarketplaceArtworks: 'artworks',
  listEvents: 'events',
}

/** Counting the facets takes several times as long as the page of so many records. */
const MAX_FACETED = 500

/** Whether a list is public and short enough for its facets. That of one record has nothing to choose. */
function isShort(list: ListName, { given, body }: PartsRequest): boolean {
  const filters = filtersOfList(list)
  const isFilter = (name: string): boolean => name in filters || OF_FACETS.has(name)
  if (!Object.keys(given).every(isFilter)) return false
  const { count } = body() as { count: number }
  return count > 1 && count <= MAX_FACETED
}

const OF_FACETS = new Set<string>([...FILTER_OPTIONS, 'limit', 'offset', 'ordering', 'format'])

async function readFaceted(
  list: ListName,
  wanted: readonly Wanted[],
  request: PartsRequest,
  context: ReadContext,
): Promise<Parts> {
  const { limit: _, offset: __, ...given } = request.given
  const defaults = FILTER_OPTIONS.map((name) => [name, defaultIn(list, name)] as const)
  const known = Object.fromEntries(defaults.filter(([, value]) => value !== undefined))
  const [parts, facets] = await Promise.all([
    readSections(wanted, request, context),
    inTime(shortFacetsOfList(list, { query: { ...known, ...given }, given }, context)),
  ])
  if (facets === undefined) return { ...parts, isLive: true }
  const shown = Object.entries(facets).map(([name, facet]) => [name, mostOf(list, name, facet)])
  // The facets of events are seen from the time of the request.
  return { ...parts, facets: Object.fromEntries(shown), isLive: list === 'events' }
}

/** A page that is found at once should not seem slow because of its facets. */
const MAX_WAIT_MS = 300

/** The result, unless others keep the database busy: a page does not wait for its facets then, and does not fail with them. */
async function inTime<Result>(work: Promise<Result>): Promise<Result | undefined> {
  const timeout = Promise.withResolvers<undefined>()
  const timer = setTimeout(timeout.resolve, MAX_WAIT_MS, undefined)
  const unlessBusy = work.catch((error: unknown) => {
    if (toProblem(error).status !== 503) throw error
    return undefined
  })
  return Promise.race([unlessBusy, timeout.promise]).finally(() => clearTimeout(timer))
}

/** Of each facet; the page of the counts has more. */
const MAX_VALUES = 8

/** The most frequent values, or all ranges. */
function mostOf(list: ListName, name: string, facet: Schemas['Facet']): Schemas['Facet'] {
  const { values } = facet
  const areCases = 'cases' in (FACETS[list][name]?.values ?? {})
  if (areCases || values.length <= MAX_VALUES) return facet
  return { values: values.slice(0, MAX_VALUES), has_more: true }
}

async function readWithOverview(wanted: readonly Wanted[], context: ReadContext): Promise<Parts> {
  const request = { operationId: 'retrieveIndex', path: {}, given: {}, body: () => ({}) } as const
  const [parts, overview] = await Promise.all([
    readSections(wanted, request, context),
    readOverview(context),
  ])
  return { ...parts, overview }
}

async function readOverview(context: ReadContext): Promise<Overview> {
  const count = async (list: ListName): Promise<number> => {
    const ordering = parseOrdering(usualOrdering(list)) as Ordering<SortKeys[ListName]>
    return (await context.lists.page(list, { ordering, limit: 1, offset: 0 })).count
  }
  const all = {
    query: { limit: MAX_CATEGORIES, offset: 0, ordering: 'name' },
    given: {},
  } as const
  const [ofArtworks, ofEvents, artworkCount, eventCount] = await Promise.all([
    namedListPage(all, context, artworkCategoryKind),
    namedListPage(all, context, eventCategoryKind),
    count('artworks'),
    count('events'),
  ])
  return {
    counts: { artworks: artworkCount, events: eventCount },
    categories: { artworks: ofArtworks, events: ofEvents },
  }
}

/** The ordering of a list without one in the request. */
function usualOrdering(list: ListName): string {
  return String(defaultIn(list, 'ordering'))
}

/** What a parameter of a list is without a value in the request. */
function defaultIn(list: ListName, name: string): string | number | undefined {
  return defaultOf(parametersOf(listAt(LISTS[list].path), 'query').get(name)?.schema ?? {})
}

/** The operation that reads a list. */
function listAt(path: string): Operation {
  const operation = contract.paths[path]?.['get']
  if (operation === undefined) throw new Error(`The contract has no list at ${path}`)
  return operation
}

/** The lists of the records that have a page with other records of the same list. */
const OWN_LISTS: { readonly [Id in OperationId]?: ListName } = {
  retrieveMarketplaceArtwork: 'artworks',
  retrieveEvent: 'events',
}

const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0)

/** Each record is in one section, and that of the page in none. */
async function readSections(
  wanted: readonly Wanted[],
  { operationId, body }: PartsRequest,
  { lists }: ReadContext,
): Promise<Parts> {
  const own = OWN_LISTS[operationId]
  const shown = new Set(own === undefined ? [] : [`${own} ${idOf(body)}`])
  const read = await Promise.all(
    wanted.map(({ of, query, size }, at) => {
      const ordering = query['ordering'] ?? usualOrdering(of)
      // Those of the page and of the sections before this one may be among the first records.
      const others = own === undefined ? 0 : 1 + sum(wanted.slice(0, at).map((each) => each.size))
      const limit = size + others
      return leadingRecords<{ id: number }>(of, { ...query, ordering }, limit, lists)
    }),
  )
  const sections = wanted.map(({ query: _, size, ...section }, at) => {
    const keyOf = ({ id }: { readonly id: number }): string => `${section.of} ${id}`
    const { records: found, isComplete } = read[at] as LeadingRecords<{ id: number }>
    const records = found.filter((each) => !shown.has(keyOf(each))).slice(0, size)
    for (const each of records) shown.add(keyOf(each))
    // The cast is safe: the records are of the list that the section names.
    return { ...section, records: records as object[], isComplete } as Section
  })
  return {
    // The list may have records where none was found: the link to it stays.
    sections: sections.filter(({ records, isComplete }) => records.length > 0 || !isComplete),
    isLive: wanted.some(({ query }) => 'when' in query),
  }
}
