import type { Kysely } from 'kysely'
import type { components } from '../../generated/v1.ts'
import type { Urls } from '../contract/operation-types.ts'
import type { Database } from '../database/tables.ts'
import { pictureUrl } from '../json-sql/picture-url.ts'
import { unprocessable } from '../problems/problem.ts'
import { PLACEHOLDER_IMAGE_ID, type PictureInput } from './image-resource.ts'
import {
  deleteUnusedPictures,
  fullSizeOf,
  newPicture,
  pictureCopy,
  type NewPicture,
  type PictureTable,
  type StoredPicture,
} from './picture-queries.ts'

export type PicturePatch = components['schemas']['PicturePatch']

/** The sender of a picture, and the URLs of the service, for those of stored pictures. */
interface PictureSource {
  readonly userId: string
  readonly urls: Urls
}

/** The result of a change: a new picture, `none`, or the `same` picture as before. */
export type PictureChange = NewPicture | 'none' | 'same'

/**
 * Applies a merge patch (RFC 7396) to the picture of a record: null removes the picture, an object changes the
 * members that the object has. A member with its stored value changes nothing, so a picture that a client sends
 * back unchanged keeps its renditions.
 * @param stored the picture that the record shows, which can be the placeholder.
 * @throws 422 for a patch without `full_size` when the record has no picture.
 */
export function changedPicture(
  table: PictureTable,
  stored: StoredPicture | undefined,
  change: PicturePatch | null | undefined,
  { userId, urls }: PictureSource,
): PictureChange {
  if (change === undefined) return 'same'
  if (change === null) return 'none'
  const hasPicture = stored !== undefined && !isPlaceholder(table, stored.id)
  if (!hasPicture && change.full_size === undefined) throw noPicture()
  if (stored !== undefined) {
    // A client may also send the placeholder back unchanged.
    const changed = changedMembers(stored, change, urls)
    if (Object.keys(changed).length === 0) return 'same'
    if (hasPicture) return pictureCopy(table, stored, changed, userId)
  }
  return newPicture(table, change as PictureInput, userId)
}

/** Artworks and events without a picture show the placeholder. */
function isPlaceholder(table: PictureTable, id: number): boolean {
  return (table === 'artwork_images' || table === 'event_images') && id === PLACEHOLDER_IMAGE_ID
}

function changedMembers(picture: StoredPicture, change: PicturePatch, urls: Urls): PicturePatch {
  const shown = { ...picture, full_size: pictureUrl(urls, fullSizeOf(picture)) }
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

/** Deletes former pictures of records, except those that other records use. */
export async function removePictures(
  db: Kysely<Database>,
  table: PictureTable,
  ids: readonly number[],
): Promise<void> {
  const own = ids.filter((id) => !isPlaceholder(table, id))
  if (own.length > 0) await deleteUnusedPictures(db, table, own)
}
