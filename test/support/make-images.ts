import type { Insertable, Kysely, Selectable } from 'kysely'
import type {
  ArtworkImageTable,
  ColorTable,
  Database,
  EventImageTable,
  ImageTable,
  VenueImageTable,
} from '../../src/database/tables.ts'
import { makeUser } from './make-user.ts'
import { nextNumber } from './sequence.ts'

export function makeImage(
  db: Kysely<Database>,
  values: Partial<Insertable<ImageTable>> = {},
): Promise<Selectable<ImageTable>> {
  return db
    .insertInto('images')
    .values({ image: '/galleries/57.jpg', ...values })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** @param colors ids of its colours, the most frequent first. */
export async function makeArtworkImage(
  db: Kysely<Database>,
  { colors = [], ...values }: Partial<Insertable<ArtworkImageTable>> & { colors?: number[] } = {},
): Promise<Selectable<ArtworkImageTable>> {
  const image = await db
    .insertInto('artwork_images')
    .values({
      thumbnail_small: '/artworks/9120/thumbnail_small.jpg',
      thumbnail: '/artworks/9120/thumbnail.jpg',
      full_size: '/artworks/9120/full_size.jpg',
      thumbnail_webp: '/artworks/9120/thumbnail.webp',
      full_size_webp: '/artworks/9120/full_size.webp',
      thumbnail_small_webp: '/artworks/9120/thumbnail_small.webp',
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const rows = colors.map((color_id, position) => ({
    artwork_image_id: image.id,
    position,
    color_id,
  }))
  if (rows.length > 0) await db.insertInto('artwork_image_colors').values(rows).execute()
  return image
}

export async function makeEventImage(
  db: Kysely<Database>,
  values: Partial<Insertable<EventImageTable>> = {},
): Promise<Selectable<EventImageTable>> {
  return db
    .insertInto('event_images')
    .values({
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
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function makeVenueImage(
  db: Kysely<Database>,
  values: Partial<Insertable<VenueImageTable>> = {},
): Promise<Selectable<VenueImageTable>> {
  return db
    .insertInto('venue_images')
    .values({
      crop_medium_webp: '/venues/5/crop_medium.webp',
      crop_medium: '/venues/5/crop_medium.jpg',
      crop_small: '/venues/5/crop_small.jpg',
      full_size: '/venues/5/full_size.jpg',
      crop_small_webp: '/venues/5/crop_small.webp',
      crop_big: '/venues/5/crop_big.jpg',
      crop_big_webp: '/venues/5/crop_big.webp',
      full_size_webp: '/venues/5/full_size.webp',
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function makeColor(
  db: Kysely<Database>,
  values: Pick<Insertable<ColorTable>, 'red' | 'green' | 'blue'> & { name?: string },
): Promise<Selectable<ColorTable>> {
  return db
    .insertInto('colors')
    .values({ name: `Colour ${nextNumber()}`, ...values })
    .returningAll()
    .executeTakeFirstOrThrow()
}
