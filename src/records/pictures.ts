import type { Selectable } from 'kysely'
import type { components } from '../../generated/v1.ts'
import type { Urls } from '../contract/operation-types.ts'
import type { Database } from '../database/tables.ts'
import { pictureUrl } from '../json-sql/picture-url.ts'
import { unprocessable } from '../problems/problem.ts'
import {
  PLACEHOLDER_IMAGE_ID,
  RENDITIONS,
  type PictureInput,
  type PictureTable,
} from './picture-resource.ts'

export type PicturePatch = components['schemas']['PicturePatch']

/**
 * A row of a table of pictures. The tables differ in their renditions only, so one of them stands for all. `images` calls
 * `full_size` `image`.
 */
export type StoredPicture = Omit<Selectable<Database['event_images']>, 'uploaded_by'>

export interface NewPicture {
  /** Its columns. Absent ones have their defaults. */
  readonly row: Readonly<Record<string, unknown>>
  /** The id of a stored picture with the same colors. */
  readonly colorsOf?: number
}

/** The sender of a picture, and the URLs of the service, for those of stored pictures. */
interface PictureSource {
  readonly userId: string
  readonly urls: Urls
}

/** The result of a change: a new picture, `none`, or the `same` picture as before. */
type PictureChange = NewPicture | 'none' | 'same'

/** Until renditions exist, each rendition is the picture itself. */
export function newPicture(
  table: PictureTable,
  { full_size, caption = null, alt_text = null, description = null }: PictureInput,
  uploadedBy: string,
): NewPicture {
  const metadata = { caption, alt_text, description, uploaded_by: uploadedBy }
  return { row: { ...metadata, ...everyRendition(table, full_size) } }
}

function everyRendition(table: PictureTable, url: string): Record<string, string> {
  return Object.fromEntries(RENDITIONS[table].map((name) => [name, url]))
}

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
  const hasPicture = stored !== undefined && stored.id !== emptyPictureId(table)
  if (!hasPicture && change.full_size === undefined) throw noPicture()
  if (stored !== undefined) {
    // A client may also send the placeholder back unchanged.
    const changed = changedMembers(stored, change, urls)
    if (Object.keys(changed).length === 0) return 'same'
    if (hasPicture) return pictureCopy(table, stored, changed, userId)
  }
  return newPicture(table, change as PictureInput, userId)
}

/** The `featured_image_id` of records without a picture: artworks and events show the placeholder. */
export function emptyPictureId(table: PictureTable | undefined): number | null {
  return table === 'artwork_images' || table === 'event_images' ? PLACEHOLDER_IMAGE_ID : null
}

function changedMembers(picture: StoredPicture, change: PicturePatch, urls: Urls): PicturePatch {
  const fullSize = 'image' in picture ? (picture.image as string) : picture.full_size
  const shown = { ...picture, full_size: pictureUrl(urls, fullSize) }
  const names = Object.keys(change) as (keyof PicturePatch)[]
  return Object.fromEntries(
    names.filter((name) => change[name] !== shown[name]).map((name) => [name, change[name]]),
  )
}

/**
 * A copy of a picture with the changes of a merge patch, because other records may use the original. The colors of a
 * picture are known as long as the picture is the same.
 */
function pictureCopy(
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

function noPicture() {
  return unprocessable([
    { pointer: '/featured_image/full_size', detail: 'It is required, as there is no picture yet.' },
  ])
}
