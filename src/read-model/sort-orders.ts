import { COUNTED_LISTS, LISTS, type KeyType, type ListName, type SortKey } from '../lists/list.ts'

/** An ascending order of a list's public rows; its anchors are stored under its name. */
export interface SortOrder {
  readonly list: ListName
  readonly name: string
  /** SQL of a relation with the columns `id`, `is_public` and `column`. */
  readonly from: string
  /** The table of that relation, and its column with the id. */
  readonly table: string
  readonly id: string
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

/** The column of the anchor table that holds a key of this type. */
const ANCHOR_COLUMNS: Readonly<Record<KeyType, string>> = {
  timestamptz: 'first_time',
  numeric: 'first_number',
  integer: 'first_number',
  text: 'first_text',
}

export const SORT_ORDERS: readonly SortOrder[] = COUNTED_LISTS.flatMap((list) =>
  Object.entries<SortKey>(LISTS[list].sortKeys).flatMap(([name, key]) =>
    sortOrdersOf(list, name, key),
  ),
)

/** The sort orders of a key: one, or two for a nullable column. */
export function sortOrdersOf(
  list: ListName,
  key: string,
  { elsewhere, column, type, nullable }: SortKey,
): SortOrder[] {
  const common = {
    list,
    name: `${list}.${key}`,
    from: elsewhere?.stored ?? list,
    table: elsewhere?.table ?? list,
    id: elsewhere?.id ?? 'id',
    column,
    hasPrices: elsewhere !== undefined,
  }
  const withKey = { ...common, key: { type, anchorColumn: ANCHOR_COLUMNS[type] } }
  if (nullable !== 'any') return [withKey]
  return [
    { ...withKey, rows: 'with key' },
    { ...common, name: `${list}.${key}_null`, key: undefined, rows: 'without key' },
  ]
}
