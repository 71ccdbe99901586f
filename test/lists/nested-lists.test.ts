import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { NAMED_TABLES, type NamedTable } from '../../src/database/tables.ts'
import { itemOf, lists, resolve, tableOf, type Operation } from '../contract/document.ts'
import { shareOf } from '../support/amount.ts'
import { useService } from '../support/app.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeEvent } from '../support/make-event.ts'
import { belowParents, makeParents } from '../support/make-parents.ts'
import { nextNumber } from '../support/sequence.ts'

// A list below a record is the list of the collection without the records of others: in each ordering, with the same
// records, and as current as the collection.

interface Item extends Readonly<Record<string, unknown>> {
  readonly id: number
}

interface Page {
  readonly count: number
  readonly results: readonly Item[]
}

const test = useService()
const PARENTS = 3
const RECORDS = 40
const ABSENT = 2147483647
const TO_DO = 'Its operation has to name its own entry of NESTED_LISTS (src/lists/list.ts)'

beforeAll(async () => {
  const { db } = test
  for (let id = 1; id <= PARENTS; id += 1) {
    await makeParents(db, 'artworks', id)
    await makeParents(db, 'events', id)
  }
  for (let made = 0; made < RECORDS; made += 1) {
    // The last parent of each kind has none. A record differs in the ids of its parents, so that no kind passes for another.
    const idsOf = (place: number): [number, ...number[]] =>
      (made + place) % 3 === 0 ? [1, 2] : [1 + ((made + place) % 2)]
    const publish_status = made % 7 === 0 ? 'archived' : 'published'
    const order_date = `2024-03-${String(1 + ((made * 5) % 9)).padStart(2, '0')}T10:00:00Z`
    await makeArtwork(db, {
      ...belowParents('artworks', idsOf),
      title: `Work ${(made * 11) % 13}`,
      publish_status,
      order_date,
      views_count: made % 5,
      ...(made % 4 === 0 && { price_display: 'price on request' }),
    })
    await makeEvent(db, {
      ...belowParents('events', idsOf),
      publish_status,
      start_time: order_date,
      end_time: order_date.replace('2024', '2025'),
    })
  }
})

const nested = lists
  .filter(({ template }) => template.includes('{id}'))
  .map((list) => {
    const collection = lists.find(
      (other) => !other.template.includes('{id}') && itemOf(other) === itemOf(list),
    )
    const table = tableOf(list.template)
    return {
      id: list.id,
      template: list.template,
      collection: collection?.template ?? '',
      orderings: orderingsOf(list),
      // The field of a record that has its parents, or its one parent.
      fields: [table, NAMED_TABLES[table as NamedTable].split(' ').at(-1)],
    }
  })

function orderingsOf({ parameters }: Operation): string[] {
  const { schema = {} } = parameters.find(({ name }) => name === 'ordering') ?? {}
  return resolve(schema).enum as string[]
}

async function pageOf(path: string): Promise<Page> {
  return (await test.get(path)) as unknown as Page
}

/** Whether a record is below a parent. */
function isBelow(item: Item, fields: readonly unknown[], id: number): boolean {
  const parents = Object.entries(item).filter(([name]) => fields.includes(name))
  return parents.flatMap(([, value]) => value as Item[]).some((parent) => parent.id === id)
}

describe.each(nested)('$id', (list) => {
  const { template, collection, orderings, fields } = list
  const table = tableOf(collection)
  const pathOf = (id: number): string => template.replace('{id}', String(id))

  async function expectOwn(ordering: string): Promise<void> {
    const query = `limit=100&ordering=${ordering}`
    const { results: all } = await pageOf(`${collection}?${query}`)
    for (let id = 1; id <= PARENTS; id += 1) {
      const own = all.filter((item) => isBelow(item, fields, id))
      expect(own.length > 0).toBe(id < PARENTS)
      const { count, results } = await pageOf(`${pathOf(id)}?${query}`)
      expect(results, TO_DO).toEqual(own)
      expect(count).toBe(own.length)
      const { results: some } = await pageOf(`${pathOf(id)}?limit=5&offset=3&ordering=${ordering}`)
      expect(some).toEqual(own.slice(3, 8))
    }
  }

  it.each(orderings)('has the records of the collection, sorted by %s', expectOwn)

  it('responds with 404 for a record that does not exist, and with an empty page past the end', async () => {
    expect((await test.send({ path: pathOf(ABSENT) })).status).toBe(404)
    expect((await pageOf(`${pathOf(1)}?offset=1000`)).results).toEqual([])
  })

  it('shows a change at once', async () => {
    const { count, results } = await pageOf(pathOf(1))
    const hide = (status: string) =>
      sql`UPDATE ${sql.table(table)} SET publish_status = ${status} WHERE id = ${results[0]?.id}`.execute(
        test.db,
      )
    await hide('archived')
    const hidden = await pageOf(pathOf(1))
    expect(hidden.count).toBe(count - 1)
    expect(hidden.results).toEqual((await pageOf(`${pathOf(1)}?limit=100`)).results.slice(0, 18))
    expect(hidden.results.map(({ id }) => id)).not.toContain(results[0]?.id)
    await hide('published')
    expect((await pageOf(pathOf(1))).results.map(({ id }) => id)).toEqual(
      results.map(({ id }) => id),
    )
  })

  it('is the same with more records than are sorted in a batch', async () => {
    for (let id = 1; id < PARENTS; id += 1) {
      await addDrafts(table, (await pageOf(pathOf(id))).results[0]?.id ?? 0)
    }
    const turn = nested.indexOf(list) % 3
    for (const ordering of shareOf(orderings, turn, { of: 3 })) await expectOwn(ordering)
    expect((await pageOf(`${pathOf(1)}?offset=1000`)).results).toEqual([])
  })
})

/** Copies a record, with its references, as more drafts than a batch counts. */
async function addDrafts(table: string, id: number): Promise<void> {
  const copies = sql.raw(
    `'Draft', 'draft-${nextNumber()}-' || number, 'draft' FROM ${table}, generate_series(1, 2100) AS number WHERE id = ${id}`,
  )
  if (table === 'events') {
    await sql`
      INSERT INTO events (venue_id, author_id, category_id, featured_image_id, start_time, end_time, title, slug, publish_status)
      SELECT venue_id, author_id, category_id, featured_image_id, start_time, end_time, ${copies}`.execute(
      test.db,
    )
    return
  }
  await sql`
    WITH draft AS (
      INSERT INTO artworks (gallery_id, units, category_id, price_display, title, slug, publish_status)
      SELECT gallery_id, units, category_id, 'price on request', ${copies} RETURNING id
    ), tagged AS (
      INSERT INTO artwork_tags (artwork_id, tag_id)
      SELECT draft.id, tag_id FROM draft, artwork_tags WHERE artwork_id = ${id}
    )
    INSERT INTO artwork_artists (artwork_id, position, artist_id)
    SELECT draft.id, position, artist_id FROM draft, artwork_artists WHERE artwork_id = ${id}`.execute(
    test.db,
  )
}
