import fc from 'fast-check'
import { livingEvents, type Model, type ModelEvent } from './model.ts'

/**
 * Which event a request is for: one of those that are there, one of those that were, both counted
 * from the newest, or an id that no event has.
 */
export type Target = { readonly living: number } | { readonly deleted: number } | string

const ABSENT_ID = '2147483647'

export const target: fc.Arbitrary<Target> = fc.oneof(
  { weight: 40, arbitrary: fc.record({ living: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ deleted: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.constantFrom(ABSENT_ID, 'abc') },
)

/** Whether there is an event of that kind. */
export function isThere({ events }: Model, sought: Target): boolean {
  if (typeof sought === 'string') return true
  return events.some(({ isDeleted }) => isDeleted === 'deleted' in sought)
}

export interface Found {
  readonly id: string
  /** Undefined when there is none, or no more. */
  readonly event: ModelEvent | undefined
}

export function findTarget(model: Model, sought: Target): Found {
  if (typeof sought === 'string') return { id: sought, event: undefined }
  if ('deleted' in sought) {
    const deleted = model.events.filter(({ isDeleted }) => isDeleted)
    return { id: idOf(fromEnd(deleted, sought.deleted)), event: undefined }
  }
  const event = fromEnd(livingEvents(model), sought.living)
  return { id: idOf(event), event }
}

function fromEnd(events: readonly ModelEvent[], index: number): ModelEvent | undefined {
  return events.at(-1 - (index % events.length))
}

function idOf(event: ModelEvent | undefined): string {
  return event === undefined ? ABSENT_ID : String(event.record.id)
}
