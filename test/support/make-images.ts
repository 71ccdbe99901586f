import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Database } from '../../src/database/tables.ts'
import { rowMaker } from './make-row.ts'
import { makeUser } from './make-user.ts'
import { nextNumber } from './sequence.ts'

export const makeImage = rowMaker('images', () => ({ image: '/galleries/57.jpg' }))

const makeArtworkImageRow = rowMaker('artwork_images', () => ({
  thumbnail_small: '/artworks/9120/thumbnail_small.jpg',
  thumbnail: '/artworks/9120/thumbnail.jpg',
  full_size: '/artworks/9120/full_size.jpg',
  thumbnail_webp: '/artworks/9120/thumbnail.webp',
  full_size_webp: '/artworks/9120/full_size.webp',
  thumbnail_small_webp: '/artworks/9120/thumbnail_small.webp',
}))

/** @param colors ids of its colours, the most frequent first. */
export async function makeArtworkImage(
  db: Kysely<Database>,
  {
    colors = [],
    ...values
  }: Partial<Insertable<Database['artwork_images']>> & { colors?: number[] } = {},
): Promise<Selectable<Database['artwork_images']>> {
  const image = await makeArtworkImageRow(db, values)
  const rows = colors.map((color_id, position) => ({
    artwork_image_id: image.id,
    position,
    color_id,
  }))
  if (rows.length > 0) await db.insertInto('artwork_image_colors').values(rows).execute()
  return image
}

export const makeEventImage = rowMaker('event_images', async (db, values) => ({
  uploaded_by: values.uploaded_by ?? (await makeUser(db)).id,
  crop_small_webp: '/events/640/crop_small.webp',
  crop_smallest_webp: '/events/640/crop_smallest.webp',
  full_size: '/events/640/full_size.jpg',
  crop_small: '/events/640/crop_small.jpg',
  crop_big: '/events/640/crop_big.jpg',
  full_size_webp: '/events/640/full_size.webp',
  crop_medium: '/events/640/crop_medium.jpg',
  crop_medium_webp: '/events/640/crop_medium.webp',
  crop_big_webp: '/events/640/crop_big.webp',
  crop_smallest: '/events/640/crop_smallest.jpg',
}))

export const makeVenueImage = rowMaker('venue_images', () => ({
  crop_medium_webp: '/venues/5/crop_medium.webp',
  crop_medium: '/venues/5/crop_medium.jpg',
  crop_small: '/venues/5/crop_small.jpg',
  full_size: '/venues/5/full_size.jpg',
  crop_small_webp: '/venues/5/crop_small.webp',
  crop_big: '/venues/5/crop_big.jpg',
  crop_big_webp: '/venues/5/crop_big.webp',
  full_size_webp: '/venues/5/full_size.webp',
}))

/** @param values red, green and blue at least. */
export const makeColor = rowMaker('colors', () => ({ name: `Colour ${nextNumber()}` }))
