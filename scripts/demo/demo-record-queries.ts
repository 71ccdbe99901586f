import type pg from 'pg'
import { BASE_DATE, LISTED_DAY } from './random.ts'
import type { RecordKind } from './record-kind.ts'
import { EVENT_CATEGORIES, PALETTE, TAG_DESCRIPTIONS, TAGS } from './words.ts'

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

/** The ids of those users that exist. */
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
    `SELECT id FROM unnest($1::text[]) WITH ORDINALITY listed (name, place)
     JOIN artwork_categories USING (name) ORDER BY place`,
    [names],
  )
  return rows.map(({ id }) => id)
}

/** Adds collectors to the categories, so that the field is not always empty. */
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

const TIMES = { created_at: LISTED_DAY, updated_at: LISTED_DAY }

export function ensureTags(client: pg.ClientBase): Promise<number[]> {
  const rows = TAGS.map((name) => ({ name, description: TAG_DESCRIPTIONS[name] ?? '', ...TIMES }))
  return ensureListed(client, 'tags', rows, 'existing.name = listed.name')
}

export function ensureColors(client: pg.ClientBase): Promise<number[]> {
  const rows = PALETTE.map(({ name, rgb: [red, green, blue] }) => ({ name, red, green, blue }))
  const isSame = `existing.name = listed.name
    OR (existing.red, existing.green, existing.blue) = (listed.red, listed.green, listed.blue)`
  return ensureListed(client, 'colors', rows, isSame)
}

/** The columns are those of the first row. */
const NO_TEXTS = {
  image: null,
  tooltip: '',
  editor_notes: '',
  meta_description: null,
  caption: null,
}

export function ensureEventCategories(client: pg.ClientBase): Promise<number[]> {
  const rows = EVENT_CATEGORIES.map((category) => ({ ...NO_TEXTS, ...category, ...TIMES }))
  const isSame = 'existing.slug = listed.slug OR existing.name = listed.name'
  return ensureListed(client, 'event_categories', rows, isSame)
}

/**
 * Adds the rows that are missing. One that somebody else has added under the same name serves as well.
 * @returns the ids of all of them, in the order of the list.
 */
async function ensureListed(
  client: pg.ClientBase,
  table: 'tags' | 'colors' | 'event_categories',
  rows: readonly object[],
  isSame: string,
): Promise<number[]> {
  const columns = Object.keys(rows[0] ?? {}).join(', ')
  const listed = `(SELECT place, (jsonb_populate_record(NULL::${table}, value)).*
    FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY AS row (value, place)) AS listed`
  const existing = `SELECT id FROM ${table} AS existing WHERE ${isSame}`
  await client.query(
    `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM ${listed}
     WHERE NOT EXISTS (${existing}) ORDER BY place`,
    [JSON.stringify(rows)],
  )
  const { rows: ids } = await client.query<{ id: number }>(
    `SELECT (${existing} LIMIT 1) AS id FROM ${listed} ORDER BY place`,
    [JSON.stringify(rows)],
  )
  return ids.map(({ id }) => id)
}

const SOURCE = 'European Central Bank, euro foreign exchange reference rates'
/** Currencies and units per euro on the base date. */
const RATES = `AUD 1.6610, BRL 5.8740, CAD 1.6177, CHF 0.9242, CNY 7.9827, CZK 24.378, DKK 7.4727,
GBP 0.87058, HKD 9.1507, HUF 366.90, IDR 20082.05, ILS 3.5787, INR 109.0470, ISK 143.20, JPY 186.75,
KRW 1740.86, MXN 20.3203, MYR 4.6444, NOK 11.0980, NZD 2.0081, PHP 70.356, PLN 4.2543, RON 5.0920,
SEK 10.8920, SGD 1.4912, THB 37.728, TRY 52.2478, USD 1.1684, ZAR 19.3849`
  .split(/,\s/)
  .map((rate) => rate.split(' '))

/**
 * Adds the missing rates of the base date; imported rates stay. Even an insert of no row would have
 * every price converted again, so nothing is inserted needlessly.
 */
export async function ensureRates(client: pg.ClientBase): Promise<void> {
  const { rows: existing } = await client.query<{ currency: string }>(
    'SELECT currency FROM exchange_rates WHERE rate_date = $1',
    [BASE_DATE],
  )
  const missing = RATES.filter(([code]) => !existing.some(({ currency }) => currency === code))
  if (missing.length === 0) return
  await client.query(
    `INSERT INTO exchange_rates (currency, rate_date, units_per_euro, source)
     SELECT currency, $3, units_per_euro, $4
     FROM unnest($1::text[], $2::numeric[]) AS rate (currency, units_per_euro)`,
    [missing.map(([code]) => code), missing.map(([, rate]) => rate), BASE_DATE, SOURCE],
  )
}
