import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { timestampText } from '../../../src/database/kysely.ts'
import { NAMED_TABLES } from '../../../src/database/tables.ts'
import { useDatabase } from '../../support/database.ts'
import { makeApiKey } from '../../support/make-api-key.ts'
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
  await makeApiKey(test.db)
  await makeApiKey(test.db)
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

/** The columns of a table, the values that none of them can have, and the SQLSTATE of the rejection. */
const IMPOSSIBLE: readonly (readonly [
  table: string,
  columns: string,
  values: string,
  code: string,
])[] = [
  ['artworks', 'price', `-0.01 | 'NaN'`, CHECK],
  ['artworks', 'price', `'Infinity' | 1000000000000`, OUT_OF_RANGE],
  ['artworks', 'price_currency', `'eur' | 'EURO'`, CHECK],
  ['artworks', 'min_price_currency max_price_currency', `''`, CHECK],
  ['artworks', 'automated_offers_discount_rate', 'NULL | 0 | 101', CHECK],
  ['artworks', 'automated_offer_days_valid', 'NULL | 0', CHECK],
  ['artworks', 'size_h size_w size_d', `0 | -1 | 1000001 | 'NaN' | 'Infinity'`, CHECK],
  ['artworks', 'units available_for_sale publish_status', `'other'`, CHECK],
  ['artworks', 'medium', longer(10_000), CHECK],
  ['artworks', 'title street_address city zip_code state', longer(1_000), CHECK],
  ['artworks', 'year_of_creation', '10000', CHECK],
  ['artworks', 'views_count', '-1', CHECK],
  ['artworks', 'slug', `'' | 'a b' | 'é' | E'a\\n' | ${longer(200)}`, CHECK],
  ['artworks', 'created_at', `'infinity'`, CHECK],
  [
    'artworks',
    'order_date',
    `'-infinity' | '0999-12-31T23:59:59Z' | '10000-01-01T00:00:00Z' | '2024-01-01 BC'`,
    CHECK,
  ],
  ['artworks', 'title_sort_key', `'a'`, GENERATED],
  ['artworks', 'price_currency title order_date gallery_id featured_image_id', 'NULL', NOT_NULL],
  ['artworks', 'gallery_id category_id featured_image_id', '999999', FOREIGN_KEY],
  ['artworks', 'author_id', 'gen_random_uuid()', FOREIGN_KEY],
  ['events', 'content', longer(100_000), CHECK],
  ['events', 'additional_info', longer(10_000), CHECK],
  ['events', 'address city contact_name email phone', longer(1_000), CHECK],
  ['events', 'country_code', `'' | 'dk' | 'DNK'`, CHECK],
  ['events', 'latitude longitude price', '-1', CHECK],
  [
    'events',
    'external_url buy_tickets_url',
    `'javascript:alert(1)' | '//host/' | 'https://' | 'https://a b/' | 'https://a/' || repeat('x', 2000) | E'https://a/\\r\\nX: y' | 'https://art.example/a|b' | 'http://['`,
    CHECK,
  ],
  ['events', 'press_release', `''`, CHECK],
  ['events', 'banner_logo', `'logo.svg'`, CHECK],
  [
    'events',
    'exhibitors_this_year exhibitors_previous_year visitors_this_year visitors_previous_year',
    '-1',
    CHECK,
  ],
  ['events', 'venue_id', '999999', FOREIGN_KEY],
  ['events', 'author_id title address city', 'NULL', NOT_NULL],
  ['venues', 'name city', longer(1_000), CHECK],
  ['venues', 'name city', 'NULL', NOT_NULL],
  ['venues', 'latitude longitude', 'NULL', CHECK],
  ['venues', 'name_sort_key', `'a'`, GENERATED],
  ['venues', 'country_code', `'Dk'`, CHECK],
  ['venues', 'slug', `'a/b'`, CHECK],
  [
    'images',
    'image',
    `'' | '/' | 'javascript:alert(1)' | '//elsewhere.example/a.jpg' | 'https://user:word@media.example/a.jpg'`,
    CHECK,
  ],
  ['images', 'image', 'NULL', NOT_NULL],
  ['artwork_images', 'thumbnail', `'thumbnail.jpg'`, CHECK],
  ['event_images', 'uploaded_by', 'NULL', NOT_NULL],
  ['colors', 'red green blue', '256 WHERE id = 1 | -1 WHERE id = 1', CHECK],
  ['artwork_image_colors', 'position', '-1', CHECK],
  ['artwork_artists', 'position', '-1', CHECK],
  ['artists', 'name', 'NULL', NOT_NULL],
  ['galleries', 'summary owner_id', 'NULL', NOT_NULL],
  ['users', 'email first_name', 'NULL', NOT_NULL],
  ['users', 'slug', `'one'`, UNIQUE],
  ['users', 'username', `'jane@example.com' | 'Jane Doe'`, CHECK],
  ['artwork_categories', 'name', `'one'`, UNIQUE],
  ['exchange_rates', 'units_per_euro', `0 | 'NaN'`, CHECK],
  ['exchange_rates', 'currency', `'EUR' | 'usd'`, CHECK],
  ['exchange_rates', 'rate_date', `'infinity'`, CHECK],
  ['api_keys', 'scopes', `'{}' | '{events:read}' | '{admin,events:read}' | '{admin,NULL}'`, CHECK],
  ['api_keys', 'key_hash', `'\\x00' | key_hash || '\\x00'`, CHECK],
  ['api_keys', 'key_hash', `sha256('one')`, UNIQUE],
  ['api_keys', 'expires_at', `'infinity'`, CHECK],
  ['api_keys', 'scopes key_hash hint', 'NULL', NOT_NULL],
  ['api_keys', 'owner_id', 'gen_random_uuid()', FOREIGN_KEY],
  ['artworks', 'id', '0', CHECK],
  ['events', 'id', '-1', CHECK],
]

/** Columns that contradict each other: the table, and the assignments. */
const CONTRADICTIONS: readonly (readonly [table: string, change: string])[] = [
  ['artworks', `price = NULL`],
  ['artworks', `price_display = 'price on request'`],
  ['artworks', `price_display = 'price range', price = NULL`],
  ['artworks', `price_display = 'price range', price = NULL, min_price = 1`],
  ['artworks', `price_display = 'price range', price = NULL, max_price = 1`],
  ['artworks', `price_display = 'price range', price = NULL, min_price = 2, max_price = 1`],
  ['artworks', `price_display = 'hidden', price = NULL`],
  ['artworks', `min_price = 1`],
  ['artworks', `max_price = 1`],
  ['artworks', `automated_offers = false`],
  ['artworks', `publish_status = 'draft'`],
  ['artworks', `publish_status = 'draft', published_at = NULL`],
  ['events', `publish_status = 'draft'`],
  ['events', `end_time = start_time - interval '1 microsecond'`],
  ['events', `start_time = 'infinity', end_time = 'infinity'`],
  ['events', `latitude = 90.000001, longitude = 0`],
  ['events', `latitude = 0, longitude = -180.000001`],
  ['events', `latitude = 'NaN', longitude = 0`],
]

function longer(length: number): string {
  return `repeat('x', ${length + 1})`
}

const REJECTED = [
  ...IMPOSSIBLE.flatMap(([table, columns, values, code]) =>
    columns
      .split(' ')
      .flatMap((column) =>
        values.split(' | ').map((value) => [table, `${column} = ${value}`, code] as const),
      ),
  ),
  ...CONTRADICTIONS.map(([table, change]) => [table, change, CHECK] as const),
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

it('PostgreSQL finds by an index what refers to a record with a name, a page by name, and the records of a user', async () => {
  const { rows } = await sql<{ column: string }>`
    SELECT attrelid::regclass || '.' || attname AS column FROM pg_attribute WHERE attnum > 0
      AND (attrelid::regclass::text = ANY (${Object.keys(NAMED_TABLES)}) AND attname IN ('name_sort_key', 'stored_by')
        OR EXISTS (SELECT FROM pg_constraint
          WHERE conrelid = attrelid AND conkey = ARRAY[attnum]
            AND contype = 'f' AND confrelid::regclass::text = ANY (${Object.keys(NAMED_TABLES)})))
      AND NOT EXISTS (SELECT FROM pg_index
        WHERE indrelid = attrelid AND indkey[0] = attnum AND indpred IS NULL)`.execute(test.db)
  expect(rows, 'A migration makes the index').toEqual([])
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
