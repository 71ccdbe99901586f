import type { Kysely } from 'kysely'
import type { components } from '../../generated/v1.ts'
import type { Database } from '../database/tables.ts'
import { unprocessable } from '../problems/problem.ts'
import { absoluteMediaUrl, PLACEHOLDER_IMAGE_ID, type PictureInput } from './image-resource.ts'
import {
  deleteUnusedPicture,
  fullSizeOf,
  insertChangedPicture,
  insertPicture,
  selectPicture,
  type PictureTable,
  type StoredPicture,
} from './picture-queries.ts'

type PicturePatch = components['schemas']['PicturePatch']

/** The `featured_image_id` of a record without a picture: artworks and events show the placeholder. */
const NO_PICTURE = {
  images: null,
  artwork_images: PLACEHOLDER_IMAGE_ID,
  event_images: PLACEHOLDER_IMAGE_ID,
  venue_images: null,
} as const satisfies Record<PictureTable, number | null>

/** The id of a picture in a table, or its value for no picture. */
type PictureId<Table extends PictureTable> = number | (typeof NO_PICTURE)[Table]

/** The sender of a picture, and the URL of the media host, the base of stored paths. */
interface PictureSource {
  readonly userId: string
  readonly mediaUrl: string
}

/** Stores the picture of a new record. @returns its id, or that for no picture. */
export async function storePicture<Table extends PictureTable>(
  db: Kysely<Database>,
  table: Table,
  picture: PictureInput | null | undefined,
  userId: string,
): Promise<PictureId<Table>> {
  return picture ? insertPicture(db, table, picture, userId) : NO_PICTURE[table]
}

/**
 * Applies a merge patch (RFC 7396) to the picture of a record: null removes the picture, an object changes the
 * members that the object has. A member with its stored value changes nothing, so a picture that a client sends
 * back unchanged keeps its renditions.
 * @returns the id of the new picture. The caller stores it, and then removes the old one with `removePicture`.
 * @throws 422 for a patch without `full_size` when the record has no picture.
 */
export async function changePicture<Table extends PictureTable>(
  db: Kysely<Database>,
  table: Table,
  id: PictureId<Table>,
  change: PicturePatch | null | undefined,
  { userId, mediaUrl }: PictureSource,
): Promise<PictureId<Table>> {
  if (change === undefined) return id
  if (change === null) return NO_PICTURE[table]
  const { full_size } = change
  const hasPicture = id !== NO_PICTURE[table]
  if (!hasPicture && full_size === undefined) throw noPicture()
  if (id !== null) {
    // A client may also send the placeholder back unchanged.
    const picture = await selectPicture(db, table, id)
    const changed = changedMembers(picture, change, mediaUrl)
    if (Object.keys(changed).length === 0) return id
    if (hasPicture) return insertChangedPicture(db, table, picture, changed, userId)
  }
  return insertPicture(db, table, change as PictureInput, userId)
}

function changedMembers(
  picture: StoredPicture,
  change: PicturePatch,
  mediaUrl: string,
): PicturePatch {
  const shown = { ...picture, full_size: absoluteMediaUrl(mediaUrl, fullSizeOf(picture)) }
  const names = Object.keys(change) as (keyof PicturePatch)[]
  return Object.fromEntries(
    names.filter((name) => change[name] !== shown[name]).map((name) => [name, change[name]]),
  )
}

function noPicture() {
  return unprocessable([
    { pointer: '/featured_image/full_size', detail: 'It is required, as there is no picture yet.' },
  ])
}

/** Deletes the former picture of a record, unless another record uses it. */
export async function removePicture<Table extends PictureTable>(
  db: Kysely<Database>,
  table: Table,
  id: PictureId<Table>,
): Promise<void> {
  if (id !== null && id !== NO_PICTURE[table]) await deleteUnusedPicture(db, table, id)
}
