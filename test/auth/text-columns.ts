import { sql, type Kysely } from 'kysely'
import type { Database } from '../../src/database/tables.ts'

/**
 * Responses contain `public` values unchanged, placeholders instead of `personal` values, and no `hidden`
 * value.
 */
type Kind = 'public' | 'personal' | 'hidden'

const SOURCE = { hidden: 'source external_id fingerprint' }
const METADATA = 'caption alt_text description'

/** Every column that can hold a text, by table. A value derived from public columns is public. */
const COLUMNS: Readonly<Record<string, Readonly<Partial<Record<Kind, string>>>>> = {
  users: {
    public: 'username slug',
    personal: 'first_name last_name display_name display_name_full email telephone',
  },
  galleries: {
    public: 'name name_sort_key slug city summary address',
    personal: 'phone_number',
  },
  gallery_invitations: { public: 'username' },
  events: {
    public: `country_code publish_status slug title content address city price_currency
      buy_tickets_url external_url additional_info press_release banner_logo external_id`,
    personal: 'contact_name email phone',
  },
  artworks: {
    public: `title title_sort_key slug units available_for_sale price_currency price_display
      min_price_currency max_price_currency publish_status medium street_address city zip_code state external_id`,
  },
  artists: { public: 'name name_sort_key slug summary' },
  venues: { public: 'name name_sort_key slug city country_code response_time' },
  tags: { public: 'name name_sort_key description' },
  artwork_categories: {
    public: 'name name_sort_key description meta_description caption tooltip editor_notes',
  },
  event_categories: {
    public: `image slug name name_sort_key description tooltip editor_notes meta_description
      caption`,
  },
  colors: { public: 'name' },
  images: { public: `${METADATA} image` },
  artwork_images: {
    public: `${METADATA} thumbnail_small thumbnail full_size thumbnail_webp full_size_webp
      thumbnail_small_webp`,
  },
  event_images: {
    public: `${METADATA} crop_small_webp crop_smallest_webp full_size crop_small crop_big
      full_size_webp crop_medium crop_medium_webp crop_big_webp crop_smallest`,
  },
  venue_images: {
    public: `${METADATA} crop_medium_webp crop_medium full_size crop_small crop_small_webp crop_big
      crop_big_webp full_size_webp`,
  },
  exchange_rates: { public: 'currency source' },
  artist_sources: SOURCE,
  artwork_sources: SOURCE,
  venue_sources: SOURCE,
  event_sources: SOURCE,
  api_keys: { public: 'hint scopes', hidden: 'key_hash' },
  webhooks: { public: 'url operations disabled_reason', hidden: 'secret previous_secret' },
  webhook_positions: { public: 'list' },
  webhook_deliveries: { public: 'type body state error' },
  // A stored response was already sent.
  idempotency_keys: { public: 'headers body', hidden: 'idempotency_key fingerprint' },
  // Names of sort orders and lists, counts, and sort keys of public values.
  change_log: { public: 'xid subject ids segments deltas' },
  change_log_pruned: { public: 'through' },
  offset_anchors: { public: 'sort_order first_text' },
  offset_index_state: { public: 'list folded_through' },
  artwork_documents: { public: 'pieces text digest media_url public_url' },
  event_documents: { public: 'pieces text digest media_url public_url' },
  format_of_documents: { public: 'list media_url public_url' },
  feeds: { public: 'list position format digest server written_by' },
  feed_entries: { public: 'list digest format record' },
  feed_epochs: { public: 'list' },
  feed_pending: { public: 'list' },
  feed_ranges: { public: 'list digest' },
  schema_versions: { public: 'program', hidden: 'name hash' },
}

interface TextColumn {
  readonly table: string
  readonly column: string
  /** `table.column`. */
  readonly name: string
}

export function columnsOf(kind: Kind): TextColumn[] {
  return Object.entries(COLUMNS).flatMap(([table, kinds]) =>
    (kinds[kind]?.split(/\s+/) ?? []).map((column) => ({
      table,
      column,
      name: `${table}.${column}`,
    })),
  )
}

/** The columns of the database that can hold a text. */
export async function selectTextColumns(db: Kysely<Database>): Promise<TextColumn[]> {
  const { rows } = await sql<TextColumn>`
    SELECT table_name AS "table", column_name AS "column", table_name || '.' || column_name AS name
    FROM information_schema.columns
    WHERE table_schema = 'public' AND data_type NOT IN ('smallint', 'integer', 'bigint', 'numeric',
      'real', 'double precision', 'boolean', 'uuid', 'date', 'timestamp with time zone')`.execute(
    db,
  )
  return rows
}

/** Writes a text with "canary" to every row of every personal column. */
export async function plantCanaries(db: Kysely<Database>): Promise<void> {
  for (const { table, column, name } of columnsOf('personal')) {
    const canary = `canary.${name}@example.com`
    await sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${canary}`.execute(db)
  }
}

/** The texts of a column, except short ones, which any response may contain. */
export async function selectTexts(
  db: Kysely<Database>,
  { table, column }: TextColumn,
): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    SELECT DISTINCT ${sql.ref(column)}::text AS text FROM ${sql.table(table)}
    WHERE length(${sql.ref(column)}::text) >= 8`.execute(db)
  return rows.map(({ text }) => text)
}
