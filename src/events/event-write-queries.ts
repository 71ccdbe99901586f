import { sql, type Insertable, type Kysely, type Updateable, type Selectable } from 'kysely'
import type { Database } from '../database/tables.ts'
import { isVisibleEvent, type Viewer } from '../database/visibility.ts'
import type { components } from '../../generated/v1.ts'
import {
  everyRendition,
  pictureColumns,
  PLACEHOLDER_IMAGE_ID,
  type PictureInput,
} from '../images/image-resource.ts'

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

export type NewEvent = Insertable<Database['events']>

export type EventColumns = Updateable<Database['events']>

/** The columns that a change of the event is checked against. */
export type LockedEvent = NonNullable<Awaited<ReturnType<typeof lockEvent>>>

/** Locks an event that the viewer may see, until the end of the transaction. */
export function lockEvent(trx: Kysely<Database>, id: number, viewer: Viewer) {
  return trx
    .selectFrom('events')
    .select(['id', 'author_id', 'publish_status', 'featured_image_id', 'updated_at'])
    .where('id', '=', id)
    .where(isVisibleEvent(viewer))
    .forUpdate()
    .executeTakeFirst()
}

/** @returns undefined when the slug is taken. */
export function insertEvent(
  trx: Kysely<Database>,
  event: NewEvent,
): Promise<{ id: number } | undefined> {
  return trx
    .insertInto('events')
    .values(event)
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst()
}

/** A trigger increases `updated_at`, so no two states of an event have the same ETag. */
export async function updateEventColumns(
  trx: Kysely<Database>,
  id: number,
  columns: EventColumns,
): Promise<void> {
  await trx.updateTable('events').set(columns).where('id', '=', id).execute()
}

export async function deleteEventRow(trx: Kysely<Database>, id: number): Promise<void> {
  await trx.deleteFrom('events').where('id', '=', id).execute()
}

type PicturePatch = components['schemas']['PicturePatch']

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

export type StoredEventImage = Selectable<Database['event_images']>

/** The picture of an event, which always has one. */
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
 * Inserts a copy of a picture with the changes of a merge patch, because other events may use the original.
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

/** Deletes a picture that no event uses, except the placeholder. */
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
