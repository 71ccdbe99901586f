import { sql, type Kysely } from 'kysely'
import { expect } from 'vitest'
import { latin1Texts, textOf } from '../../src/response-body.ts'
import type { Database } from '../../src/database/tables.ts'
import { LISTS as SORTED, type ListName } from '../../src/lists/list.ts'
import type { AssembledPage } from '../../src/read-model/reader.ts'
import { inSnapshot, selectRows, type DatabaseReader } from '../../src/database/kysely.ts'
import { artworkJson } from '../../src/artworks/artwork-resource.ts'
import { eventJson } from '../../src/events/event-resource.ts'
import { selectRecords } from '../../src/json-sql/select-records.ts'
import { URLS } from '../support/app.ts'

// The responses that the service must send, read by plain queries: no cache, offset index or stored document.

/** The ids of the records on a page, in its order. */
export function idsOf({ records }: AssembledPage): number[] {
  const text = textOf(latin1Texts(records.texts))
  return (JSON.parse(`[${text}]`) as { id: number }[]).map(({ id }) => id)
}

export const LISTS = {
  artworks: {
    path: '/marketplace-artworks/',
    from: 'artworks JOIN artwork_prices ON artwork_id = id',
    isPublic: `artworks.publish_status = 'published' AND artworks.is_active`,
    firstOrder: 'order_date',
    json: artworkJson,
  },
  events: {
    path: '/events/',
    from: 'events',
    isPublic: `publish_status = 'published'`,
    firstOrder: 'start_time',
    json: eventJson,
  },
} as const

export const LIST_NAMES = ['artworks', 'events'] as const satisfies readonly ListName[]

/** The ids of all public records, sorted by PostgreSQL. `order` is a value of `ordering`. */
export async function sortedIds(
  db: DatabaseReader,
  list: ListName,
  order: string = LISTS[list].firstOrder,
): Promise<number[]> {
  const rows = await selectRows(db)<{ id: number }>`
    SELECT id FROM ${sql.raw(LISTS[list].from)} WHERE ${sql.raw(LISTS[list].isPublic)}
    ORDER BY ${sql.raw(orderBy(order))}`
  return rows.map(({ id }) => id)
}

/** `-price` as SQL; rows without a key come last in both directions. */
function orderBy(order: string): string {
  const direction = order.startsWith('-') ? 'DESC' : 'ASC'
  const key = order.replace('-', '')
  return `${key === 'title' ? 'title_sort_key' : key} ${direction} NULLS LAST, id ${direction}`
}

/** The page of all records, and the response for each record. */
export async function plainBodies(
  db: Kysely<Database>,
  list: ListName,
  urls = URLS,
): Promise<{ readonly page: string; readonly records: ReadonlyMap<number, string> }> {
  const { ids, found } = await inSnapshot(db, async (snapshot) => {
    const all = await sortedIds(snapshot, list)
    const { json } = LISTS[list]
    return {
      ids: all,
      found: await selectRecords<{ id: number }>(snapshot, { table: list, json }, all, urls),
    }
  })
  const page = { count: ids.length, next: null, previous: null, results: found.records }
  return {
    page: JSON.stringify(page),
    records: new Map(found.records.map((record) => [record.id, JSON.stringify(record)])),
  }
}

/** The page ordered by converted prices, which contains the prices that it is ordered by. */
export async function plainPricedPage(db: Kysely<Database>): Promise<string> {
  const { ids, found, prices } = await inSnapshot(db, async (snapshot) => {
    const all = await sortedIds(snapshot, 'artworks', 'price_usd')
    const rows = await snapshot.selectFrom('artwork_prices').selectAll().execute()
    return {
      ids: all,
      found: await selectRecords(snapshot, { table: 'artworks', json: artworkJson }, all, URLS),
      prices: new Map(rows.map((row) => [row.artwork_id, row])),
    }
  })
  const results = found.records.map((artwork) => {
    const row = prices.get(artwork.id)
    const usd = row?.price_usd ?? null
    return {
      ...artwork,
      price_usd: usd === null ? null : Number(usd),
      price_eur: row?.price_eur ?? null,
    }
  })
  return JSON.stringify({ count: ids.length, next: null, previous: null, results })
}

/** The length of a last page. */
const LAST = 20

/**
 * Compares the last page of both lists in each order with plain queries.
 * @param get a GET of a path below /api/v1, with the URLs of the tests.
 */
export async function expectLastPages(
  db: Kysely<Database>,
  get: (path: string) => Promise<string>,
): Promise<void> {
  for (const list of LIST_NAMES) {
    const { records } = await plainBodies(db, list)
    const orders = Object.keys(SORTED[list].sortKeys).flatMap((key) => [key, `-${key}`])
    for (const order of orders) {
      const ids = await sortedIds(db, list, order)
      // Otherwise the last page is the first one.
      expect(ids.length).toBeGreaterThan(LAST)
      const path = `${LISTS[list].path}?ordering=${order}&limit=${LAST}&offset=${ids.length - LAST}`
      const page = JSON.parse(await get(path)) as { count: number; results: { id: number }[] }
      expect(page.count).toBe(ids.length)
      expect(page.results.map((record) => JSON.stringify(record))).toEqual(
        ids.slice(-LAST).map((id) => records.get(id)),
      )
    }
  }
}

export const PRICED_PAGE = `${LISTS.artworks.path}?limit=100&ordering=price_usd`

/** The path below /api/v1 of a page of all records. */
export function wholePage(list: ListName): string {
  return `${LISTS[list].path}?limit=100&ordering=${LISTS[list].firstOrder}`
}
