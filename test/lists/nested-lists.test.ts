import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { itemOf, lists, resolve, type Operation } from '../contract/document.ts'
import { useService } from '../support/app.ts'
import { makeArtist } from '../support/make-artist.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeGallery } from '../support/make-gallery.ts'
import { makeVenue } from '../support/make-venue.ts'

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

beforeAll(async () => {
  const { db } = test
  const venues: number[] = []
  const galleries: number[] = []
  const artists: number[] = []
  for (let made = 0; made < PARENTS; made += 1) {
    venues.push((await makeVenue(db)).id)
    galleries.push((await makeGallery(db)).id)
    artists.push((await makeArtist(db)).id)
  }
  for (let made = 0; made < RECORDS; made += 1) {
    // The last parent of each kind has none.
    const state = made % 7 === 0 ? 'archived' : 'published'
    const order_date = `2024-03-${String(1 + ((made * 5) % 9)).padStart(2, '0')}T10:00:00Z`
    await makeArtwork(db, {
      gallery_id: galleries[made % 2] ?? 0,
      artists: made % 3 === 0 ? artists.slice(0, 2) : [artists[made % 2] ?? 0],
      title: `Work ${(made * 11) % 13}`,
      publish_status: state,
      order_date,
      views_count: made % 5,
      ...(made % 4 === 0 && { price_display: 'price on request' }),
    })
    await makeEvent(db, {
      venue_id: venues[made % 2] ?? 0,
      publish_status: state,
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
    const [, parents = ''] = list.template.split('/')
    return {
      id: list.id,
      template: list.template,
      collection: collection?.template ?? '',
      orderings: orderingsOf(list),
      // The field of a record that has its parents.
      field: parents === 'artists' ? parents : parents === 'galleries' ? 'gallery' : 'venue',
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
function isBelow(item: Item, field: string, id: number): boolean {
  return [item[field]].flat().some((parent) => (parent as Item).id === id)
}

describe.each(nested)('$id', ({ template, collection, orderings, field }) => {
  const pathOf = (id: number): string => template.replace('{id}', String(id))

  async function expectOwn(ordering: string): Promise<void> {
    const query = `limit=100&ordering=${ordering}`
    const { results: all } = await pageOf(`${collection}?${query}`)
    for (let id = 1; id <= PARENTS; id += 1) {
      const own = all.filter((item) => isBelow(item, field, id))
      expect(own.length > 0).toBe(id < PARENTS)
      const { count, results } = await pageOf(`${pathOf(id)}?${query}`)
      expect(results).toEqual(own)
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
    const table = collection === '/events/' ? 'events' : 'artworks'
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
    await addDrafts(field)
    for (const ordering of orderings) await expectOwn(ordering)
    expect((await pageOf(`${pathOf(1)}?offset=1000`)).results).toEqual([])
  })
})

/** Adds more drafts than a batch counts to each parent with records. */
async function addDrafts(field: string): Promise<void> {
  const rows = sql.raw(
    `generate_series(1, 2100) AS number, generate_series(1, ${PARENTS - 1}) AS parent`,
  )
  if (field === 'venue') {
    await sql`
      INSERT INTO events (venue_id, author_id, category_id, featured_image_id, start_time, end_time, title, slug, publish_status)
      SELECT parent, author_id, category_id, featured_image_id, start_time, end_time, 'Draft', 'draft-' || parent || '-' || number, 'draft'
      FROM (SELECT * FROM events LIMIT 1) AS one, ${rows}`.execute(test.db)
    return
  }
  await sql`
    WITH draft AS (
      INSERT INTO artworks (gallery_id, units, category_id, price_display, title, slug, publish_status)
      SELECT ${sql.raw(field === 'gallery' ? 'parent' : '1')}, 'inch', 2, 'price on request', 'Draft', ${field} || '-' || parent || '-' || number, 'draft'
      FROM ${rows} RETURNING id
    )
    INSERT INTO artwork_artists (artwork_id, position, artist_id)
    SELECT id, position, position + 1 FROM draft, generate_series(0, ${PARENTS - 2}) AS position
    WHERE ${field} = 'artists'`.execute(test.db)
}
