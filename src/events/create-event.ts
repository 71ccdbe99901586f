import type { Input, Reply } from '../contract/operation-types.ts'
import { createListing } from '../listings/write-listings.ts'
import type { Context } from '../operation-context.ts'
import { eventListing } from './event-listing.ts'
import { findEvent } from './find-event.ts'

/** Creates an event; the sender is its author. */
export async function createEvent(
  { body, principal }: Input<'createEvent'>,
  { db, urls }: Context,
): Promise<Reply<'createEvent'>> {
  const sender = { principal, urls }
  const event = await createListing(eventListing, body, sender, db, (id) =>
    findEvent(db, id, urls, principal),
  )
  return { status: 201, ...event }
}
