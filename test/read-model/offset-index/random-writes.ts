import { sql, type Kysely, type Transaction } from 'kysely'
import type { Database } from '../../../src/database/tables.ts'
import { nextNumber } from '../../support/sequence.ts'

type Write = (db: Kysely<Database>) => Promise<unknown>

export const upTo = (limit: number): number => Math.floor(Math.random() * limit)

const oneOf = <Item>(items: readonly Item[]): Item => items[upTo(items.length)] as Item

const day = `'2024-01-01'::timestamptz + floor(random() * 50) * interval '1 day'`

/** Inserts artworks with one statement: equal keys, null keys, and some that are not public. */
export function addArtworks(count: number, isPublic = false): Write {
  const slug = `random-${nextNumber()}-`
  return (db) =>
    sql`
    INSERT INTO artworks (title, slug, gallery_id, units, category_id, price, price_display,
      price_currency, publish_status, published_at, created_at, order_date, views_count, is_active)
    SELECT (ARRAY['Ärger', 'zebra', 'Étude', ''])[1 + n % 4] || n % 50, ${slug}::text || n,
      (SELECT min(id) FROM galleries), 'centimeter', 2,
      CASE WHEN priced THEN n % 40 END, CASE WHEN priced THEN 'show price' ELSE 'price on request' END,
      (ARRAY['EUR', 'USD', 'JPY'])[1 + n % 3],
      CASE WHEN seen THEN 'published' ELSE 'draft' END, ${sql.raw(day)}, ${sql.raw(day)},
      ${sql.raw(day)}, n % 7, n % 11 > 0
    FROM (
      SELECT n, random() < 0.7 AS priced, ${isPublic}::boolean OR random() < 0.8 AS seen
      FROM generate_series(1, ${count}::integer) AS n
    ) AS numbers`.execute(db)
}

export function addEvents(count: number, isPublic = false): Write {
  const slug = `random-${nextNumber()}-`
  return (db) =>
    sql`
    INSERT INTO events (author_id, venue_id, category_id, slug, title, publish_status, published_at,
      start_time, end_time, country_code, address, city)
    SELECT (SELECT id FROM users LIMIT 1), (SELECT min(id) FROM venues), 1, ${slug}::text || n,
      'Event', CASE WHEN ${isPublic}::boolean OR random() < 0.8 THEN 'published' ELSE 'draft' END,
      now(),
      start, start + n % 9 * interval '1 day', 'DK', 'Havnegade 4', 'Aarhus'
    FROM (
      SELECT n, ${sql.raw(day)} AS start FROM generate_series(1, ${count}::integer) AS n
    ) AS numbers`.execute(db)
}

/** A statement on random rows. */
const change =
  (statement: string): Write =>
  (db) =>
    sql.raw(statement.replace('SOME', `id % ${2 + upTo(60)} = ${upTo(2)}`)).execute(db)

const WRITES: readonly (() => Write)[] = [
  () => addArtworks(1 + upTo(3)),
  () => addArtworks(upTo(900)),
  () => addEvents(upTo(400)),
  () => change('DELETE FROM artworks WHERE SOME'),
  () => change('DELETE FROM events WHERE SOME'),
  () => change('UPDATE artworks SET views_count = views_count + 1 WHERE SOME'),
  () => change(`UPDATE artworks SET price = id % 50, price_display = 'show price' WHERE SOME`),
  () =>
    change(`UPDATE artworks SET price = NULL, price_display = 'price on request' WHERE SOME
    AND price_display = 'show price'`),
  () => change(`UPDATE artworks SET order_date = ${day}, title = title || id % 3 WHERE SOME`),
  () => change(`UPDATE artworks SET is_active = NOT is_active WHERE SOME`),
  () =>
    change(`UPDATE artworks SET publish_status = 'archived' WHERE SOME
    AND publish_status = 'published'`),
  () => change(`UPDATE artworks SET publish_status = 'published' WHERE SOME`),
  () => change('UPDATE artworks SET medium = medium WHERE SOME'),
  () => change('UPDATE artworks SET id = id + 1000000 WHERE SOME AND id < 1000000'),
  () => change(`UPDATE events SET end_time = end_time + interval '1 day' WHERE SOME`),
  () =>
    change(`UPDATE events SET publish_status = 'archived' WHERE SOME
    AND publish_status = 'published'`),
  () => change(`UPDATE events SET publish_status = 'published' WHERE SOME`),
  () =>
    change(`INSERT INTO exchange_rates VALUES ('USD', '2024-01-01', 1 + random(), 'test')
    ON CONFLICT (currency, rate_date) DO UPDATE SET units_per_euro = excluded.units_per_euro`),
]

/**
 * Some random writes in one transaction, with savepoints that are rolled back.
 * @param truncates whether it truncates the artworks now and then.
 */
export async function writeAtRandom(trx: Transaction<Database>, truncates: boolean): Promise<void> {
  for (let left = 1 + upTo(4); left > 0; left -= 1) {
    if (truncates && Math.random() < 0.1) await sql`TRUNCATE artworks CASCADE`.execute(trx)
    const write = oneOf(WRITES)()
    if (Math.random() < 0.7) await write(trx)
    else {
      await sql`SAVEPOINT before`.execute(trx)
      await write(trx)
      const end = oneOf(['ROLLBACK TO', 'RELEASE'])
      await sql.raw(`${end} SAVEPOINT before`).execute(trx)
    }
  }
}
