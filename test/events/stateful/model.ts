import type { components } from '../../../generated/v1.ts'

export type EventRecord = components['schemas']['Event']
export type PublishStatus = components['schemas']['PublishStatus']

/**
 * Who sends requests: two partners, one who may change all events, one whose key is for artworks, the
 * public, and one whose key is none.
 */
export const CALLERS = ['first', 'second', 'admin', 'painter', 'public', 'stranger'] as const
export type Caller = (typeof CALLERS)[number]

export interface ModelEvent {
  readonly author: Caller
  /** What everybody who may see it must be shown. */
  record: EventRecord
  /** Every one that it has had; the last one is the current one. */
  readonly etags: string[]
  isDeleted: boolean
}

/** What the service must know after the commands so far, the events in the order of their making. */
export interface Model {
  readonly events: ModelEvent[]
}

export function livingEvents({ events }: Model): ModelEvent[] {
  return events.filter(({ isDeleted }) => !isDeleted)
}

export function currentTag({ etags }: ModelEvent): string {
  return etags.at(-1) ?? '"none"'
}

/** Whether the event may change by a caller who may write events at all. */
export function isOwn({ author }: ModelEvent, caller: Caller): boolean {
  return caller === author || caller === 'admin'
}

export function isVisible(event: ModelEvent, caller: Caller): boolean {
  return event.record.publish_status === 'published' || isOwn(event, caller)
}

/** What a list of one state must show: the published events to everybody, others to whom they belong. */
export function listed(model: Model, caller: Caller, status: PublishStatus): EventRecord[] {
  return livingEvents(model)
    .filter(({ record }) => record.publish_status === status)
    .filter((event) => isVisible(event, caller))
    .map(({ record }) => record)
}
