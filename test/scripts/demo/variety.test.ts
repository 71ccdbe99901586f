import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadDemoCatalogue } from '../../../scripts/demo/load-demo-catalogue.ts'
import { timeZoneAt } from '../../../src/time-zones.ts'
import { useDatabase } from '../../support/database.ts'

const test = useDatabase()
beforeAll(() => loadDemoCatalogue(test.url, { artworks: 600, events: 120 }))

/** Cases beside the described shapes that the small catalogue should have: a table and a condition on its rows. */
const PRESENT: readonly (readonly [string, string])[] = [
  ...['USD', 'EUR', 'GBP', 'CAD'].map(
    (currency) => ['artworks', `price IS NOT NULL AND price_currency = '${currency}'`] as const,
  ),
  ...['EUR', 'USD'].map(
    (currency) =>
      ['artworks', `min_price < max_price AND max_price_currency = '${currency}'`] as const,
  ),
  ...['draft', 'published', 'archived'].flatMap(
    (status) =>
      [
        ['artworks', `publish_status = '${status}'`],
        ['events', `publish_status = '${status}'`],
      ] as const,
  ),
  ['artworks', `publish_status = 'published' AND NOT is_active`],
  ['artworks', `units = 'inch'`],
  ['artworks', `units = 'centimeter' AND size_d IS NOT NULL`],
  ['artworks', `allow_discounted_offers AND NOT automated_offers`],
  ['artworks', `featured_image_id = 1`],
  ['artworks', `author_id IS NULL`],
  ['artworks', `city = '' AND zip_code = ''`],
  ['artworks', `street_address IS NOT NULL AND state IS NOT NULL`],
  ['artworks', `title <> title_sort_key AND title ~ '[^ -~]'`],
  ['artworks', `EXISTS (SELECT FROM artworks o WHERE o.title = a.title AND o.id <> a.id)`],
  [
    'artworks',
    `EXISTS (SELECT FROM artworks o WHERE o.views_count = a.views_count AND o.id <> a.id)`,
  ],
  ...[0, 1, 2, 3].map((count) => ['artworks', `${count} = ${linked('artwork_artists')}`] as const),
  ...[0, 1, 2, 3, 4].map((count) => ['artworks', `${count} = ${linked('artwork_tags')}`] as const),
  ['galleries', `phone_number <> ''`],
  ['users', `display_name IS NULL`],
  ['users', `telephone = ''`],
  ['venues', `gallery_id IS NOT NULL`],
  ['venues', `gallery_id IS NULL`],
  ['events', `is_paid_art_fair AND price > 0`],
  ['events', `content LIKE E'%\\r\\n%'`],
  ['events', `end_time - start_time < interval '1 day'`],
  ['events', `end_time - start_time > interval '60 days'`],
  ['events', `featured_image_id = 1`],
]

function linked(table: string): string {
  return `(SELECT count(*) FROM ${table} WHERE artwork_id = a.id)`
}

/** The hours of a day from the first to the last. */
const hours = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at)

describe('the small demo catalogue', () => {
  it('has events that begin and end by day at their place', async () => {
    const events = await test.db
      .selectFrom('events')
      .select(['start_time', 'end_time', 'latitude', 'longitude'])
      .where('is_all_day_event', '=', false)
      .where('latitude', 'is not', null)
      .execute()
    expect(events.length).toBeGreaterThan(50)
    for (const { start_time, end_time, latitude, longitude } of events) {
      const timeZone = timeZoneAt(Number(latitude), Number(longitude))
      const format = new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone })
      const hourOf = (time: string | Date) => Number(format.format(new Date(time)))
      expect(hours(8, 18)).toContain(hourOf(start_time))
      expect(hours(19, 22)).toContain(hourOf(end_time))
    }
  })

  it('has every case', async () => {
    const query = PRESENT.map(
      ([table, condition]) => `SELECT EXISTS (SELECT FROM ${table} a WHERE ${condition}) AS found`,
    ).join(' UNION ALL ')
    const { rows } = await sql.raw<{ found: boolean }>(query).execute(test.db)
    expect(PRESENT.filter((_, index) => rows[index]?.found !== true)).toEqual([])
  })

  it('has the rates of one day, with their source', async () => {
    const { rows } = await sql<{ rate: string }>`
      SELECT concat_ws(' ', currency, rate_date, substr(source, 1, 21), units_per_euro) AS rate
      FROM exchange_rates WHERE currency IN ('GBP', 'USD') ORDER BY 1`.execute(test.db)
    expect(rows.map(({ rate }) => rate)).toEqual([
      'GBP 2026-04-13 European Central Bank 0.870580',
      'USD 2026-04-13 European Central Bank 1.168400',
    ])
  })

  it('has nothing from after its day', async () => {
    const { rows } =
      await sql`SELECT greatest(max(created_at), max(published_at)) < day + 1 AS is_past
      FROM artworks, (SELECT max(rate_date) AS day FROM exchange_rates) AS rates GROUP BY day`.execute(
        test.db,
      )
    expect(rows).toEqual([{ is_past: true }])
  })

  it('has mostly public artworks, and not only those', async () => {
    const { rows } = await sql<{ share: number }>`SELECT
      avg((publish_status = 'published' AND is_active)::int)::float AS share FROM artworks`.execute(
      test.db,
    )
    expect(rows[0]?.share).toBeGreaterThan(0.94)
    expect(rows[0]?.share).toBeLessThan(0.99)
  })

  it('has three colours a picture, of a few none, and all five categories', async () => {
    const { rows } = await sql`SELECT
      (SELECT array_agg(DISTINCT (SELECT count(DISTINCT color_id)::int FROM artwork_image_colors
        WHERE artwork_image_id = i.id)) FROM artwork_images i WHERE id > 1) AS colors,
      (SELECT count(DISTINCT category_id) FROM artworks) AS categories,
      (SELECT count(DISTINCT category_id) FROM events) AS event_categories`.execute(test.db)
    expect(rows).toEqual([{ colors: [0, 3], categories: 5, event_categories: 5 }])
  })
})
