import type { components } from '../../generated/v1.ts'
import type { KeyOf, Ordering } from '../lists/page.ts'

type Schemas = components['schemas']

/** The lists that are read by waypoints, by the name of their table. */
export type ListName = 'artworks' | 'events'

export interface SortKeys {
  readonly artworks: KeyOf<Schemas['ArtworkOrdering']>
  readonly events: KeyOf<Schemas['EventOrdering']>
}

type KeyType = 'timestamptz' | 'numeric' | 'integer' | 'text'

/** One order of a list's public rows, ascending; its waypoints bear its name (schema/5-offset-index.sql). */
export interface SortOrder {
  readonly list: ListName
  readonly name: string
  /** SQL of a relation with `id`, `is_public` and the column. */
  readonly from: string
  readonly column: string
  /** Whether its rows show the converted prices of the relation, and not those by the rates of the moment. */
  readonly hasPrices: boolean
  /** Undefined for rows without the key: the id alone orders them. */
  readonly key: { readonly type: KeyType; readonly anchorColumn: string } | undefined
  /** Which rows of a column that can be null. */
  readonly rows?: 'with key' | 'without key'
}

/** A part of an ordering: a track, read forwards or backwards. */
export interface RangeScan {
  readonly order: SortOrder
  readonly descending: boolean
}

/** PostgreSQL reads the index of the table through it. */
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
  /** The table of the list when left out. */
  readonly from?: string
  readonly column: string
  readonly type: KeyType
  readonly nullable?: boolean
}

/** The column of `offset_anchors` that holds a key of this type. */
const ANCHOR_COLUMNS: Readonly<Record<KeyType, string>> = {
  timestamptz: 'first_time',
  numeric: 'first_number',
  integer: 'first_number',
  text: 'first_text',
}

export const SORT_ORDERS: readonly SortOrder[] = (['artworks', 'events'] as const).flatMap((list) =>
  Object.entries<Column>(COLUMNS[list]).flatMap(([key, column]) => tracksOf(list, key, column)),
)

function tracksOf(
  list: ListName,
  key: string,
  { from = list, column, type, nullable }: Column,
): SortOrder[] {
  const sorted = { list, name: `${list}.${key}`, from, column, hasPrices: from === PRICES }
  const keyed = { ...sorted, key: { type, anchorColumn: ANCHOR_COLUMNS[type] } }
  if (nullable !== true) return [keyed]
  const bare = { ...sorted, name: `${list}.${key}_null`, key: undefined }
  return [
    { ...keyed, rows: 'with key' },
    { ...bare, rows: 'without key' },
  ]
}

const legs = new Map<string, readonly RangeScan[]>()

/** What an ordering reads one after the other: null values come last in both directions (design: ordering). */
export function rangeScansOf<List extends ListName>(
  list: List,
  { key, descending }: Ordering<SortKeys[List]>,
): readonly RangeScan[] {
  const ordering = `${list} ${key} ${descending}`
  const known = legs.get(ordering)
  if (known !== undefined) return known
  const orders = tracksOf(list, key, (COLUMNS[list] as Record<string, Column>)[key] as Column)
  const found = orders.map((order) => ({ order, descending }))
  legs.set(ordering, found)
  return found
}
