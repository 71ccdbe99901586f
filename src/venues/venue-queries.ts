import type { Kysely } from 'kysely'
import type { Database } from '../database/tables.ts'

/** Where a venue is. */
export function selectVenuePlace(db: Kysely<Database>, id: number) {
  return db
    .selectFrom('venues')
    .select(['country_code', 'city', 'latitude', 'longitude'])
    .where('id', '=', id)
    .executeTakeFirst()
}
