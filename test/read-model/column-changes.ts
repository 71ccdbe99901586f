import { sql, type Kysely } from 'kysely'
import type { Database } from '../../src/database/tables.ts'
import { nextNumber } from '../support/sequence.ts'
import { MAKERS, SHOWN_ROWS } from './shown-rows.ts'

/** A column of a row that some record shows something of. */
export interface ShownColumn {
  /** What the row is to the record. */
  readonly row: string
  readonly column: string
  /** Its domain, or its data type where it has none. */
  readonly type: string
  /** The table that it refers to. */
  readonly refersTo: string | null
}

/** Every column of every such row that a statement can set, as the database has them. */
export async function selectShownColumns(db: Kysely<Database>): Promise<ShownColumn[]> {
  const { rows } = await sql<Omit<ShownColumn, 'row'> & { table: string }>`
    SELECT table_name AS "table", column_name AS "column",
      coalesce(domain_name, data_type) AS type, (
        SELECT confrelid::regclass::text FROM pg_constraint
        JOIN pg_attribute ON attrelid = conrelid AND attnum = ANY (conkey)
        WHERE contype = 'f' AND conrelid = table_name::regclass AND attname = column_name
      ) AS "refersTo"
    FROM information_schema.columns
    WHERE table_schema = 'public' AND is_generated = 'NEVER'
    ORDER BY ordinal_position`.execute(db)
  return Object.entries(SHOWN_ROWS).flatMap(([row, { table }]) =>
    rows
      .filter((found) => found.table === table)
      .map(({ column, type, refersTo }) => ({ row, column, type, refersTo })),
  )
}

/** What cannot be set, because other rows refer to it or the database keeps it. */
const KEPT = /^(\w+\.id|artworks\.published_at|events\.published_at|images\.id)$/

export function isKept({ row, column }: ShownColumn): boolean {
  return KEPT.test(`${SHOWN_ROWS[row]?.table}.${column}`)
}

/** Shown as a placeholder, or only by the order of a list. */
const UNSEEN = new Set([
  ...['first_name', 'last_name', 'display_name', 'display_name_full', 'email', 'telephone'].map(
    (name) => `users.${name}`,
  ),
  'galleries.phone_number',
  'events.contact_name',
  'events.email',
  'events.phone',
  'artworks.views_count',
  // As long as it is the last one.
  'exchange_rates.rate_date',
  'exchange_rates.source',
])

/** Whether a change of it is not seen in the record. */
export function isUnseen({ row, column }: ShownColumn): boolean {
  return UNSEEN.has(`${SHOWN_ROWS[row]?.table}.${column}`)
}

/** Where a column cannot be set by itself, or not to any value of its type: what to set. */
const SPECIAL: Readonly<Record<string, string>> = {
  'artworks.units': `units = 'inch'`,
  'artworks.available_for_sale': `available_for_sale = 'reserved'`,
  'artworks.price_display': `price_display = 'price on request', price = NULL`,
  'artworks.min_price': `price_display = 'price range', price = NULL, min_price = 5, max_price = 9`,
  'artworks.max_price': `price_display = 'price range', price = NULL, min_price = 5, max_price = 8`,
  'artworks.automated_offers': `automated_offers = false, automated_offers_discount_rate = NULL,
    automated_offer_days_valid = NULL`,
  'artworks.publish_status': `publish_status = 'archived'`,
  'events.publish_status': `publish_status = 'archived'`,
  'events.start_time': `start_time = '2023-01-01T00:00:00Z'`,
  'events.latitude': `latitude = 1.5, longitude = 2.5`,
  'events.longitude': `latitude = NULL, longitude = NULL`,
  'venues.latitude': `latitude = 1.5, longitude = 2.5`,
  'venues.longitude': `latitude = NULL, longitude = NULL`,
  // Its gallery has something for sale.
  'venues.gallery_id': `gallery_id = (SELECT gallery_id FROM artworks ORDER BY id LIMIT 1)`,
  'users.username': `username = 'changed' || gen_random_uuid()`,
  // After the other.
  'artwork_artists.position': 'position = 7',
  'artwork_image_colors.position': 'position = 7',
}

/** Values that differ from all that were there. */
const VALUES: Readonly<Record<string, (column: string, number: number) => string>> = {
  text: (_, number) => `'Changed — ${number}'`,
  slug: (_, number) => `'changed-${number}'`,
  media_url: (_, number) => `'/changed/${number}.jpg'`,
  web_url: (_, number) => `'https://changed.example/${number}'`,
  currency_code: () => `'SEK'`,
  country_code: () => `'SE'`,
  instant: (_, number) =>
    `timestamptz '2031-01-01T00:00:00.000001Z' + ${number} * interval '1 day'`,
  boolean: (column) => `NOT ${column}`,
  date: (column) => `${column} - 1`,
  integer: (column) => `coalesce(${column}, 0) + 1`,
  smallint: (column) => `${column} + 1`,
  amount: (column) => `${column} + 0.01`,
  measure: (column) => `${column} + 0.25`,
  numeric: (column) => `${column} + 0.25`,
}

/**
 * Sets the column to another value.
 * @returns what puts the whole row back.
 */
export async function changeColumn(
  db: Kysely<Database>,
  shown: ShownColumn,
): Promise<() => Promise<void>> {
  const { table, where } = SHOWN_ROWS[shown.row] ?? { table: '', where: '' }
  const set =
    SPECIAL[`${table}.${shown.column}`] ?? `${shown.column} = ${await newValue(db, shown)}`
  const { rows } = await sql
    .raw<{ old: object }>(`SELECT to_jsonb(${table}) AS old FROM ${table} WHERE ${where}`)
    .execute(db)
  if (rows.length !== 1) throw new Error(`${shown.row}: ${rows.length} rows`)
  const changed = await sql
    .raw<{ ctid: string }>(`UPDATE ${table} SET ${set} WHERE ${where} RETURNING ctid::text`)
    .execute(db)
  const columns = set.split(/,\s+(?=\w+ =)/).map((one) => one.trim().split(' ')[0])
  return async () => {
    const values = columns.map((column) => `${column} = old.${column}`).join(', ')
    await sql`UPDATE ${sql.table(table)} SET ${sql.raw(values)}
      FROM jsonb_populate_record(NULL::${sql.table(table)}, ${JSON.stringify(rows[0]?.old)}) AS old
      WHERE ${sql.table(table)}.ctid = ${changed.rows[0]?.ctid}::tid`.execute(db)
  }
}

async function newValue(
  db: Kysely<Database>,
  { column, type, refersTo }: ShownColumn,
): Promise<string> {
  if (refersTo !== null) return `'${String((await MAKERS[refersTo]?.(db))?.id)}'`
  const value = VALUES[type]
  if (value === undefined) throw new Error(`No other value of the type ${type} is known`)
  return value(column, nextNumber())
}
