import type { Input, Reply } from '../contract/operation-types.ts'
import type { Context } from '../operation-context.ts'
import { deleteEventRow } from './event-write-queries.ts'
import { removePicture } from '../images/pictures.ts'
import { lockOwnEvent } from './change-event.ts'

/** Deletes an event, and its picture when no other event uses it. */
export async function deleteEvent(
  input: Input<'deleteEvent'>,
  { db }: Context,
): Promise<Reply<'deleteEvent'>> {
  const event = await lockOwnEvent(input, db)
  await deleteEventRow(db, event.id)
  await removePicture(db, 'event_images', event.featured_image_id)
  return { status: 204 }
}
