import { sql, type Kysely } from 'kysely'

/**
 * Functions find tables and other functions in the schema of the catalogue, and not by the
 * `search_path` of the session that writes: there a temporary table of the same name came first, and
 * `search_path = ''`, which pg_dump and pg_restore set, had no table at all. The setting of a function
 * costs less than half a microsecond a call. `converted_price` and `current_rate` need none: PostgreSQL
 * looked up their names when it created them, and they stay inlinable.
 *
 * Rates of a future date are refused: converted prices are stored, so nothing would convert them again
 * when that day comes. Such rates as are stored already stay, and take effect as before.
 *
 * Takes no lock on a table but, for a moment, on `exchange_rates`; rewrites and reads none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(FUTURE_RATES).execute(db)
  const { rows } = await sql<{ schema: string }>`SELECT current_schema() AS schema`.execute(db)
  for (const name of FUNCTIONS) {
    const path = sql`${sql.id(rows[0]?.schema ?? '')}, pg_temp`
    await sql`ALTER FUNCTION ${sql.id(name)} SET search_path = ${path}`.execute(db)
  }
}

const FUTURE_RATES = `
  CREATE FUNCTION refuse_future_rate() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'A rate of % lies in the future: prices would not be converted on that day',
      NEW.rate_date
      USING ERRCODE = 'check_violation', CONSTRAINT = 'exchange_rates_not_in_future',
        HINT = 'Store it on its day, in UTC, or later.';
  END $$;
  CREATE TRIGGER refuse_future_rate BEFORE INSERT OR UPDATE OF rate_date ON exchange_rates
    FOR EACH ROW WHEN (NEW.rate_date > (now() AT TIME ZONE 'UTC')::date)
    EXECUTE FUNCTION refuse_future_rate();
`

const FUNCTIONS = [
  'add_ready_artworks',
  'add_ready_events',
  'convert_artwork_price',
  'convert_artwork_prices',
  'count_artworks_delete',
  'count_artworks_insert',
  'count_artworks_update',
  'count_events_delete',
  'count_events_insert',
  'count_events_update',
  'empty_artworks_waypoints',
  'empty_events_waypoints',
  'hold_artworks_waypoints',
  'hold_colored',
  'hold_events_waypoints',
  'hold_galleries_of_artworks_delete',
  'hold_galleries_of_artworks_update',
  'hold_gallery_of_venue',
  'hold_linked_by_artists_insert',
  'hold_linked_by_artists_update',
  'hold_linked_by_artwork_artists_insert',
  'hold_linked_by_artwork_artists_update',
  'hold_linked_by_artwork_image_colors_insert',
  'hold_linked_by_artwork_image_colors_update',
  'hold_linked_by_artworks_insert',
  'hold_linked_by_artworks_update',
  'hold_linked_by_events_insert',
  'hold_linked_by_events_update',
  'hold_linked_by_galleries_insert',
  'hold_linked_by_galleries_update',
  'hold_linked_by_venues_insert',
  'hold_linked_by_venues_update',
  'keep_publish_status',
  'lock_artwork_prices',
  'move_updated_at',
  'note_all',
  'note_artists',
  'note_artists_truncation',
  'note_artwork_artists',
  'note_artwork_artists_truncation',
  'note_artwork_categories',
  'note_artwork_categories_truncation',
  'note_artwork_category_collectors',
  'note_artwork_category_collectors_truncation',
  'note_artworks_delete',
  'note_artworks_insert',
  'note_artworks_truncation',
  'note_artworks_update',
  'note_event_categories',
  'note_event_categories_truncation',
  'note_galleries',
  'note_galleries_truncation',
  'note_images',
  'note_images_truncation',
  'note_tags',
  'note_tags_truncation',
  'note_users',
  'note_users_truncation',
  'note_venue_images',
  'note_venue_images_truncation',
  'note_venues',
  'note_venues_truncation',
  'refuse_change_by_old_snapshot',
  'refuse_future_rate',
  'refuse_old_snapshot',
  'renew_all_ready_artworks_of_artwork_artists',
  'renew_all_ready_artworks_of_artwork_image_colors',
  'renew_all_ready_artworks_of_artwork_tags',
  'renew_ready_artworks',
  'renew_ready_artworks_of_artwork_artists',
  'renew_ready_artworks_of_artwork_image_colors',
  'renew_ready_artworks_of_artwork_images',
  'renew_ready_artworks_of_artwork_tags',
  'renew_ready_artworks_of_colors',
  'renew_ready_events',
  'renew_ready_events_of_event_categories',
  'renew_ready_events_of_event_images',
  'renew_ready_events_of_venues',
  'require_read_committed',
  'sort_key',
]
