import { sql, type Insertable, type Transaction } from 'kysely'
import { anyOf } from '../../src/database/kysely.ts'
import type { ArtworkImageTable, Database } from '../../src/database/tables.ts'
import type { ArtworkListing } from './artwork-listing.ts'
import { reserveIds, type Identified } from './source-queries.ts'

/** The picture that works without their own share (schema/9-reference-data.sql). */
const PLACEHOLDER_IMAGE_ID = 1

/**
 * Gives each work that has a picture its own image row.
 * @returns the images' ids by the artworks'; works without a picture are not in it.
 */
export async function upsertArtworkImages(
  trx: Transaction<Database>,
  rows: readonly Identified<ArtworkListing>[],
): Promise<Map<number, number>> {
  const depicted = rows.filter(({ record }) => record.imageUrl !== null)
  const imageIds = await findImageIds(
    trx,
    depicted.map(({ id }) => id),
  )
  const bare = depicted.filter(({ id }) => !imageIds.has(id))
  const newIds = await reserveIds(trx, 'artwork_images', bare.length)
  bare.forEach(({ id }, index) => imageIds.set(id, newIds[index] as number))
  await writeImages(
    trx,
    depicted.map(({ id, record }) => imageRow(imageIds.get(id), record.imageUrl ?? '')),
  )
  return imageIds
}

/** The images that works have already, by artwork. */
async function findImageIds(
  trx: Transaction<Database>,
  artworkIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await trx
    .selectFrom('artworks')
    .select(['id', 'featured_image_id'])
    .where('id', '=', anyOf(artworkIds))
    .where('featured_image_id', '<>', PLACEHOLDER_IMAGE_ID)
    .execute()
  return new Map(rows.map((row) => [row.id, row.featured_image_id]))
}

/** Until a rendition of its own exists, every one is the publisher's picture. */
function imageRow(id: number | undefined, url: string): Insertable<ArtworkImageTable> {
  return {
    id,
    thumbnail_small: url,
    thumbnail: url,
    full_size: url,
    thumbnail_webp: url,
    full_size_webp: url,
    thumbnail_small_webp: url,
  }
}

async function writeImages(
  trx: Transaction<Database>,
  images: readonly Insertable<ArtworkImageTable>[],
): Promise<void> {
  if (images.length === 0) return
  await trx
    .insertInto('artwork_images')
    .values(images)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(({ ref }) => ({
          thumbnail_small: ref('excluded.thumbnail_small'),
          thumbnail: ref('excluded.thumbnail'),
          full_size: ref('excluded.full_size'),
          thumbnail_webp: ref('excluded.thumbnail_webp'),
          full_size_webp: ref('excluded.full_size_webp'),
          thumbnail_small_webp: ref('excluded.thumbnail_small_webp'),
          updated_at: sql<string>`now()`,
        }))
        .whereRef('artwork_images.full_size', '<>', 'excluded.full_size'),
    )
    .execute()
}
