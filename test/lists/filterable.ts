import { sql, type Kysely } from 'kysely'
import type { Database } from '../../src/database/tables.ts'
import type { ListName } from '../../src/lists/list.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeEventCategory } from '../support/make-categories.ts'
import { makeExchangeRate } from '../support/make-exchange-rate.ts'
import { makeArtworkImage, makeColor } from '../support/make-images.ts'
import { makeNamed } from '../support/make-named.ts'

// Records that filters tell apart: each value in many combinations, with ties and without values.

/** Times a day and a microsecond apart. */
export const moment = (number: number): string =>
  `2024-03-0${1 + (number % 7)}T10:00:00.00000${number % 7}Z`

const CITIES = ['Aarhus', 'århus', 'Tōkyō', null, '']
const PRICES = [
  { price: '80.00' },
  { price: '100.00', price_currency: 'USD' },
  { price: '80.01' },
  { price: '0.00' },
  { price: '100.00', price_currency: 'USD' },
  // It has no rate.
  { price: '100.00', price_currency: 'CAD' },
  { price_display: 'price on request' },
  { price_display: 'price range', min_price: '5.00', max_price: '900.00' },
] as const
const TITLES = [
  'Quiet Harbour',
  'Stone Quarry',
  'Night of the Stones',
  'Le jardin, l’été',
  '夜の庭',
]
const CONTENTS = [null, 'Stones from the quarry', 'An evening in the garden']
const MEDIA = ['Oil on canvas', 'oil ON canvas', 'öl', null, '']
const SALES = ['available', 'reserved', 'sold', 'not for sale']
/** 33 inches have 83.82 cm. */
const SIZES = [null, 4, 10, 25.4, 33, 80.5, 83.82]
const YEARS = [null, -500, 1949, 1950, 2020]
const PLACES = [
  ['56.153300', '10.214100'],
  ['35.676200', '139.650300'],
  ['-89.900000', '179.000000'],
  [null, null],
] as const
const COUNTRIES = ['DK', 'JP', null]
const NAMES = [
  [1, 'Ada Stone'],
  [2, 'Quiroga'],
  [3, 'Émile d’Été'],
] as const
const RECORDS = 48

const cycle = <Value>(values: readonly Value[], number: number): Value =>
  values[number % values.length] as Value

export async function makeFilterable(db: Kysely<Database>): Promise<void> {
  await makeExchangeRate(db, 'USD', '1.25')
  for (const [id, name] of NAMES) {
    await makeNamed(db, 'artists', { id, name })
    await makeNamed(db, 'tags', { id, name: `${name} ${id}` })
    const { id: gallery } = await makeNamed(db, 'galleries', { id, name: `${name} & Stone` })
    await db
      .updateTable('galleries')
      .set({ city: cycle(CITIES, id) })
      .where('id', '=', gallery)
      .execute()
    const { id: venue } = await makeNamed(db, 'venues', { id, name: `${name} Museum` })
    const [latitude, longitude] = cycle(PLACES, id)
    await db
      .updateTable('venues')
      .set({
        city: cycle(CITIES, id) ?? '',
        country_code: cycle(COUNTRIES, id),
        latitude,
        longitude,
      })
      .where('id', '=', venue)
      .execute()
  }
  for (const id of [2, 3]) await makeEventCategory(db, { id })
  const { id: near } = await makeColor(db, { red: 222, green: 24, blue: 64 })
  const [crimson, navy] = await Promise.all(
    [
      [220, 20, 60],
      [0, 0, 128],
    ].map(async ([red = 0, green = 0, blue = 0]) => {
      const found = await db
        .selectFrom('colors')
        .select('id')
        .where('red', '=', red)
        .where('green', '=', green)
        .where('blue', '=', blue)
        .executeTakeFirst()
      return (found ?? (await makeColor(db, { red, green, blue }))).id
    }),
  )
  const images = [
    1,
    (await makeArtworkImage(db, { colors: [crimson ?? 0, navy ?? 0] })).id,
    (await makeArtworkImage(db, { colors: [near] })).id,
    (await makeArtworkImage(db)).id,
  ]
  for (let number = 0; number < RECORDS; number += 1) {
    await makeArtwork(db, artworkValues(number, images))
    await makeEvent(db, eventValues(number))
  }
}

/** Steps that have no common factor, so that no two values correlate. */
function artworkValues(number: number, images: readonly number[]) {
  return {
    title: cycle(TITLES, number * 2),
    publish_status: number % 5 === 0 ? 'draft' : 'published',
    artists: cycle([[1], [2, 1], [], [3]], number * 3),
    tags: cycle([[], [1, 2], [3]], number * 5),
    gallery_id: 1 + ((number * 7) % 3),
    category_id: 1 + ((number * 11) % 3),
    ...cycle(PRICES, number * 3),
    units: cycle(['centimeter', 'inch'], number * 3),
    size_h: cycle(SIZES, number * 3),
    size_w: cycle(SIZES, number * 5),
    year_of_creation: cycle(YEARS, number * 2),
    medium: cycle(MEDIA, number * 4),
    city: cycle(CITIES, number * 3),
    available_for_sale: cycle(SALES, number * 5),
    allow_instant_buy: number % 3 === 0,
    featured_image_id: cycle(images, number * 3),
    order_date: moment(number * 3),
    updated_at: moment(number * 5),
    created_at: moment(number * 2),
    views_count: number % 4,
  }
}

function eventValues(number: number) {
  const [latitude, longitude] = cycle(PLACES, number * 3)
  const start = (number * 3) % 4
  return {
    title: cycle(TITLES, number * 2),
    content: cycle(CONTENTS, number * 5),
    publish_status: number % 5 === 0 ? 'draft' : 'published',
    venue_id: 1 + ((number * 7) % 3),
    category_id: 1 + ((number * 11) % 3),
    country_code: cycle(COUNTRIES, number * 5),
    city: cycle(CITIES, number * 3) ?? '',
    latitude,
    longitude,
    start_time: moment(start),
    end_time: moment(start + ((number * 5) % 3)),
    is_all_day_event: number % 2 === 1,
    is_featured: number % 3 === 0,
    is_online_only: number % 4 === 1,
    is_cancelled: number % 7 === 1,
    updated_at: moment(number * 5),
  }
}

/** Changes what a filter of a list looks at, in the list or in what its records embed: the n-th of a fixed order. */
export async function changeAny(
  db: Kysely<Database>,
  list: ListName,
  number: number,
): Promise<void> {
  const id = 1 + (number % 3)
  const city = cycle(CITIES, number)
  const changes = {
    artworks: [
      sql`UPDATE galleries SET city = ${city} WHERE id = ${id}`,
      sql`UPDATE artists SET name = ${cycle(TITLES, number)} WHERE id = ${id}`,
      sql`UPDATE artworks SET city = ${city} WHERE id % 7 = ${id}`,
      sql`UPDATE exchange_rates SET units_per_euro = units_per_euro + 0.01 WHERE currency = 'USD'`,
      sql`UPDATE artworks SET price = price + 1 WHERE id % 5 = ${id}`,
      sql`UPDATE artwork_image_colors SET color_id = (
        SELECT id FROM colors ORDER BY id OFFSET ${number} % (SELECT count(*) FROM colors) LIMIT 1) WHERE position = 0`,
      sql`DELETE FROM artwork_tags WHERE tag_id = ${id} AND artwork_id % 3 = 0`,
      sql`UPDATE artworks SET publish_status = CASE publish_status WHEN 'published' THEN 'archived' ELSE 'published' END
        WHERE id % 11 = ${id}`,
    ],
    events: [
      sql`UPDATE venues SET city = ${city ?? ''} WHERE id = ${id}`,
      sql`UPDATE venues SET name = ${cycle(TITLES, number)} WHERE id = ${id}`,
      sql`UPDATE venues SET latitude = 0, longitude = ${number} WHERE id = ${id}`,
      sql`UPDATE events SET start_time = ${moment(number)}, end_time = ${moment(6)} WHERE id % 7 = ${id}`,
      sql`UPDATE events SET country_code = ${cycle(COUNTRIES, number)} WHERE id % 5 = ${id}`,
      sql`UPDATE events SET publish_status = CASE publish_status WHEN 'published' THEN 'archived' ELSE 'published' END
        WHERE id % 11 = ${id}`,
    ],
  }
  await cycle(changes[list], number).execute(db)
}
