import { sql, type Kysely, type RawBuilder, type Selectable } from 'kysely'
import type { components } from '../../generated/v1.ts'
import { anyOf, type DatabaseReader } from '../database/kysely.ts'
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

/** The tables of the pictures of named records, which can have none. */
export type NamedPictures = 'images' | 'venue_images'

/** The tables whose records show the pictures of a table. */
const USERS = {
  images: ['artists', 'galleries'],
  artwork_images: ['artworks'],
  event_images: ['events'],
  venue_images: ['venues'],
} as const satisfies Record<PictureTable, readonly (keyof Database)[]>

/** A table of named records with pictures. */
export type PicturedTable = (typeof USERS)[NamedPictures][number]

/** A row of a table of pictures. */
export type StoredPicture = Omit<Selectable<Database[AnyPictures]>, 'uploaded_by'>

/** The tables differ in their renditions only, so one of them stands for all. `images` calls `full_size` `image`. */
type AnyPictures = 'event_images'

/** A picture to insert. */
export interface NewPicture {
  /** Its columns. Absent ones have their defaults. */
  readonly row: Readonly<Record<string, unknown>>
  /** The id of a stored picture with the same colors. */
  readonly colorsOf?: number
}

/** The columns of a table of pictures that requests determine. */
export function pictureColumns(table: PictureTable): readonly string[] {
  return ['caption', 'alt_text', 'description', 'uploaded_by', ...RENDITIONS[table]]
}

/** Until renditions exist, each rendition is the picture itself. */
export function newPicture(
  table: PictureTable,
  { full_size, caption = null, alt_text = null, description = null }: PictureInput,
  uploadedBy: string,
): NewPicture {
  const metadata = { caption, alt_text, description, uploaded_by: uploadedBy }
  return { row: { ...metadata, ...everyRendition(table, full_size) } }
}

/**
 * A copy of a picture with the changes of a merge patch, because other records may use the original. The colors of a
 * picture are known as long as the picture is the same.
 */
export function pictureCopy(
  table: PictureTable,
  { id, updated_at: _updatedAt, stored_by: _storedBy, ...columns }: StoredPicture,
  { full_size, ...metadata }: PicturePatch,
  uploadedBy: string,
): NewPicture {
  const row = { ...columns, ...metadata, uploaded_by: uploadedBy }
  if (full_size === undefined) return { row, colorsOf: id }
  const { created_at: _createdAt, is_converted_to_webp: _isConverted, ...kept } = row
  return { row: { ...kept, ...everyRendition(table, full_size) } }
}

/** Inserts a picture; `insertedPictureId` is its id. */
export async function insertPicture(
  trx: Kysely<Database>,
  table: NamedPictures,
  { row }: NewPicture,
): Promise<void> {
  await trx
    .insertInto(table as AnyPictures)
    .values(row as never)
    .execute()
}

/** The id of the picture that the transaction inserted last, known to the database without another round trip. */
export function insertedPictureId(table: NamedPictures): RawBuilder<number> {
  return sql`currval(${`${table}_id_seq`}::regclass)`
}

function everyRendition(table: PictureTable, url: string): Record<string, string> {
  return Object.fromEntries(RENDITIONS[table].map((name) => [name, url]))
}

/** The picture of a record, if it has one. */
export function selectPictureOf(
  trx: DatabaseReader,
  pictures: NamedPictures,
  table: PicturedTable,
  id: number,
): Promise<StoredPicture | undefined> {
  return trx
    .selectFrom(pictures as AnyPictures)
    .selectAll()
    .where('id', '=', ({ selectFrom }) =>
      selectFrom(table).select('featured_image_id').where('id', '=', id),
    )
    .executeTakeFirst()
}

/** The stored address of a picture in full size. */
export function fullSizeOf(picture: StoredPicture): string {
  return 'image' in picture ? (picture.image as string) : picture.full_size
}

/** Deletes those of the pictures that no record uses. */
export async function deleteUnusedPictures(
  trx: Kysely<Database>,
  table: PictureTable,
  ids: readonly number[],
): Promise<void> {
  let unused = trx.deleteFrom(table as AnyPictures).where('id', '=', anyOf(ids))
  for (const user of USERS[table]) {
    unused = unused.where(({ not, exists, selectFrom, ref }) =>
      not(
        exists(
          selectFrom(user)
            .select('id')
            .where('featured_image_id', '=', ref(`${table as AnyPictures}.id`)),
        ),
      ),
    )
  }
  await unused.execute()
}
