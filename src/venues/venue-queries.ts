import type { Kysely } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { anyOf } from '../database/any-of.ts'
import type { Database } from '../database/tables.ts'
import { isPublicArtwork } from '../database/visibility.ts'

export type VenueRow = Awaited<ReturnType<typeof selectVenues>>[number]

/** The venues of these ids, in no order, each with picture and what its gallery has for sale. */
export function venuesById(db: Kysely<Database>, ids: readonly number[]) {
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
        .$asScalar()
        .$notNull()
        .as('artworks_for_sale_count'),
    ])
    .where('venues.id', '=', anyOf(ids))
}

/** The rows of venuesById. */
export function selectVenues(db: Kysely<Database>, ids: readonly number[]) {
  return venuesById(db, ids).execute()
}

/** Where a venue is. */
export function selectVenuePlace(db: Kysely<Database>, id: number) {
  return db
    .selectFrom('venues')
    .select(['country_code', 'city', 'latitude', 'longitude'])
    .where('id', '=', id)
    .executeTakeFirst()
}
