import { sql, type Kysely } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { anyOf } from '../database/any-of.ts'
import type { Database } from '../database/tables.ts'
import { isPublicArtwork } from '../database/visibility.ts'

export type GalleryRow = Awaited<ReturnType<typeof selectGalleries>>[number]

/**
 * The galleries of these ids, in no order, each with its owner, picture and number of artworks.
 * @param isCounted where nobody is told the number, it is 0 and takes no time.
 */
export function galleriesById(db: Kysely<Database>, ids: readonly number[], isCounted = true) {
  return db
    .selectFrom('galleries')
    .selectAll('galleries')
    .select((eb) => [
      jsonObjectFrom(
        eb.selectFrom('users').selectAll('users').whereRef('users.id', '=', 'galleries.owner_id'),
      )
        .$notNull()
        .as('owner'),
      jsonObjectFrom(
        eb
          .selectFrom('images')
          .selectAll('images')
          .whereRef('images.id', '=', 'galleries.featured_image_id'),
      ).as('featured_image'),
      eb
        .selectFrom('artworks')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('artworks.gallery_id', '=', 'galleries.id')
        .where(isPublicArtwork)
        .$if(!isCounted, (none) => none.where(sql<boolean>`false`))
        .$asScalar()
        .$notNull()
        .as('total_artworks'),
    ])
    .where('galleries.id', '=', anyOf(ids))
}

/** The rows of galleriesById. */
export function selectGalleries(db: Kysely<Database>, ids: readonly number[], isCounted = true) {
  return galleriesById(db, ids, isCounted).execute()
}
