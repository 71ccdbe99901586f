import type { Kysely } from 'kysely'
import type { Database } from '../database/tables.ts'
import { absoluteMediaUrl } from '../embedded/media-url.ts'
import { PLACEHOLDER_IMAGE_ID } from '../embedded/picture.ts'
import { unprocessable, type Problem } from '../problem.ts'
import type { EventPatch } from './event-columns.ts'
import {
  insertChangedEventImage,
  insertEventImage,
  selectEventImage,
  type StoredEventImage,
} from './event-image-queries.ts'

type PicturePatch = NonNullable<EventPatch['featured_image']>

/**
 * What a change makes of an event's picture, as a merge patch does (RFC 7396): null takes it away,
 * an object changes the members that it has. A member that says what the record shows already is no
 * change, so that a picture that is sent back as it was read keeps its renditions.
 * @param mediaUrl the media host's URL, which the paths of stored pictures are resolved against.
 * @returns the id of the picture that the event shows then.
 * @throws 422 for a change to a picture that is not there.
 */
export async function changeEventImage(
  db: Kysely<Database>,
  imageId: number,
  change: EventPatch['featured_image'],
  { userId, mediaUrl }: { readonly userId: string; readonly mediaUrl: string },
): Promise<number> {
  if (change === undefined) return imageId
  if (change === null) return PLACEHOLDER_IMAGE_ID
  const { full_size } = change
  const isPlaceholder = imageId === PLACEHOLDER_IMAGE_ID
  if (isPlaceholder && full_size === undefined) throw noPicture()
  const picture = await selectEventImage(db, imageId)
  const changed = changedMembers(picture, change, mediaUrl)
  if (Object.keys(changed).length === 0) return imageId
  if (isPlaceholder && full_size !== undefined) {
    return insertEventImage(db, { ...change, full_size }, userId)
  }
  return insertChangedEventImage(db, picture, changed, userId)
}

function changedMembers(
  picture: StoredEventImage,
  change: PicturePatch,
  mediaUrl: string,
): PicturePatch {
  const shown = { ...picture, full_size: absoluteMediaUrl(mediaUrl, picture.full_size) }
  const names = Object.keys(change) as (keyof PicturePatch)[]
  return Object.fromEntries(
    names.filter((name) => change[name] !== shown[name]).map((name) => [name, change[name]]),
  )
}

function noPicture(): Problem {
  return unprocessable([
    { pointer: '/featured_image/full_size', detail: 'It is required, as there is no picture yet.' },
  ])
}
