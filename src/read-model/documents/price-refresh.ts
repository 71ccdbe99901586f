import { sql, type Transaction } from 'kysely'
import { selectRows, type DatabaseReader } from '../../database/kysely.ts'
import type { Database } from '../../database/tables.ts'
import type { IdWindow, Refresh, WrongWindow } from './refresh-task.ts'

/**
 * Converts the prices of `artwork_prices` that were converted with outdated rates. The list ordered by `price_usd` shows
 * the prices of these rows, so its order and its prices always agree.
 *
 * After new rates, it checks all prices. After a change of artworks, it checks their prices, because the writer may not
 * have seen rates that were stored concurrently.
 */
export const priceRefresh: Refresh = {
  name: 'prices',
  subjects: ['artworks', 'exchange_rate'],
  // Outdated prices make no reader slower.
  pauseRatio: 2,
  lastId: selectLastId,
  window: selectWindow,
  async refresh(trx, ids) {
    const locked = await lockOutdated(trx, ids)
    if (locked.length > 0) await convertPrices(trx, locked)
  },
}

async function selectLastId(db: DatabaseReader): Promise<number> {
  const rows = await selectRows(db)<{ last: number }>`
    SELECT coalesce(max(artwork_id), 0) AS last FROM artwork_prices`
  return rows[0]?.last ?? 0
}

/** NULL without a price. */
const IS_OUTDATED = sql<boolean>`rates <> (SELECT version FROM exchange_rate_version)`

async function selectWindow(trx: DatabaseReader, after: number, size: number): Promise<IdWindow> {
  const rows = await selectRows(trx)<IdWindow>`
    SELECT max(id) AS last, coalesce(array_agg(id) FILTER (WHERE is_outdated), '{}') AS stale FROM (
      SELECT artwork_id AS id, ${IS_OUTDATED} AS is_outdated FROM artwork_prices
      WHERE artwork_id > ${after} ORDER BY artwork_id LIMIT ${size}
    ) AS listed`
  return rows[0] as IdWindow
}

/**
 * Locks the outdated rows until the end of the transaction, and skips locked rows. A writer that has changed an artwork
 * has also locked its row here, so its price is skipped. A later writer waits.
 */
async function lockOutdated(trx: Transaction<Database>, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT artwork_id AS id FROM artwork_prices
    WHERE artwork_id = ANY (${ids}::integer[]) AND ${IS_OUTDATED}
    ORDER BY artwork_id FOR UPDATE SKIP LOCKED`.execute(trx)
  return rows.map(({ id }) => id)
}

async function convertPrices(trx: Transaction<Database>, ids: readonly number[]): Promise<void> {
  await sql`
    UPDATE artwork_prices SET rates = converted.rates, price_usd = converted.price_usd,
      price_eur = converted.price_eur
    FROM artworks CROSS JOIN LATERAL converted_prices(price, price_currency) AS converted
    WHERE artworks.id = artwork_id AND artwork_id = ANY (${ids}::integer[])`.execute(trx)
}

/**
 * The ids of artworks whose row of prices differs from the one computed from the artwork, because triggers were
 * disabled. Outdated prices are not compared.
 */
export async function selectWrongPrices(
  db: DatabaseReader,
  after: number,
  size: number,
): Promise<WrongWindow> {
  const rows = await selectRows(db)<WrongWindow>`
    SELECT max(id) AS last, coalesce(array_agg(id) FILTER (WHERE is_wrong), '{}') AS wrong FROM (
      SELECT listed.id, (stored.artwork_id, stored.is_public, stored.rates IS NULL)
          IS DISTINCT FROM (artworks.id, artworks.is_public, artworks.price IS NULL)
        OR stored.rates IS NOT DISTINCT FROM converted.rates
          AND (stored.price_usd, stored.price_eur) IS DISTINCT FROM (converted.price_usd, converted.price_eur)
        AS is_wrong
      FROM (
        (SELECT id FROM artworks WHERE id > ${after} ORDER BY id LIMIT ${size})
        UNION (SELECT artwork_id FROM artwork_prices WHERE artwork_id > ${after}
          ORDER BY artwork_id LIMIT ${size})
        ORDER BY id LIMIT ${size}
      ) AS listed
      LEFT JOIN artwork_prices AS stored ON artwork_id = listed.id
      LEFT JOIN artworks ON artworks.id = listed.id
      LEFT JOIN LATERAL converted_prices(artworks.price, artworks.price_currency) AS converted ON true
    ) AS compared`
  return rows[0] as WrongWindow
}

/** Rebuilds the rows of prices of these artworks. Needs the list's lock. */
export async function repairPrices(
  trx: Transaction<Database>,
  ids: readonly number[],
): Promise<void> {
  await sql`DELETE FROM artwork_prices WHERE artwork_id = ANY (${ids}::integer[])`.execute(trx)
  await sql`
    INSERT INTO artwork_prices (artwork_id, is_public, rates, price_usd, price_eur)
    SELECT id, is_public, converted.rates, converted.price_usd, converted.price_eur
    FROM artworks CROSS JOIN LATERAL converted_prices(price, price_currency) AS converted
    WHERE id = ANY (${ids}::integer[])`.execute(trx)
}
