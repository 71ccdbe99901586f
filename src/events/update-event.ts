import type { Input, Reply } from '../contract/operation-types.ts'
import type { Context } from '../operation-context.ts'
import { changeEvent, requireEventRules, lockOwnEvent, venuePlace } from './change-event.ts'
import { EVENT_DEFAULTS, type EventInput, type EventPatch } from './event-columns.ts'
import { requiredEvent } from './find-events.ts'

/** PUT: an absent field gets its default again, except `publish_status`, which stays. */
export async function updateEvent(
  input: Input<'updateEvent'>,
  { db, urls }: Context,
): Promise<Reply<'updateEvent'>> {
  const { path, body, principal } = input
  const event = await lockOwnEvent(input, db)
  await requireEventRules(db, body)
  const place = await venuePlace(db, body.venue)
  const whole = { ...EVENT_DEFAULTS, ...place, ...body, ...wholePicture(body) }
  await changeEvent(db, event, whole, { principal, mediaUrl: urls.media })
  return { status: 200, ...(await requiredEvent(db, path.id, urls.media, principal)) }
}

/** Replaces the picture; absent members do not keep their values. */
function wholePicture({ featured_image: picture }: EventInput): Pick<EventPatch, 'featured_image'> {
  if (!picture) return { featured_image: null }
  return { featured_image: { caption: null, alt_text: null, description: null, ...picture } }
}
