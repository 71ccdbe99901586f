import type { Fields } from './fields.ts'
import type { EventRecord, ModelEvent, PublishStatus } from './model.ts'
import { refusal, unprocessable, type Refusal } from './refusal.ts'
import { timeKey } from './timestamps.ts'

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
  const [start, end] = (['start_time', 'end_time'] as const).map((name) =>
    timeKey((fields[name]?.shown ?? event?.record[name]) as EventRecord['start_time']),
  ) as [string, string]
  return end < start ? unprocessable(['/end_time']) : undefined
}

/** Where there is no picture yet, a merge patch needs its address. */
export function brokenPicture(
  { record }: ModelEvent,
  placeholder: EventRecord['featured_image'],
  fields: Fields,
): Refusal | undefined {
  const patch = fields['featured_image']?.sent as { full_size?: string } | null | undefined
  const hasPicture = record.featured_image.id !== placeholder.id
  if (hasPicture || patch === undefined || patch === null || 'full_size' in patch) return undefined
  return unprocessable(['/featured_image/full_size'])
}
