import { sql, type Kysely } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { collectorIds } from '../categories/category-queries.ts'
import { anyOf } from '../database/any-of.ts'
import type { Database } from '../database/tables.ts'
import {
  isUnpublished,
  isVisibleArtwork,
  type Unpublished,
  type Viewer,
} from '../database/visibility.ts'
import type { Ordering } from '../list/ordering.ts'

/** The column behind each sort key of the contract. */
const SORT_COLUMNS = {
  order_date: { column: 'order_date', nullable: false },
  created_at: { column: 'created_at', nullable: false },
  title: { column: 'title_sort_key', nullable: false },
  price: { column: 'price', nullable: true },
  price_usd: { column: 'price_usd', nullable: true },
  views_count: { column: 'views_count', nullable: false },
  // Null in drafts, which are few; not in what is public, where the index serves both directions.
  published_at: { column: 'published_at', nullable: false },
} as const

export type ArtworkSortKey = keyof typeof SORT_COLUMNS
export type ArtworkRow = Awaited<ReturnType<typeof selectArtworks>>[number]

export async function countUnpublishedArtworks(
  db: Kysely<Database>,
  listed: Unpublished,
): Promise<number> {
  const { count } = await db
    .selectFrom('artworks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(isUnpublished('artworks', listed))
    .executeTakeFirstOrThrow()
  return count
}

/** The ids of one page. Drafts and what is archived are few, or somebody's own. */
export async function selectUnpublishedArtworkIds(
  db: Kysely<Database>,
  listed: Unpublished,
  { key, descending }: Ordering<ArtworkSortKey>,
  limit: number,
  offset: number,
): Promise<number[]> {
  const { column, nullable } = SORT_COLUMNS[key]
  const rows = await db
    .selectFrom('artworks')
    .select('id')
    .where(isUnpublished('artworks', listed))
    .orderBy(column, (by) => {
      if (!descending) return by.asc()
      return nullable || listed.status === 'draft' ? by.desc().nullsLast() : by.desc()
    })
    .orderBy('id', descending ? 'desc' : 'asc')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(({ id }) => id)
}

const artistIds = sql<number[]>`array(
  select artist_id from artwork_artists where artwork_id = artworks.id order by position)`

/**
 * The artworks of these ids, in no order, with everything embedded but galleries and artists, which
 * several of them may share.
 */
export function selectArtworks(db: Kysely<Database>, ids: readonly number[], viewer: Viewer) {
  return db
    .selectFrom('artworks')
    .selectAll('artworks')
    .select((eb) => [
      artistIds.as('artist_ids'),
      jsonObjectFrom(
        eb
          .selectFrom('artwork_images')
          .selectAll('artwork_images')
          .select((image) =>
            jsonArrayFrom(
              image
                .selectFrom('artwork_image_colors')
                .innerJoin('colors', 'colors.id', 'artwork_image_colors.color_id')
                .selectAll('colors')
                .whereRef('artwork_image_id', '=', 'artwork_images.id')
                .orderBy('position'),
            ).as('colors'),
          )
          .whereRef('artwork_images.id', '=', 'artworks.featured_image_id'),
      )
        .$notNull()
        .as('featured_image'),
      jsonObjectFrom(
        eb.selectFrom('users').selectAll('users').whereRef('users.id', '=', 'artworks.author_id'),
      ).as('author'),
      jsonObjectFrom(
        eb
          .selectFrom('artwork_categories')
          .selectAll('artwork_categories')
          .select(collectorIds.as('collectors'))
          .whereRef('artwork_categories.id', '=', 'artworks.category_id'),
      )
        .$notNull()
        .as('category'),
      jsonArrayFrom(
        eb
          .selectFrom('artwork_tags')
          .innerJoin('tags', 'tags.id', 'artwork_tags.tag_id')
          .selectAll('tags')
          .whereRef('artwork_tags.artwork_id', '=', 'artworks.id')
          .orderBy('tags.id'),
      ).as('tags'),
    ])
    .where(isVisibleArtwork(viewer))
    .where('artworks.id', '=', anyOf(ids))
    .execute()
}
