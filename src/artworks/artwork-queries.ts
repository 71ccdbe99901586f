import { sql } from 'kysely'
import type { DatabaseReader } from '../database/kysely.ts'
import { isListed, type OwnRecords } from '../database/visibility.ts'
import type { Ordering } from '../lists/page.ts'

/** The column behind each sort key of the contract. */
const SORT_COLUMNS = {
  order_date: 'order_date',
  created_at: 'created_at',
  title: 'title_sort_key',
  price: 'price',
  price_usd: 'price_usd',
  views_count: 'views_count',
  published_at: 'published_at',
} as const

/** The prices at the current rates, which unpublished records show. PostgreSQL computes them only to sort by them. */
const PRICES = sql<{
  price_usd: string | null
}>`converted_prices(price, price_currency)`.as('converted')

type ArtworkSortKey = keyof typeof SORT_COLUMNS

export async function countOwnArtworks(db: DatabaseReader, listed: OwnRecords): Promise<number> {
  const { count } = await db
    .selectFrom('artworks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(isListed('artworks', listed))
    .executeTakeFirstOrThrow()
  return count
}

/** The ids of one page. OFFSET is fast enough, because few records are unpublished. */
export async function selectOwnArtworkIds(
  db: DatabaseReader,
  listed: OwnRecords,
  { key, descending }: Ordering<ArtworkSortKey>,
  limit: number,
  offset: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('artworks')
    .innerJoinLateral(PRICES, (join) => join.onTrue())
    .select('id')
    .where(isListed('artworks', listed))
    .orderBy(SORT_COLUMNS[key], (by) => (descending ? by.desc().nullsLast() : by.asc()))
    .orderBy('id', descending ? 'desc' : 'asc')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(({ id }) => id)
}
