import type { components } from '../../generated/v1.ts'
import type { KeyOf, Ordering } from '../lists/page.ts'

type Schemas = components['schemas']

/** The lists with a counted offset index, by the name of their table. */
export type ListName = 'artworks' | 'events'

export interface SortKeys {
  readonly artworks: KeyOf<Schemas['ArtworkOrdering']>
  readonly events: KeyOf<Schemas['EventOrdering']>
}

type KeyType = 'timestamptz' | 'numeric' | 'integer' | 'text'

/** An ascending order of a list's public rows; its anchors are stored under its name. */
export interface SortOrder {
  readonly list: ListName
  readonly name: string
  /** SQL of a relation with the columns `id`, `is_public` and `column`. */
  readonly from: string
  readonly column: string
  /** Whether records show the converted prices of the relation instead of the current exchange rates. */
  readonly hasPrices: boolean
  /** Undefined for rows without a key, which are ordered by id alone. */
  readonly key: { readonly type: KeyType; readonly anchorColumn: string } | undefined
  /** For a nullable column only: the rows of this sort order. */
  readonly rows?: 'with key' | 'without key'
}

/** A sort order, read forwards or backwards. An ordering is one range scan, or two for a nullable column. */
export interface RangeScan {
  readonly order: SortOrder
  readonly descending: boolean
}

/** Renames the id column. PostgreSQL inlines this subquery, so it still uses the index of the table. */
const PRICES =
  '(SELECT artwork_id AS id, is_public, price_usd, price_eur FROM artwork_prices) AS prices'

const COLUMNS: { readonly [List in ListName]: Readonly<Record<SortKeys[List], Column>> } = {
  artworks: {
    order_date: { column: 'order_date', type: 'timestamptz' },
    created_at: { column: 'created_at', type: 'timestamptz' },
    published_at: { column: 'published_at', type: 'timestamptz' },
    title: { column: 'title_sort_key', type: 'text' },
    views_count: { column: 'views_count', type: 'integer' },
    price: { column: 'price', type: 'numeric', nullable: true },
    price_usd: { from: PRICES, column: 'price_usd', type: 'numeric', nullable: true },
  },
  events: {
    start_time: { column: 'start_time', type: 'timestamptz' },
    end_time: { column: 'end_time', type: 'timestamptz' },
  },
}

interface Column {
  /** Default: the table of the list. */
  readonly from?: string
  readonly column: string
  readonly type: KeyType
  readonly nullable?: boolean
}

/** The column of the anchor table that holds a key of this type. */
const ANCHOR_COLUMNS: Readonly<Record<KeyType, string>> = {
  timestamptz: 'first_time',
  numeric: 'first_number',
  integer: 'first_number',
  text: 'first_text',
}

export const SORT_ORDERS: readonly SortOrder[] = (['artworks', 'events'] as const).flatMap((list) =>
  Object.entries<Column>(COLUMNS[list]).flatMap(([key, column]) => sortOrdersOf(list, key, column)),
)

function sortOrdersOf(
  list: ListName,
  key: string,
  { from = list, column, type, nullable }: Column,
): SortOrder[] {
  const common = { list, name: `${list}.${key}`, from, column, hasPrices: from === PRICES }
  const withKey = { ...common, key: { type, anchorColumn: ANCHOR_COLUMNS[type] } }
  if (nullable !== true) return [withKey]
  return [
    { ...withKey, rows: 'with key' },
    { ...common, name: `${list}.${key}_null`, key: undefined, rows: 'without key' },
  ]
}

const rangeScans = new Map<string, readonly RangeScan[]>()

/** The range scans of an ordering, in this order: null values come last in both directions (openapi/v1.yaml). */
export function rangeScansOf<List extends ListName>(
  list: List,
  { key, descending }: Ordering<SortKeys[List]>,
): readonly RangeScan[] {
  const ordering = `${list} ${key} ${descending}`
  const cached = rangeScans.get(ordering)
  if (cached !== undefined) return cached
  const orders = sortOrdersOf(list, key, (COLUMNS[list] as Record<string, Column>)[key] as Column)
  const scans = orders.map((order) => ({ order, descending }))
  rangeScans.set(ordering, scans)
  return scans
}
