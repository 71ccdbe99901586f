import type pg from 'pg'
import { dayMoment, timestamp, BASE_DATE } from './random.ts'
import type { RecordKind } from './record-kind.ts'
import { EVENT_CATEGORIES } from './words/events.ts'
import { PALETTE } from './words/palette.ts'
import { TAG_DESCRIPTIONS, TAGS } from './words/tags.ts'

/** The ids of the records that have one of the slugs. */
export async function selectIdsBySlug(
  client: pg.ClientBase,
  table: RecordKind['table'],
  slugs: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await client.query<{ slug: string; id: number }>(
    `SELECT slug, id FROM ${table} WHERE slug = ANY($1::text[])`,
    [slugs],
  )
  return new Map(rows.map(({ slug, id }) => [slug, id]))
}

/** Which of the users are there. */
export async function selectUserIds(
  client: pg.ClientBase,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>(
    'SELECT id FROM users WHERE id = ANY($1::uuid[])',
    [ids],
  )
  return new Set(rows.map(({ id }) => id))
}

/** The ids of the categories of artworks, in the order of the names. */
export async function selectCategoryIds(
  client: pg.ClientBase,
  names: readonly string[],
): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `SELECT id FROM unnest($1::text[]) WITH ORDINALITY wanted (name, place)
     JOIN artwork_categories USING (name) ORDER BY place`,
    [names],
  )
  return rows.map(({ id }) => id)
}

/** Who collects in the categories, so that the field is not always empty. */
export async function insertCollectors(
  client: pg.ClientBase,
  categoryIds: readonly number[],
  userIds: readonly string[],
): Promise<void> {
  await client.query(
    `INSERT INTO artwork_category_collectors (category_id, user_id)
     SELECT category_id, user_id FROM unnest($1::int[], $2::uuid[]) pair (category_id, user_id)
     ON CONFLICT DO NOTHING`,
    [categoryIds, userIds],
  )
}

// Each adds what is not there and answers with the ids of all, in the order of its list. A record
// that somebody else made under the same name serves as well.

const LISTED_DAY = timestamp(dayMoment(-1_500))

export async function ensureTags(client: pg.ClientBase): Promise<number[]> {
  const list = [TAGS, TAGS.map((name) => TAG_DESCRIPTIONS[name] ?? '')]
  await client.query(
    `INSERT INTO tags (name, description, created_at, updated_at)
     SELECT name, description, $3, $3
     FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS listed (name, description, place)
     WHERE NOT EXISTS (SELECT FROM tags WHERE tags.name = listed.name) ORDER BY place`,
    [...list, LISTED_DAY],
  )
  return selectIds(
    client,
    `SELECT (SELECT id FROM tags WHERE name = listed.name)
     FROM unnest($1::text[]) WITH ORDINALITY AS listed (name, place) ORDER BY place`,
    [TAGS],
  )
}

export async function ensureColors(client: pg.ClientBase): Promise<number[]> {
  const list = [0, 1, 2, 3].map((column) => PALETTE.map((color) => color[column]))
  const listed = `unnest($1::text[], $2::int[], $3::int[], $4::int[])
    WITH ORDINALITY AS listed (name, red, green, blue, place)`
  const held = `SELECT id FROM colors WHERE colors.name = listed.name
    OR (colors.red, colors.green, colors.blue) = (listed.red, listed.green, listed.blue)`
  await client.query(
    `INSERT INTO colors (name, red, green, blue) SELECT name, red, green, blue FROM ${listed}
     WHERE NOT EXISTS (${held}) ORDER BY place`,
    list,
  )
  return selectIds(client, `SELECT (${held} LIMIT 1) FROM ${listed} ORDER BY place`, list)
}

export async function ensureEventCategories(client: pg.ClientBase): Promise<number[]> {
  const columns = ['slug', 'name', 'description'] as const
  const list = columns.map((column) => EVENT_CATEGORIES.map((category) => category[column]))
  const listed = `unnest($1::text[], $2::text[], $3::text[])
    WITH ORDINALITY AS listed (slug, name, description, place)`
  const held = `SELECT id FROM event_categories AS there
    WHERE there.slug = listed.slug OR there.name = listed.name`
  await client.query(
    `INSERT INTO event_categories (slug, name, description, created_at, updated_at)
     SELECT slug, name, description, $4, $4 FROM ${listed}
     WHERE NOT EXISTS (${held}) ORDER BY place`,
    [...list, LISTED_DAY],
  )
  return selectIds(client, `SELECT (${held} LIMIT 1) FROM ${listed} ORDER BY place`, list)
}

async function selectIds(client: pg.ClientBase, query: string, list: unknown[]): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(query, list)
  return rows.map(({ id }) => id)
}

const SOURCE = 'European Central Bank, euro foreign exchange reference rates'
/** Units per euro on the base date. */
const RATES = {
  AUD: '1.6610',
  BRL: '5.8740',
  CAD: '1.6177',
  CHF: '0.9242',
  CNY: '7.9827',
  CZK: '24.378',
  DKK: '7.4727',
  GBP: '0.87058',
  HKD: '9.1507',
  HUF: '366.90',
  IDR: '20082.05',
  ILS: '3.5787',
  INR: '109.0470',
  ISK: '143.20',
  JPY: '186.75',
  KRW: '1740.86',
  MXN: '20.3203',
  MYR: '4.6444',
  NOK: '11.0980',
  NZD: '2.0081',
  PHP: '70.356',
  PLN: '4.2543',
  RON: '5.0920',
  SEK: '10.8920',
  SGD: '1.4912',
  THB: '37.728',
  TRY: '52.2478',
  USD: '1.1684',
  ZAR: '19.3849',
} as const

/**
 * Adds the rates of the base date that are not there; rates that were imported stay. Even an insert
 * of nothing would have every price converted again, so nothing is inserted needlessly.
 */
export async function ensureRates(client: pg.ClientBase): Promise<void> {
  const missing = await selectMissingCurrencies(client)
  if (missing.length === 0) return
  await client.query(
    `INSERT INTO exchange_rates (currency, rate_date, units_per_euro, source)
     SELECT currency, $3, units_per_euro, $4
     FROM unnest($1::text[], $2::numeric[]) AS rate (currency, units_per_euro)`,
    [missing, missing.map((currency) => RATES[currency]), BASE_DATE, SOURCE],
  )
}

async function selectMissingCurrencies(client: pg.ClientBase): Promise<(keyof typeof RATES)[]> {
  const { rows } = await client.query<{ currency: keyof typeof RATES }>(
    `SELECT currency FROM unnest($1::text[]) AS wanted (currency)
     WHERE NOT EXISTS (SELECT FROM exchange_rates held
       WHERE held.currency = wanted.currency AND held.rate_date = $2)`,
    [Object.keys(RATES), BASE_DATE],
  )
  return rows.map(({ currency }) => currency)
}
