import { sql, type Kysely } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { anyOf } from '../database/any-of.ts'
import type { Database } from '../database/tables.ts'
import { isPublicArtwork } from '../database/visibility.ts'

export type VenueRow = Awaited<ReturnType<typeof selectVenues>>[number]

/**
 * The venues of these ids, in no order, each with picture and how much its gallery has for sale.
 * @param isCounted where nobody is told how much, it is 0 and takes no time.
 */
export function venuesById(db: Kysely<Database>, ids: readonly number[], isCounted = true) {
  return db
    .selectFrom('venues')
    .selectAll('venues')
    .select((eb) => [
      jsonObjectFrom(
        eb
          .selectFrom('venue_images')
          .selectAll('venue_images')
          .whereRef('venue_images.id', '=', 'venues.featured_image_id'),
      ).as('featured_image'),
      eb
        .selectFrom('artworks')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('artworks.gallery_id', '=', 'venues.gallery_id')
        .where('artworks.available_for_sale', '=', 'available')
        .where(isPublicArtwork)
        .$if(!isCounted, (none) => none.where(sql<boolean>`false`))
        .$asScalar()
        .$notNull()
        .as('artworks_for_sale_count'),
    ])
    .where('venues.id', '=', anyOf(ids))
}

/** The rows of venuesById. */
export function selectVenues(db: Kysely<Database>, ids: readonly number[], isCounted = true) {
  return venuesById(db, ids, isCounted).execute()
}

/** Where a venue is. */
export function selectVenuePlace(db: Kysely<Database>, id: number) {
  return db
    .selectFrom('venues')
    .select(['country_code', 'city', 'latitude', 'longitude'])
    .where('id', '=', id)
    .executeTakeFirst()
}
