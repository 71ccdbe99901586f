import type { Kysely } from 'kysely'
import type { Database } from '../database/tables.ts'

/** The place of a venue. */
export function selectVenuePlace(db: Kysely<Database>, id: number) {
  return db
    .selectFrom('venues')
    .select(['country_code', 'city', 'latitude', 'longitude'])
    .where('id', '=', id)
    .executeTakeFirst()
}
