import { sql, type Kysely, type Transaction } from 'kysely'
import type { Database } from '../../src/database/tables.ts'
import type { ListName } from '../../src/lists/list.ts'

/** A record that a writer has written in one transaction. */
interface Written {
  readonly list: ListName
  readonly id: number
  /** Undefined when it is not public any more. */
  readonly title: string | undefined
}

interface RandomWriter {
  /** One transaction; undefined if it was rolled back, or failed because of another. */
  write(): Promise<Written | undefined>
}

const any = (count: number): number => Math.floor(Math.random() * count)
const oneOf = <Item>(items: readonly [Item, ...Item[]]): Item =>
  items[any(items.length)] ?? items[0]

type Change = (trx: Transaction<Database>, own: Ids, title: string) => Promise<Written | undefined>

/** Ids that no other writer writes. */
type Ids = Readonly<Record<ListName, number[]>>

const DAY = "timestamptz '2024-01-01T00:00:00Z' + floor(random() * 40) * interval '1 day'"

async function idsOf(
  trx: Transaction<Database>,
  statement: string,
  title: string,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`WITH given (new_title) AS (SELECT ${title}::text)
    ${sql.raw(statement)}`.execute(trx)
  return rows.map(({ id }) => id)
}

const insert = (list: ListName, count: number) =>
  list === 'artworks'
    ? `INSERT INTO artworks (title, slug, gallery_id, units, category_id, price, price_currency,
        price_display, publish_status, order_date, created_at, views_count)
      SELECT new_title, gen_random_uuid()::text, gallery_id, units, category_id,
        CASE WHEN priced THEN floor(random() * 20) END, 'USD',
        CASE WHEN priced THEN 'show price' ELSE 'price on request' END, 'published', ${DAY}, ${DAY},
        floor(random() * 9)
      FROM given, (SELECT * FROM artworks WHERE id = 1) AS one,
        (SELECT random() < 0.7 AS priced FROM generate_series(1, ${count})) AS many RETURNING id`
    : `INSERT INTO events (author_id, venue_id, category_id, featured_image_id, publish_status, slug,
        title, start_time, end_time)
      SELECT author_id, venue_id, category_id, featured_image_id, 'published',
        gen_random_uuid()::text, new_title, start, start + floor(random() * 9) * interval '1 hour'
      FROM given, (SELECT * FROM events WHERE id = 1) AS one,
        (SELECT ${DAY} AS start FROM generate_series(1, ${count})) AS many RETURNING id`

function inserts(count: number): Change {
  return async (trx, own, title) => {
    const list = oneOf<ListName>(['artworks', 'events'])
    const ids = await idsOf(trx, insert(list, count), title)
    own[list].push(...ids)
    return { list, id: ids[0] ?? 0, title }
  }
}

/** Updates one of the writer's own records. @param isSeen whether it is public afterwards. */
function update(list: ListName, set: string, where = 'true', isSeen = true): Change {
  return async (trx, own, title) => {
    const id = own[list][any(own[list].length)] ?? 0
    const statement = `UPDATE ${list} SET title = new_title, ${set} FROM given
      WHERE id = ${id} AND ${where} RETURNING id`
    const [changed] = await idsOf(trx, statement, title)
    return changed === undefined
      ? undefined
      : { list, id: changed, title: isSeen ? title : undefined }
  }
}

const remove: Change = async (trx, own) => {
  const list = oneOf<ListName>(['artworks', 'events'])
  const ids = own[list].splice(any(own[list].length), 1 + any(5))
  await sql`DELETE FROM ${sql.table(list)} WHERE id = ANY (${ids})`.execute(trx)
  return ids[0] === undefined ? undefined : { list, id: ids[0], title: undefined }
}

const PUBLIC = `publish_status = 'published' AND is_active`
const PRICED = `price = floor(random() * 20), price_display = 'show price'`
const BARE = `price = NULL, price_display = 'price on request'`

const CHANGES: readonly [Change, ...Change[]] = [
  inserts(1),
  inserts(3),
  inserts(40),
  remove,
  remove,
  update('artworks', `order_date = ${DAY}, views_count = views_count + 1`, PUBLIC),
  update('artworks', `created_at = ${DAY}`, PUBLIC),
  update('artworks', PRICED, PUBLIC),
  update('artworks', BARE, PUBLIC),
  update('artworks', `publish_status = 'archived'`, PUBLIC, false),
  update('artworks', `publish_status = 'published', is_active = true, ${BARE}`),
  update('artworks', 'is_active = false', PUBLIC, false),
  update(
    'events',
    `start_time = ${DAY}, end_time = '2025-01-01T00:00:00Z'`,
    `publish_status = 'published'`,
  ),
  update('events', `publish_status = 'archived'`, `publish_status = 'published'`, false),
  update('events', `publish_status = 'published'`),
  async (trx) => {
    // Rarely, because it changes every converted price.
    if (any(4) > 0) return undefined
    await sql`UPDATE exchange_rates SET units_per_euro = 1 + random()`.execute(trx)
    return undefined
  },
]

/** Serialization failure and deadlock. */
const REPEATABLE = new Set(['40001', '40P01'])

export function randomWriter(db: Kysely<Database>, name: string): RandomWriter {
  const own: { artworks: number[]; events: number[] } = { artworks: [], events: [] }
  let writes = 0
  return {
    async write() {
      const before = { artworks: [...own.artworks], events: [...own.events] }
      writes += 1
      const title = `${name} ${writes}`
      try {
        return await transact(db, (trx) => oneOf(CHANGES)(trx, own, title))
      } catch (error) {
        Object.assign(own, before)
        if (error === ROLLED_BACK || REPEATABLE.has((error as { code: string }).code))
          return undefined
        throw error
      }
    },
  }
}

const ROLLED_BACK = new Error('rolled back on purpose')

/** One change, sometimes beside a savepoint that is rolled back; sometimes all is rolled back. */
async function transact(
  db: Kysely<Database>,
  change: (trx: Transaction<Database>) => Promise<Written | undefined>,
): Promise<Written | undefined> {
  return await db.transaction().execute(async (trx) => {
    if (any(4) === 0) {
      await sql`SAVEPOINT before`.execute(trx)
      await sql.raw(`DELETE FROM events WHERE id % 7 = ${any(7)}`).execute(trx)
      await sql`ROLLBACK TO before`.execute(trx)
    }
    const written = await change(trx)
    if (any(6) === 0) throw ROLLED_BACK
    return written
  })
}
