import type { components } from '../../../generated/v1.ts'
import type { Fields } from './field.ts'
import type { EventRecord, ModelEvent, PublishStatus } from './model.ts'
import { refusal, unprocessable, type Refusal } from './refusal.ts'
import { timeKey } from './timestamps.ts'

type PicturePatch = components['schemas']['PicturePatch']

// Rules that no schema knows, each with what must be told when the fields of a request break it.

const STEPS = ['draft published', 'published archived', 'archived published']

/** A new event is a draft or published; later, nothing becomes a draft again (contract: states). */
export function brokenState(event: ModelEvent | undefined, fields: Fields): Refusal | undefined {
  const to = fields['publish_status']?.shown as PublishStatus | undefined
  if (event === undefined) return to === 'archived' ? unprocessable(['/publish_status']) : undefined
  const from = event.record.publish_status
  const isAllowed = to === undefined || to === from || STEPS.includes(`${from} ${to}`)
  return isAllowed ? undefined : refusal(409, 'invalid_transition')
}

/** Venues and categories must be there, and countries on the list of ISO 3166-1. */
export function unknownNames(fields: Fields): Refusal | undefined {
  const unknown = Object.entries(fields).filter(([, { shown }]) => shown === undefined)
  return unprocessable(unknown.map(([name]) => `/${name}`))
}

/** An event never ends before it starts; what is not written stays as it is. */
export function brokenPeriod(event: ModelEvent | undefined, fields: Fields): Refusal | undefined {
  const timeOf = (name: 'start_time' | 'end_time') =>
    timeKey((fields[name]?.shown ?? event?.record[name]) as string)
  return timeOf('end_time') < timeOf('start_time') ? unprocessable(['/end_time']) : undefined
}

/** Where there is no picture yet, one without an address is none. */
export function brokenPicture(
  event: ModelEvent | undefined,
  fields: Fields,
  placeholder: EventRecord['featured_image'],
): Refusal | undefined {
  const patch = fields['featured_image']?.sent as PicturePatch | null | undefined
  const hasPicture = event?.record.featured_image.id !== placeholder.id
  if (hasPicture || !patch || patch.full_size !== undefined) return undefined
  return unprocessable(['/featured_image/full_size'])
}
