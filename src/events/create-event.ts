import type { Input, Reply } from '../contract/operation-types.ts'
import type { Context } from '../operation-context.ts'
import { storePicture } from '../images/pictures.ts'
import { requireFirstStatus } from '../writes/publish-status.ts'
import { insertWithSlug } from '../writes/slug.ts'
import { EVENT_DEFAULTS, eventColumns } from './event-columns.ts'
import { insertEvent, type NewEvent } from './event-write-queries.ts'
import { requireEventRules, venuePlace } from './change-event.ts'
import { requiredEvent } from './find-events.ts'

/** Creates an event; the sender is its author. */
export async function createEvent(
  { body, principal }: Input<'createEvent'>,
  { db, urls }: Context,
): Promise<Reply<'createEvent'>> {
  const { userId } = principal
  const status = body.publish_status ?? 'draft'
  requireFirstStatus(status)
  await requireEventRules(db, body)
  const place = await venuePlace(db, body.venue)
  const columns = {
    ...eventColumns({ ...EVENT_DEFAULTS, ...place, ...body, publish_status: status }),
    author_id: userId,
    featured_image_id: await storePicture(db, 'event_images', body.featured_image, userId),
  }
  const { id } = await insertWithSlug(
    { title: body.title, fallback: 'event', isDraft: status === 'draft' },
    (slug) => insertEvent(db, { ...columns, slug } as NewEvent),
  )
  return { status: 201, ...(await requiredEvent(db, id, urls.media, principal)) }
}
