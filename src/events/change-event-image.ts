import type { Kysely } from 'kysely'
import type { Database } from '../database/tables.ts'
import { PLACEHOLDER_IMAGE_ID } from '../embedded/picture.ts'
import { unprocessable } from '../problem.ts'
import type { EventPatch } from './event-columns.ts'
import { insertChangedEventImage, insertEventImage } from './event-image-queries.ts'

/**
 * What a change makes of an event's picture, as a merge patch does (RFC 7396): null takes it away,
 * an object changes the members that it has.
 * @returns the id of the picture that the event shows then.
 * @throws 422 for a change to a picture that is not there.
 */
export async function changeEventImage(
  db: Kysely<Database>,
  imageId: number,
  change: EventPatch['featured_image'],
  userId: string,
): Promise<number> {
  if (change === undefined) return imageId
  if (change === null) return PLACEHOLDER_IMAGE_ID
  if (imageId !== PLACEHOLDER_IMAGE_ID) {
    const isChange = Object.keys(change).length > 0
    return isChange ? insertChangedEventImage(db, imageId, change, userId) : imageId
  }
  const { full_size, ...metadata } = change
  if (full_size !== undefined) return insertEventImage(db, { full_size, ...metadata }, userId)
  throw unprocessable([
    { pointer: '/featured_image/full_size', detail: 'It is required, as there is no picture yet.' },
  ])
}
