import type { Selectable } from 'kysely'
import type { components } from '../../generated/v1.ts'
import { NAMED_TABLES, type Database, type NamedTable } from '../database/tables.ts'
import { apiRoot } from '../contract/document.ts'
import type { Urls } from '../contract/operation-types.ts'
import { utcSeconds } from '../request-body/timestamp.ts'
import { unauthorized } from '../auth/api-key.ts'
import type { OwnRecords, Viewer } from '../database/visibility.ts'
import { ARTWORK_FILTERS, EVENT_FILTERS, type Filters, type FilterValues } from './filters.ts'
import type { Fields } from './sparse-records.ts'

type Schemas = components['schemas']

/** A list of the contract as data. The plan of a page, its SQL and its links follow from this. */
export interface List<Key extends string = string> {
  /** Below the API's root, with the slash at its end. */
  readonly path: string
  readonly table: keyof Database
  readonly sortKeys: Readonly<Record<Key, SortKey>>
  /** By the name of the query parameter of the contract that has the value. */
  readonly filters?: Filters
  /** Whether an index has the columns of most filters: a scan reads it alone, instead of the table. */
  readonly hasFilterIndex?: true
  /** The ordering by relevance in a request without a search: that of a request without an ordering. */
  readonly unsearched?: Ordering<Key>
}

/** A sort key of a list: the column by which its rows are sorted. Rows with equal values are sorted by `id`. */
export interface SortKey {
  readonly column: string
  readonly type: KeyType
  /** Which rows may have no value: any, or drafts only. They come last in both directions. */
  readonly nullable?: 'any' | 'drafts'
  /** For a column that is not in the table of the list. */
  readonly elsewhere?: {
    readonly table: keyof Database
    /** Its column with the id of the row. */
    readonly id: string
    /** SQL of a relation with the columns `id`, `is_public` and `column`, for the counted offset index. */
    readonly stored: string
    /** SQL of its value for a row of the table. */
    readonly computed: string
  }
}

/** The sort keys of a table: one of a column that may be null says so. */
type KeysOf<Table extends keyof Database> = Readonly<
  Record<string, SortKey & (Pick<Required<SortKey>, 'elsewhere'> | ColumnOf<Table>)>
>

type ColumnOf<Table extends keyof Database> = {
  [Column in keyof Row<Table>]: { readonly column: Column } & (null extends Row<Table>[Column]
    ? Pick<Required<SortKey>, 'nullable'>
    : unknown)
}[keyof Row<Table>]

type Row<Table extends keyof Database> = Selectable<Database[Table]>

export type KeyType = 'timestamptz' | 'numeric' | 'integer' | 'text'

/** The lists with a counted offset index, by the name of their table. */
export const COUNTED_LISTS = ['artworks', 'events'] as const

export type ListName = (typeof COUNTED_LISTS)[number]

/** A sort key of the contract that is no column: how well a record fits the search of the request. */
type Relevance = 'relevance'

export interface SortKeys extends Record<NamedTable, KeyOf<Schemas['NameOrdering']>> {
  readonly artworks: Exclude<KeyOf<Schemas['ArtworkOrdering']>, Relevance>
  readonly events: Exclude<KeyOf<Schemas['EventOrdering']>, Relevance>
  readonly api_keys: 'id'
  readonly webhooks: 'id'
}

/**
 * Converted prices of public artworks are stored, so that they have an index. PostgreSQL inlines the subquery, which renames
 * the id, so it still uses that index. Those of other artworks are computed by the current rates.
 */
const PRICE_USD = {
  table: 'artwork_prices',
  id: 'artwork_id',
  stored:
    '(SELECT artwork_id AS id, is_public, price_usd, price_eur FROM artwork_prices) AS prices',
  computed: '(SELECT price_usd FROM converted_prices(price, price_currency))',
} as const

const ID = { column: 'id', type: 'integer' } as const

/** `npm run generate` makes the offset index of the counted lists from this (src/database/schema/9-sort-orders.sql). */
export const LISTS: { readonly [Table in keyof SortKeys]: List<SortKeys[Table]> } = {
  artworks: {
    path: '/marketplace-artworks/',
    table: 'artworks',
    sortKeys: {
      order_date: { column: 'order_date', type: 'timestamptz' },
      created_at: { column: 'created_at', type: 'timestamptz' },
      published_at: { column: 'published_at', type: 'timestamptz', nullable: 'drafts' },
      title: { column: 'title_sort_key', type: 'text' },
      views_count: { column: 'views_count', type: 'integer' },
      price: { column: 'price', type: 'numeric', nullable: 'any' },
      price_usd: { column: 'price_usd', type: 'numeric', nullable: 'any', elsewhere: PRICE_USD },
      updated_at: { column: 'updated_at', type: 'timestamptz' },
    } satisfies KeysOf<'artworks'>,
    filters: ARTWORK_FILTERS,
    hasFilterIndex: true,
    unsearched: { key: 'order_date', descending: true },
  },
  events: {
    path: '/events/',
    table: 'events',
    sortKeys: {
      start_time: { column: 'start_time', type: 'timestamptz' },
      end_time: { column: 'end_time', type: 'timestamptz' },
      updated_at: { column: 'updated_at', type: 'timestamptz' },
    } satisfies KeysOf<'events'>,
    filters: EVENT_FILTERS,
    unsearched: { key: 'start_time', descending: true },
  },
  ...namedLists(),
  api_keys: { path: '/api-keys/', table: 'api_keys', sortKeys: { id: ID } },
  webhooks: { path: '/webhooks/', table: 'webhooks', sortKeys: { id: ID } },
}

/** The name in the path of a list: `marketplace-artworks`. */
export const collectionOf = (table: keyof SortKeys): string => LISTS[table].path.slice(1, -1)

/** The filters of a list, by the names of their parameters. */
export const filtersOfList = (list: ListName): Filters => (LISTS[list] as List).filters ?? {}

function namedLists(): Record<NamedTable, List<SortKeys[NamedTable]>> {
  const sortKeys = { name: { column: 'name_sort_key', type: 'text' }, id: ID } as const
  const lists = Object.keys(NAMED_TABLES).map((table) => {
    const path = `/${table.replaceAll('_', '-')}/`
    return [table, { path, table: table as NamedTable, sortKeys }]
  })
  return Object.fromEntries(lists) as ReturnType<typeof namedLists>
}

/** A list below a record: the records of another list that belong to it. src/read-model/ reads it as a filtered list. */
export interface NestedList<Parent extends NamedTable = NamedTable> {
  /** Below the API's root. */
  readonly path: string
  readonly of: ListName
  readonly parent: Parent
  /** The filter of the other list whose value is the id of the record. */
  readonly filter: string
}

export const NESTED_LISTS = {
  artworksOfArtist: nestedList('artworks', 'artists'),
  artworksOfGallery: nestedList('artworks', 'galleries'),
  eventsOfVenue: nestedList('events', 'venues'),
} as const

export type NestedName = keyof typeof NESTED_LISTS

function nestedList<Parent extends NamedTable>(of: ListName, parent: Parent): NestedList<Parent> {
  const filter = filterNaming(of, parent)
  if (filter === undefined) {
    throw new Error(`No filter of ${of} names ${parent}: add one to src/lists/filters.ts.`)
  }
  return { path: `${LISTS[parent].path}{id}${LISTS[of].path}`, of, parent, filter }
}

/** The filter of a list by the ids of records of a table. */
export function filterNaming(list: ListName, table: string): string | undefined {
  return filtersByName(list).find(([, named]) => named === table)?.[0]
}

/** The filters of a list by the ids of records with a name, with the tables of these. */
export function filtersByName(list: ListName): (readonly [filter: string, table: NamedTable])[] {
  return Object.entries(filtersOfList(list)).flatMap(([name, filter]) =>
    'names' in filter && filter.names !== undefined ? [[name, filter.names] as const] : [],
  )
}

/** The nested list at the path of a URL, if there is one. */
export function nestedListAt(pathname: string): NestedList | undefined {
  const [collection, , list] = pathname.split('/').slice(-4)
  const lists: readonly NestedList[] = Object.values(NESTED_LISTS)
  return lists.find(({ path }) => path === `/${collection}/{id}/${list}/`)
}

/** The part of a request for a list that all lists share, and the values of filters. */
export interface ListRequest {
  readonly query: Readonly<Record<string, unknown>> & {
    readonly limit: number
    readonly offset: number
  }
  readonly given: PageRequest['given']
  /** Set for the sparse list. */
  readonly fields?: Fields
  /** Whether the list is that of the time of the request, so that it changes without a change of its records. */
  readonly isOfNow?: boolean
}

const MINUTE_MS = 60_000

/** The time of `when` in a request without `at`: the beginning of the minute, so that equal requests within it have equal responses. */
export function timeOfRequest(): string {
  return utcSeconds(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS)
}

/** The request with the time of `when`, which the links of the page name: all pages of a walk have the same list. */
export function atTime<Request extends ListRequest>(request: Request): Request {
  const { query, given } = request
  if (query['when'] === undefined || query['at'] !== undefined) return request
  const at = timeOfRequest()
  return { ...request, query: { ...query, at }, given: { ...given, at }, isOfNow: true }
}

export function pageRequest(
  { path }: List,
  { query: { limit, offset }, given, fields }: ListRequest,
  urls: Urls,
): PageRequest {
  const listUrl = `${urls.public}${apiRoot}${path}${fields === undefined ? '' : 'sparse/'}`
  return { listUrl, limit, offset, given }
}

/** The page envelope of every list (contract). */
export interface Page<Item> {
  count: number
  next: string | null
  previous: string | null
  results: Item[]
}

export interface PageRequest {
  /** Absolute URL of the list, with the slash at its end. */
  readonly listUrl: string
  readonly limit: number
  readonly offset: number
  /** The query parameters as the client sent them. */
  readonly given: Readonly<Record<string, string>>
}

/** @param size the number of records of the page, which can be smaller than its limit where the list goes on. */
export function page<Item>(
  request: PageRequest,
  count: number,
  results: Item[],
  size: number,
): Page<Item> {
  const { limit, offset } = request
  const end = offset + size
  return {
    count,
    next: size > 0 && end < count ? pageLink(request, end) : null,
    previous: offset > 0 ? pageLink(request, Math.max(0, offset - limit)) : null,
    results,
  }
}

/** Repeats the given parameters, always with limit and offset, in alphabetical order. */
function pageLink({ listUrl, given, limit }: PageRequest, offset: number): string {
  const query = new URLSearchParams({ ...given, limit: String(limit), offset: String(offset) })
  query.sort()
  return `${listUrl}?${query.toString()}`
}

/** A sort key of the contract and its direction. */
export interface Ordering<Key extends string> {
  readonly key: Key
  readonly descending: boolean
}

/** The sort key of an ordering of the contract: `price` for `price` and `-price`. */
type KeyOf<Value extends string> = Value extends `-${infer Key}` ? Key : Value

/** The order that a filter gives: that of the ids in its value, or the most relevant record first. */
export interface FilterOrder {
  readonly of: 'ids' | 'q'
  /** The value of the filter, in the form of `filterValues`. */
  readonly value: string | number
}

/**
 * The order of the records that pass filters. Without an `ordering`, it is that of the filter by `ids` or `q`, if the request has
 * one.
 */
export function orderOf<Key extends string>(
  { unsearched }: List<Key>,
  { ids, q }: FilterValues,
  { given }: Pick<ListRequest, 'given'>,
  ordering: Ordering<Key | Relevance>,
): Ordering<Key> | FilterOrder {
  const { key, descending } = ordering
  // Without a search, the order by relevance is that of a request without an ordering.
  const isGiven = given['ordering'] !== undefined && (key !== 'relevance' || q !== undefined)
  if (!isGiven && ids !== undefined) return { of: 'ids', value: ids }
  if (q !== undefined && (!isGiven || key === 'relevance')) return { of: 'q', value: q }
  return key === 'relevance' ? (unsearched as Ordering<Key>) : { key, descending }
}

/** Parses `price` or `-price`; validation has already accepted the value. */
export function parseOrdering<Value extends string>(value: Value): Ordering<KeyOf<Value>> {
  const descending = value.startsWith('-')
  return { key: (descending ? value.slice(1) : value) as KeyOf<Value>, descending }
}

/**
 * The records that a list shows before any filter: the public ones, unless the request names another state, inactive ones
 * or an external id.
 * @throws 401 when an anonymous client asks for other records.
 */
export function requestedRecords(
  {
    publish_status: status,
    external_id: externalId,
    is_active: isActive,
  }: {
    publish_status?: components['schemas']['PublishStatus']
    external_id?: string
    is_active?: boolean
  },
  viewer: Viewer,
): 'public' | OwnRecords {
  const isOfPublic = (status ?? 'published') === 'published' && (isActive ?? true)
  if (externalId === undefined && isOfPublic) return 'public'
  if (viewer === undefined) throw unauthorized()
  return { status, externalId, isActive, viewer }
}
