import fc from 'fast-check'
import type { components } from '../../../generated/v1.ts'
import type { Fields } from './fields.ts'

export type EventRecord = components['schemas']['Event']
export type PublishStatus = components['schemas']['PublishStatus']

/**
 * The senders of requests: two authors, an administrator, a client whose key is for artworks, an anonymous client,
 * and one with an unknown key.
 */
const CALLERS = ['first', 'second', 'admin', 'painter', 'public', 'stranger'] as const
export type Caller = (typeof CALLERS)[number]

export interface ModelEvent {
  readonly author: Caller
  /** The record that all who may see it get. */
  record: EventRecord
  /** All its ETags, the current one last. */
  readonly etags: string[]
  isDeleted: boolean
}

/** The expected state of the service after the steps so far: the events in the order of their creation. */
export interface Model {
  readonly events: ModelEvent[]
}

export function livingEvents({ events }: Model): ModelEvent[] {
  return events.filter(({ isDeleted }) => !isDeleted)
}

export function currentTag({ etags }: ModelEvent): string {
  return etags.at(-1) ?? '"none"'
}

/** Whether the caller, with the scope to write events, may change the event. */
export function isOwn({ author }: ModelEvent, caller: Caller): boolean {
  return caller === author || caller === 'admin'
}

export function isVisible(event: ModelEvent, caller: Caller): boolean {
  return event.record.publish_status === 'published' || isOwn(event, caller)
}

/** The records of a list of one state: published events for all, others for those they belong to. */
export function listed(model: Model, caller: Caller, status: PublishStatus): EventRecord[] {
  return livingEvents(model)
    .filter(({ record }) => record.publish_status === status)
    .filter((event) => isVisible(event, caller))
    .map(({ record }) => record)
}

/** A successful write. */
export interface Write {
  readonly fields: Fields
  /** The sender, as in records. */
  readonly user: components['schemas']['User']
  readonly placeholder: EventRecord['featured_image']
  /** The record of the response, for values that the service chooses, such as the time (expected.ts verifies them). */
  readonly actual: EventRecord
}

/** The event of a request: an existing or a deleted one, both counted from the newest, or a missing id. */
export type Target = { readonly living: number } | { readonly deleted: number } | string

const ABSENT_ID = '2147483647'

export const anyTarget: fc.Arbitrary<Target> = fc.oneof(
  { weight: 40, arbitrary: fc.record({ living: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ deleted: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.constantFrom(ABSENT_ID, 'abc') },
)

/** Whether there is an event of that kind. */
export function hasTarget({ events }: Model, target: Target): boolean {
  if (typeof target === 'string') return true
  return events.some(({ isDeleted }) => isDeleted === 'deleted' in target)
}

export interface Found {
  readonly id: string
  /** Undefined when it does not exist, or is deleted. */
  readonly event: ModelEvent | undefined
}

export function findTarget(model: Model, target: Target): Found {
  if (typeof target === 'string') return { id: target, event: undefined }
  if ('deleted' in target) {
    const deleted = model.events.filter(({ isDeleted }) => isDeleted)
    return { id: idOf(fromEnd(deleted, target.deleted)), event: undefined }
  }
  const event = fromEnd(livingEvents(model), target.living)
  return { id: idOf(event), event }
}

function fromEnd(events: readonly ModelEvent[], index: number): ModelEvent | undefined {
  return events.at(-1 - (index % events.length))
}

function idOf(event: ModelEvent | undefined): string {
  return event === undefined ? ABSENT_ID : String(event.record.id)
}

export const anyCaller: fc.Arbitrary<Caller> = fc.constantFrom(...CALLERS)

/** Usually one who may create events. */
export const anyCreator: fc.Arbitrary<Caller> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<Caller>('first', 'second', 'admin') },
  { weight: 1, arbitrary: anyCaller },
)

/** Usually undefined, which stands for the author of the event. */
export const anyChanger: fc.Arbitrary<Caller | undefined> = fc.oneof(
  { weight: 4, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.constant<Caller>('admin') },
  { weight: 1, arbitrary: anyCaller },
)

export function changerOf({ event }: Found, caller: Caller | undefined): Caller {
  return caller ?? event?.author ?? 'first'
}

/** Kinds of `If-Match` and `If-None-Match`. */
const CONDITIONS = [
  'current',
  'any',
  'several',
  'version',
  'stale',
  'weak',
  'garbled',
  'empty',
  'missing',
] as const
export type Condition = (typeof CONDITIONS)[number]

/** Usually one that is met. */
export const ifMatch: fc.Arbitrary<Condition> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Condition>('current') },
  { weight: 1, arbitrary: fc.constantFrom(...CONDITIONS) },
)

/** Without the empty header, which other tests cover. */
export const ifNoneMatch: fc.Arbitrary<Condition> = fc.oneof(
  fc.constant<Condition>('missing'),
  fc.constantFrom(...CONDITIONS.filter((kind) => kind !== 'empty')),
)

/** `If-Match` is compared with the version of the event, strongly (contract: safe writes). */
export function isMatched(condition: Condition): boolean {
  return ['current', 'any', 'several', 'version'].includes(condition)
}

/** `If-None-Match` is compared with the ETag of the bytes, weakly (RFC 9110, section 13.1.2). */
export function isKnown(condition: Condition): boolean {
  return ['current', 'any', 'several', 'weak'].includes(condition)
}

/** The text of the header; undefined without it. */
export function conditionText(
  condition: Condition,
  event: ModelEvent | undefined,
): string | undefined {
  const current = event ? currentTag(event) : '"none"'
  const texts: Record<Condition, string | undefined> = {
    current,
    any: '*',
    several: `"other", W/"weak" ,${current}`,
    // The same version of the event with another embedded record.
    version: current.replace(/\..*/, '.other"'),
    stale: event?.etags.at(-2) ?? '"stale"',
    weak: `W/${current}`,
    garbled: current.slice(1),
    empty: '',
    missing: undefined,
  }
  return texts[condition]
}
