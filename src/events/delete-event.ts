import type { Context, Input, Reply } from '../contract/operation-types.ts'
import { deleteUnusedEventImage } from './event-image-queries.ts'
import { deleteEventRow } from './event-writing-queries.ts'
import { lockOwnEvent } from './lock-own-event.ts'

/** Removes an event for good, with its picture when no other event shows that. */
export async function deleteEvent(
  input: Input<'deleteEvent'>,
  { db }: Context,
): Promise<Reply<'deleteEvent'>> {
  const event = await lockOwnEvent(input, db)
  await deleteEventRow(db, event.id)
  await deleteUnusedEventImage(db, event.featured_image_id)
  return { status: 204 }
}
