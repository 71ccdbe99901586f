import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { timestampText } from '../../../src/database/kysely.ts'
import { useDatabase } from '../../support/database.ts'
import { makeArtist } from '../../support/make-artist.ts'
import { makeArtwork } from '../../support/make-artwork.ts'
import { makeEvent } from '../../support/make-event.ts'
import { makeArtworkImage, makeImage } from '../../support/make-images.ts'
import { makeVenue } from '../../support/make-venue.ts'

// The database stores no row that the contract cannot express: it rejects each change below with this SQLSTATE,
// and accepts the same row unchanged.

const test = useDatabase()

beforeAll(async () => {
  const artist = await makeArtist(test.db)
  const image = await makeArtworkImage(test.db)
  await makeArtwork(test.db, {
    artists: [artist.id],
    featured_image_id: image.id,
    size_h: 1,
    automated_offers: true,
    automated_offers_discount_rate: 10,
    automated_offer_days_valid: 7,
  })
  await makeEvent(test.db)
  await makeVenue(test.db)
  await makeImage(test.db)
  await sql`INSERT INTO exchange_rates VALUES ('USD', '2024-05-07', 1.25, 'test')`.execute(test.db)
  await sql`INSERT INTO colors (name, red, green, blue) VALUES ('Ink', 0, 0, 0)`.execute(test.db)
  await sql`INSERT INTO artwork_image_colors SELECT id, 0, 1 FROM artwork_images`.execute(test.db)
})

const CHECK = '23514'
const NOT_NULL = '23502'
const UNIQUE = '23505'
const FOREIGN_KEY = '23503'
const OUT_OF_RANGE = '22003'
const GENERATED = '428C9'

/** The table, the assignment, and the SQLSTATE of its rejection. */
const REJECTED: readonly (readonly [string, string, string])[] = [
  ['artworks', `price = NULL`, CHECK],
  ['artworks', `price_display = 'price on request'`, CHECK],
  ['artworks', `price_display = 'price range', price = NULL`, CHECK],
  ['artworks', `price_display = 'price range', price = NULL, min_price = 1`, CHECK],
  ['artworks', `price_display = 'price range', price = NULL, max_price = 1`, CHECK],
  ['artworks', `price_display = 'price range', price = NULL, min_price = 2, max_price = 1`, CHECK],
  ['artworks', `min_price = 1`, CHECK],
  ['artworks', `max_price = 1`, CHECK],
  ['artworks', `price_display = 'hidden', price = NULL`, CHECK],
  ['artworks', `price = -0.01`, CHECK],
  ['artworks', `price = 'NaN'`, CHECK],
  ['artworks', `price = 'Infinity'`, OUT_OF_RANGE],
  ['artworks', `price = 1000000000000`, OUT_OF_RANGE],
  ['artworks', `price_currency = 'eur'`, CHECK],
  ['artworks', `price_currency = 'EURO'`, CHECK],
  ['artworks', `price_currency = NULL`, NOT_NULL],
  ['artworks', `min_price_currency = ''`, CHECK],
  ['artworks', `max_price_currency = ''`, CHECK],
  ['artworks', `automated_offers = false`, CHECK],
  ['artworks', `automated_offers_discount_rate = NULL`, CHECK],
  ['artworks', `automated_offer_days_valid = NULL`, CHECK],
  ['artworks', `automated_offers_discount_rate = 0`, CHECK],
  ['artworks', `automated_offers_discount_rate = 101`, CHECK],
  ['artworks', `automated_offer_days_valid = 0`, CHECK],
  ['artworks', `size_h = 0`, CHECK],
  ['artworks', `size_w = -1`, CHECK],
  ['artworks', `size_d = 1000001`, CHECK],
  ['artworks', `size_h = 'NaN'`, CHECK],
  ['artworks', `size_h = 'Infinity'`, CHECK],
  ['artworks', `units = 'meter'`, CHECK],
  ['artworks', `available_for_sale = 'gone'`, CHECK],
  ['artworks', `publish_status = 'deleted'`, CHECK],
  ['artworks', `publish_status = 'draft'`, CHECK],
  ['artworks', `publish_status = 'draft', published_at = NULL`, CHECK],
  ['artworks', `medium = repeat('x', 10001)`, CHECK],
  ['artworks', `street_address = repeat('x', 1001)`, CHECK],
  ['artworks', `city = repeat('x', 1001)`, CHECK],
  ['artworks', `zip_code = repeat('x', 1001)`, CHECK],
  ['artworks', `state = repeat('x', 1001)`, CHECK],
  ['artworks', `year_of_creation = 10000`, CHECK],
  ['artworks', `views_count = -1`, CHECK],
  ['artworks', `title = NULL`, NOT_NULL],
  ['artworks', `title = repeat('x', 1001)`, CHECK],
  ['artworks', `title_sort_key = 'a'`, GENERATED],
  ['artworks', `slug = ''`, CHECK],
  ['artworks', `slug = 'a b'`, CHECK],
  ['artworks', `slug = 'é'`, CHECK],
  ['artworks', `slug = E'a\\n'`, CHECK],
  ['artworks', `slug = repeat('x', 201)`, CHECK],
  ['artworks', `created_at = 'infinity'`, CHECK],
  ['artworks', `order_date = '-infinity'`, CHECK],
  ['artworks', `order_date = '0999-12-31T23:59:59Z'`, CHECK],
  ['artworks', `order_date = '10000-01-01T00:00:00Z'`, CHECK],
  ['artworks', `order_date = '2024-01-01 BC'`, CHECK],
  ['artworks', `order_date = NULL`, NOT_NULL],
  ['artworks', `gallery_id = NULL`, NOT_NULL],
  ['artworks', `gallery_id = 999999`, FOREIGN_KEY],
  ['artworks', `category_id = 999999`, FOREIGN_KEY],
  ['artworks', `featured_image_id = NULL`, NOT_NULL],
  ['artworks', `featured_image_id = 999999`, FOREIGN_KEY],
  ['artworks', `author_id = gen_random_uuid()`, FOREIGN_KEY],
  ['events', `end_time = start_time - interval '1 microsecond'`, CHECK],
  ['events', `start_time = 'infinity', end_time = 'infinity'`, CHECK],
  ['events', `publish_status = 'draft'`, CHECK],
  ['events', `content = repeat('x', 100001)`, CHECK],
  ['events', `additional_info = repeat('x', 10001)`, CHECK],
  ['events', `address = repeat('x', 1001)`, CHECK],
  ['events', `city = repeat('x', 1001)`, CHECK],
  ['events', `contact_name = repeat('x', 1001)`, CHECK],
  ['events', `email = repeat('x', 1001)`, CHECK],
  ['events', `phone = repeat('x', 1001)`, CHECK],
  ['events', `country_code = ''`, CHECK],
  ['events', `country_code = 'dk'`, CHECK],
  ['events', `country_code = 'DNK'`, CHECK],
  ['events', `latitude = 1`, CHECK],
  ['events', `longitude = 1`, CHECK],
  ['events', `latitude = 90.000001, longitude = 0`, CHECK],
  ['events', `latitude = 0, longitude = -180.000001`, CHECK],
  ['events', `latitude = 'NaN', longitude = 0`, CHECK],
  ['events', `price = -1`, CHECK],
  ['events', `external_url = 'javascript:alert(1)'`, CHECK],
  ['events', `external_url = '//host/'`, CHECK],
  ['events', `external_url = 'https://'`, CHECK],
  ['events', `external_url = 'https://a b/'`, CHECK],
  ['events', `external_url = 'https://a/' || repeat('x', 2000)`, CHECK],
  ['events', `buy_tickets_url = E'https://a/\\r\\nX: y'`, CHECK],
  ['events', `press_release = ''`, CHECK],
  ['events', `banner_logo = 'logo.svg'`, CHECK],
  ['events', `exhibitors_this_year = -1`, CHECK],
  ['events', `exhibitors_previous_year = -1`, CHECK],
  ['events', `visitors_this_year = -1`, CHECK],
  ['events', `visitors_previous_year = -1`, CHECK],
  ['events', `venue_id = 999999`, FOREIGN_KEY],
  ['events', `author_id = NULL`, NOT_NULL],
  ['events', `title = NULL`, NOT_NULL],
  ['events', `address = NULL`, NOT_NULL],
  ['events', `city = NULL`, NOT_NULL],
  ['venues', `name = NULL`, NOT_NULL],
  ['venues', `name_sort_key = 'a'`, GENERATED],
  ['venues', `latitude = NULL`, CHECK],
  ['venues', `longitude = NULL`, CHECK],
  ['venues', `country_code = 'Dk'`, CHECK],
  ['venues', `city = NULL`, NOT_NULL],
  ['venues', `slug = 'a/b'`, CHECK],
  ['venues', `name = repeat('x', 1001)`, CHECK],
  ['venues', `city = repeat('x', 1001)`, CHECK],
  ['images', `image = 'javascript:alert(1)'`, CHECK],
  ['images', `image = ''`, CHECK],
  ['images', `image = '/'`, CHECK],
  ['images', `image = NULL`, NOT_NULL],
  ['artwork_images', `thumbnail = 'thumbnail.jpg'`, CHECK],
  ['event_images', `uploaded_by = NULL`, NOT_NULL],
  ['colors', `red = 256 WHERE id = 1`, CHECK],
  ['colors', `green = -1 WHERE id = 1`, CHECK],
  ['colors', `blue = 256 WHERE id = 1`, CHECK],
  ['artwork_image_colors', `position = -1`, CHECK],
  ['artwork_artists', `position = -1`, CHECK],
  ['artists', `name = NULL`, NOT_NULL],
  ['galleries', `summary = NULL`, NOT_NULL],
  ['galleries', `owner_id = NULL`, NOT_NULL],
  ['users', `email = NULL`, NOT_NULL],
  ['users', `first_name = NULL`, NOT_NULL],
  ['users', `slug = 'one'`, UNIQUE],
  ['artwork_categories', `name = 'one'`, UNIQUE],
  ['exchange_rates', `units_per_euro = 0`, CHECK],
  ['exchange_rates', `units_per_euro = 'NaN'`, CHECK],
  ['exchange_rates', `currency = 'EUR'`, CHECK],
  ['exchange_rates', `currency = 'usd'`, CHECK],
  ['exchange_rates', `rate_date = 'infinity'`, CHECK],
  ['artworks', `id = 0`, CHECK],
  ['events', `id = -1`, CHECK],
  ['users', `username = 'jane@example.com'`, CHECK],
  ['users', `username = 'Jane Doe'`, CHECK],
  ['images', `image = '//elsewhere.example/a.jpg'`, CHECK],
  ['images', `image = 'https://user:word@media.example/a.jpg'`, CHECK],
  ['events', `external_url = 'https://art.example/a|b'`, CHECK],
  ['events', `external_url = 'http://['`, CHECK],
]

describe('PostgreSQL rejects', () => {
  it.each(REJECTED)('%s with %s', async (table, change, code) => {
    await expect(sql.raw(`UPDATE ${table} SET ${change}`).execute(test.db)).rejects.toMatchObject({
      code,
    })
  })
})

describe('PostgreSQL accepts', () => {
  it.each([
    ['artworks', `price = 0, title = '', year_of_creation = -100000`],
    ['artworks', `price_display = 'price range', price = NULL, min_price = 1, max_price = 1`],
    [
      'artworks',
      `price_display = 'price range', price = NULL, min_price = 2, max_price = 1, min_price_currency = 'JPY'`,
    ],
    ['artworks', `publish_status = 'archived'`],
    ['artworks', `medium = repeat('ü', 10000)`],
    ['artworks', `created_at = '9999-12-31T23:59:59.999999Z', order_date = '1000-01-01T00:00:00Z'`],
    ['events', `end_time = start_time`],
    ['events', `latitude = -90, longitude = 180`],
  ])('%s with %s', async (table, change) => {
    const updated = test.db.transaction().execute(async (transaction) => {
      await sql.raw(`UPDATE ${table} SET ${change}`).execute(transaction)
      throw new Error('rolled back')
    })
    await expect(updated).rejects.toThrow('rolled back')
  })
})

// schema/4-catalogue.sql: a trigger sets it, whatever a writer sends.
describe.each(['artworks', 'events'])('published_at of %s', (table) => {
  interface Publication {
    publish_status: string
    published_at: string | null
  }

  /** The table's one row after the changes, which are rolled back. */
  async function after(...changes: readonly string[]): Promise<Publication> {
    const transaction = await test.db.startTransaction().execute()
    try {
      for (const change of changes) {
        await sql.raw(`UPDATE ${table} SET ${change}`).execute(transaction)
      }
      const { rows } = await sql<Publication>`
        SELECT publish_status, published_at FROM ${sql.table(table)}`.execute(transaction)
      expect(rows).toHaveLength(1)
      return rows[0]!
    } finally {
      await transaction.rollback().execute()
    }
  }

  it.each([
    `published_at = NULL`,
    `published_at = '2030-01-01T00:00:00Z'`,
    `publish_status = 'archived'`,
    `publish_status = 'archived', published_at = NULL`,
  ])('is kept by %s', async (change) => {
    const { published_at } = await after('id = id')
    expect(published_at).not.toBeNull()
    expect(await after(change)).toMatchObject({ published_at })
  })

  it('is kept when an archived record is published again', async () => {
    const { published_at } = await after('id = id')
    const again = await after(`publish_status = 'archived'`, `publish_status = 'published'`)
    expect(again).toMatchObject({ publish_status: 'published', published_at })
  })
})

describe('a new record', () => {
  const at = '2024-03-01T00:00:00Z'

  it.each([
    ['draft', null, null],
    ['draft', at, null],
    ['published', null, 'now'],
    ['published', at, at],
    ['archived', null, 'now'],
  ])('that is %s and has published_at %s gets %s', async (publish_status, given, stored) => {
    const values = { publish_status, published_at: given }
    for (const record of [await makeArtwork(test.db, values), await makeEvent(test.db, values)]) {
      const { published_at } = record
      if (stored === null) expect(published_at).toBeNull()
      else if (stored === at) expect(timestampText(published_at ?? '')).toBe(at)
      else expect(Date.now() - Date.parse(published_at ?? '')).toBeLessThan(60_000)
    }
  })
})
