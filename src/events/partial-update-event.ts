import type { Input, Reply } from '../contract/operation-types.ts'
import { changeListing } from '../listings/write-listings.ts'
import type { Context } from '../operation-context.ts'
import { eventListing } from './event-listing.ts'
import { findEvent } from './find-event.ts'

/** PATCH: a JSON merge patch (RFC 7396) in either of its two media types. */
export async function partialUpdateEvent(
  input: Input<'partialUpdateEvent'>,
  { db, urls }: Context,
): Promise<Reply<'partialUpdateEvent'>> {
  const event = await changeListing(eventListing, input, { db, urls }, (id) =>
    findEvent(db, id, urls, input.principal),
  )
  return { status: 200, ...event }
}
