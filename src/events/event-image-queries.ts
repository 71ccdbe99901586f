import { sql, type Kysely, type Selectable } from 'kysely'
import type { components } from '../../generated/v1.ts'
import type { Database, EventImageTable } from '../database/tables.ts'
import {
  everyRendition,
  pictureColumns,
  PLACEHOLDER_IMAGE_ID,
  type PictureInput,
} from '../embedded/picture.ts'

type PicturePatch = components['schemas']['PicturePatch']

const RENDITIONS = [
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
] as const

/** @returns the picture's id. */
export async function insertEventImage(
  trx: Kysely<Database>,
  picture: PictureInput,
  uploadedBy: string,
): Promise<number> {
  const { id } = await trx
    .insertInto('event_images')
    .values({ ...pictureColumns(picture, RENDITIONS), uploaded_by: uploadedBy })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type StoredEventImage = Selectable<EventImageTable>

/** The picture that an event shows; there is always one. */
export function selectEventImage(
  trx: Kysely<Database>,
  imageId: number,
): Promise<StoredEventImage> {
  return trx
    .selectFrom('event_images')
    .selectAll()
    .where('id', '=', imageId)
    .executeTakeFirstOrThrow()
}

/**
 * A copy of a picture with what `patch` changes: other events may show the same one.
 * @returns the copy's id.
 */
export async function insertChangedEventImage(
  trx: Kysely<Database>,
  { id: _id, updated_at: _updatedAt, ...picture }: StoredEventImage,
  { full_size, ...metadata }: PicturePatch,
  uploadedBy: string,
): Promise<number> {
  const { id } = await trx
    .insertInto('event_images')
    .values({
      ...picture,
      ...metadata,
      ...(full_size !== undefined && {
        ...everyRendition(full_size, RENDITIONS),
        created_at: sql<string>`now()`,
        is_converted_to_webp: false,
      }),
      uploaded_by: uploadedBy,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Removes a picture that no event shows any more; the placeholder stays. */
export async function deleteUnusedEventImage(
  trx: Kysely<Database>,
  imageId: number,
): Promise<void> {
  await trx
    .deleteFrom('event_images')
    .where('id', '=', imageId)
    .where('id', '<>', PLACEHOLDER_IMAGE_ID)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('events').select('id').where('featured_image_id', '=', imageId))),
    )
    .execute()
}
