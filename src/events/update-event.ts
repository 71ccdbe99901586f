import type { Input, Reply } from '../contract/operation-types.ts'
import type { Context } from '../operation-context.ts'
import { changeRecord } from '../records/write-record.ts'
import { eventKind, wholeEvent, type EventPatch } from './event-kind.ts'

/** PUT: an absent field gets its default again, except `publish_status`, which stays. */
export async function updateEvent(
  input: Input<'updateEvent'>,
  context: Context,
): Promise<Reply<'updateEvent'>> {
  // The rules on times depend on it.
  const body = { is_all_day_event: false, ...input.body }
  const event = await changeRecord(eventKind, { ...input, body }, context, (fields, facts) => ({
    ...wholeEvent(fields, facts),
    ...wholePicture(fields),
  }))
  return { status: 200, ...event }
}

/** Replaces the picture; absent members do not keep their values. */
function wholePicture({ featured_image: picture }: EventPatch): Pick<EventPatch, 'featured_image'> {
  if (!picture) return { featured_image: null }
  return { featured_image: { caption: null, alt_text: null, description: null, ...picture } }
}
