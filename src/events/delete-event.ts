import type { Input, Reply } from '../contract/operation-types.ts'
import { deleteListing } from '../listings/write-listings.ts'
import type { Context } from '../operation-context.ts'
import { eventListing } from './event-listing.ts'

/** Deletes an event, and its picture when no other event uses it. */
export async function deleteEvent(
  input: Input<'deleteEvent'>,
  { db }: Context,
): Promise<Reply<'deleteEvent'>> {
  await deleteListing(eventListing, input, db)
  return { status: 204 }
}
