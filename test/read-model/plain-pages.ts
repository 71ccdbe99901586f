import { sql, type Kysely } from 'kysely'
import { latin1Texts } from '../../src/response-body.ts'
import { textOf } from '../../src/response-body.ts'
import type { Database } from '../../src/database/tables.ts'
import type { ListName } from '../../src/read-model/sort-orders.ts'
import type { AssembledPage } from '../../src/read-model/reader.ts'

const PUBLIC = {
  artworks: `artworks JOIN artwork_prices ON artwork_id = id
    WHERE publish_status = 'published' AND is_active`,
  events: `events WHERE publish_status = 'published'`,
}

/** By list and sort key of the contract: the column. */
export const SORT_COLUMNS: Readonly<Record<ListName, Readonly<Record<string, string>>>> = {
  artworks: {
    order_date: 'order_date',
    created_at: 'created_at',
    published_at: 'published_at',
    title: 'title_sort_key',
    views_count: 'views_count',
    price: 'price',
    price_usd: 'price_usd',
  },
  events: { start_time: 'start_time', end_time: 'end_time' },
}

/** The ids of the records on a page, in their order. */
export function idsOn({ records }: AssembledPage): number[] {
  const text = textOf(latin1Texts(records.texts))
  return (JSON.parse(`[${text}]`) as { id: number }[]).map(({ id }) => id)
}

/** All ids that the public sees, in an order, without any waypoint. */
export async function plainIds(
  db: Kysely<Database>,
  list: ListName,
  key: string,
  descending: boolean,
): Promise<number[]> {
  const direction = descending ? 'DESC' : 'ASC'
  const column = SORT_COLUMNS[list][key]
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM ${sql.raw(PUBLIC[list])}
    ORDER BY ${sql.raw(`${column} ${direction} NULLS LAST, id ${direction}`)}`.execute(db)
  return rows.map(({ id }) => id)
}
