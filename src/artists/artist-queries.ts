import type { Kysely } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { anyOf } from '../database/any-of.ts'
import type { Database } from '../database/tables.ts'
import { isPublicArtwork } from '../database/visibility.ts'

export type ArtistRow = Awaited<ReturnType<typeof selectArtists>>[number]

/** The artists of these ids, in no order, each with picture and whether anything is on offer. */
export function artistsById(db: Kysely<Database>, ids: readonly number[]) {
  return db
    .selectFrom('artists')
    .selectAll('artists')
    .select((eb) => [
      jsonObjectFrom(
        eb
          .selectFrom('images')
          .selectAll('images')
          .whereRef('images.id', '=', 'artists.featured_image_id'),
      ).as('featured_image'),
      eb
        .exists(
          eb
            .selectFrom('artwork_artists')
            .innerJoin('artworks', 'artworks.id', 'artwork_artists.artwork_id')
            .select('artworks.id')
            .whereRef('artwork_artists.artist_id', '=', 'artists.id')
            .where(isPublicArtwork),
        )
        .$castTo<boolean>()
        .as('has_artworks'),
    ])
    .where('artists.id', '=', anyOf(ids))
}

/** The rows of artistsById. */
export function selectArtists(db: Kysely<Database>, ids: readonly number[]) {
  return artistsById(db, ids).execute()
}
