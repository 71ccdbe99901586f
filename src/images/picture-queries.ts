import { sql, type Kysely, type Selectable } from 'kysely'
import type { components } from '../../generated/v1.ts'
import type { Database } from '../database/tables.ts'
import type { PictureInput } from './image-resource.ts'

type PicturePatch = components['schemas']['PicturePatch']

/** The columns with the addresses of a picture: one for each rendition. */
const RENDITIONS = {
  images: ['image'],
  artwork_images: [
    'thumbnail_small',
    'thumbnail',
    'full_size',
    'thumbnail_webp',
    'full_size_webp',
    'thumbnail_small_webp',
  ],
  event_images: [
    'crop_small_webp',
    'crop_smallest_webp',
    'full_size',
    'crop_small',
    'crop_big',
    'full_size_webp',
    'crop_medium',
    'crop_medium_webp',
    'crop_big_webp',
    'crop_smallest',
  ],
  venue_images: [
    'crop_medium_webp',
    'crop_medium',
    'crop_small',
    'full_size',
    'crop_small_webp',
    'crop_big',
    'crop_big_webp',
    'full_size_webp',
  ],
} as const satisfies Partial<Record<keyof Database, readonly string[]>>

/** A table of pictures. */
export type PictureTable = keyof typeof RENDITIONS

/** The tables whose records show the pictures of a table. */
const USERS = {
  images: ['artists', 'galleries'],
  artwork_images: ['artworks'],
  event_images: ['events'],
  venue_images: ['venues'],
} as const satisfies Record<PictureTable, readonly (keyof Database)[]>

/** A row of a table of pictures. */
export type StoredPicture = Omit<Selectable<Database[AnyPictures]>, 'uploaded_by'>

/** The tables differ in their renditions only, so one of them stands for all. `images` calls `full_size` `image`. */
type AnyPictures = 'event_images'

/** Until renditions exist, each rendition is the picture itself. @returns the picture's id. */
export async function insertPicture(
  trx: Kysely<Database>,
  table: PictureTable,
  { full_size, caption = null, alt_text = null, description = null }: PictureInput,
  uploadedBy: string,
): Promise<number> {
  const metadata = { caption, alt_text, description, uploaded_by: uploadedBy }
  const { id } = await trx
    .insertInto(table as AnyPictures)
    .values({ ...metadata, ...everyRendition(table, full_size) } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

function everyRendition(table: PictureTable, url: string): Record<string, string> {
  return Object.fromEntries(RENDITIONS[table].map((name) => [name, url]))
}

/** A picture that exists. */
export function selectPicture(
  trx: Kysely<Database>,
  table: PictureTable,
  id: number,
): Promise<StoredPicture> {
  return trx
    .selectFrom(table as AnyPictures)
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** The stored address of a picture in full size. */
export function fullSizeOf(picture: StoredPicture): string {
  return 'image' in picture ? (picture.image as string) : picture.full_size
}

/**
 * Inserts a copy of a picture with the changes of a merge patch, because other records may use the original.
 * @returns the copy's id.
 */
export async function insertChangedPicture(
  trx: Kysely<Database>,
  table: PictureTable,
  { id: originalId, updated_at: _updatedAt, ...columns }: StoredPicture,
  { full_size, ...metadata }: PicturePatch,
  uploadedBy: string,
): Promise<number> {
  const { id } = await trx
    .insertInto(table as AnyPictures)
    .values({
      ...columns,
      ...metadata,
      ...(full_size !== undefined && {
        ...everyRendition(table, full_size),
        created_at: sql<string>`now()`,
        is_converted_to_webp: false,
      }),
      uploaded_by: uploadedBy,
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  if (table === 'artwork_images' && full_size === undefined) await copyColors(trx, originalId, id)
  return id
}

/** The colors of a picture are known as long as the picture is the same. */
async function copyColors(trx: Kysely<Database>, from: number, to: number): Promise<void> {
  await trx
    .insertInto('artwork_image_colors')
    .columns(['artwork_image_id', 'position', 'color_id'])
    .expression(({ selectFrom }) =>
      selectFrom('artwork_image_colors')
        .select([sql.lit(to).as('artwork_image_id'), 'position', 'color_id'])
        .where('artwork_image_id', '=', from),
    )
    .execute()
}

/** Deletes a picture that no record uses. */
export async function deleteUnusedPicture(
  trx: Kysely<Database>,
  table: PictureTable,
  id: number,
): Promise<void> {
  let unused = trx.deleteFrom(table as AnyPictures).where('id', '=', id)
  for (const user of USERS[table]) {
    unused = unused.where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom(user).select('id').where('featured_image_id', '=', id))),
    )
  }
  await unused.execute()
}
