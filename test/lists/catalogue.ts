import type { Kysely } from 'kysely'
import type { Database } from '../../src/database/tables.ts'
import { NAMED_LISTS } from '../contract/document.ts'
import { makeParents } from '../support/make-parents.ts'
import { makeArtwork, type ArtworkValues } from '../support/make-artwork.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeExchangeRate } from '../support/make-exchange-rate.ts'
import { makeNamed } from '../support/make-named.ts'
import { makeUser } from '../support/make-user.ts'
import { nextNumber } from '../support/sequence.ts'

export const PUBLIC_ARTWORKS = 61
export const PUBLIC_EVENTS = 61
export const NAMED_RECORDS = 61

/** Differing only in case and accents, empty, and in other scripts. */
const TITLES = [
  'Ärger',
  'arger',
  'ARGER',
  'zebra',
  'Zebra',
  '',
  '静物',
  'Étude',
  'etude',
  'Ødegård',
]
/** Also prices that are not shown or have no rate, which are sorted as null. */
const PRICES: readonly ArtworkValues[] = [
  { price: '100.00' },
  { price: '100.00', price_currency: 'USD' },
  { price: '99.99' },
  { price: '0.00' },
  { price: '1000.00', price_currency: 'JPY' },
  { price: '100.00', price_currency: 'CAD' },
  { price_display: 'price on request' },
  { price_display: 'price range', min_price: '5.00', max_price: '900000.00' },
]

const day = (number: number) => `2024-03-${String(1 + number).padStart(2, '0')}T10:00:00Z`

/** Artworks with many equal and many null keys, and some that are not public, in all nested lists. */
export async function makeArtworkCatalogue(db: Kysely<Database>): Promise<void> {
  await makeExchangeRate(db, 'USD', '1.25')
  await makeExchangeRate(db, 'CAD', '1.50')
  const parents = await makeParents(db, 'artworks')
  for (let number = 0; number < PUBLIC_ARTWORKS; number += 1) {
    // Coprime steps, so that no two keys correlate, and ids in no order.
    await makeArtwork(db, {
      id: 1 + ((number * 29) % 101),
      ...parents,
      title: TITLES[number % TITLES.length] ?? '',
      ...PRICES[(number * 3) % PRICES.length],
      order_date: day((number * 5) % 7),
      created_at: day((number * 7) % 11),
      published_at: day((number * 11) % 3),
      updated_at: day((number * 2) % 5),
      views_count: (number * 13) % 5,
    })
  }
  for (const hidden of [
    { publish_status: 'draft' },
    { publish_status: 'archived' },
    { is_active: false },
    { publish_status: 'draft', published_at: null, is_active: false },
  ]) {
    for (const title of ['Hidden', 'Also hidden']) {
      await makeArtwork(db, { id: nextNumber() + 1_000, ...hidden, ...parents, title })
    }
  }
}

/** Events with many equal times, and some that are not public, in all nested lists. */
export async function makeEventCatalogue(db: Kysely<Database>): Promise<void> {
  const author_id = (await makeUser(db)).id
  const parents = await makeParents(db, 'events')
  for (let number = 0; number < PUBLIC_EVENTS; number += 1) {
    const start = (number * 5) % 7
    await makeEvent(db, {
      id: 1 + ((number * 29) % 101),
      author_id,
      ...parents,
      start_time: day(start),
      end_time: day(start + ((number * 3) % 4)),
      updated_at: day((number * 2) % 5),
    })
  }
  for (const publish_status of ['draft', 'archived']) {
    await makeEvent(db, { id: nextNumber() + 1_000, publish_status, author_id, ...parents })
  }
}

/** Fills the named lists, with names that differ only in case and accents. */
export async function makeNamedCatalogue(db: Kysely<Database>): Promise<void> {
  for (const { table } of NAMED_LISTS) {
    const { count } = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    for (let number = count; number < NAMED_RECORDS; number += 1) {
      await makeNamed(db, table, { id: 1_000 + ((number * 29) % 101), name: spelled(number) })
    }
  }
}

const WORDS = ['Étude', 'Straße', 'nordlys', 'Ødegård', 'чайка']

/** Names are unique in some tables, so each word is spelled in many ways. */
function spelled(number: number): string {
  const word = WORDS[number % WORDS.length] ?? ''
  const capitals = Math.floor(number / WORDS.length)
  return Array.from(word)
    .map((letter, at) => ((capitals >> at) & 1 ? letter.toUpperCase() : letter.toLowerCase()))
    .join('')
}
