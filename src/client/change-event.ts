import type { CallOptions } from './call-options.ts'
import { ProblemError } from './errors.ts'
import type { Operations } from './operations.ts'
import type { Event, EventPatch } from './schemas.ts'
import type { Tagged } from './tagged.ts'

/** Somebody else is faster every time only where nobody gets anywhere. */
const ATTEMPTS = 5

/** Makes the change from the event as it is now; may be called again. */
export type Change = (event: Event) => EventPatch

export type ChangeEvent = (
  id: number,
  change: Change,
  options?: CallOptions,
) => Promise<Tagged<Event>>

/**
 * Reads the event, and sends what `change` makes of it. When somebody else has changed the event in
 * between, that is done again with what it has become: a PATCH is not repeated by itself once it may
 * have been done (see repetition.ts), so 412 says for certain that nothing of this one was written.
 */
export function createChangeEvent(operations: Operations): ChangeEvent {
  return async (id, change, options) => {
    for (let attempt = 1; ; attempt += 1) {
      const seen = await operations.retrieveEvent(id, options)
      try {
        return await operations.partialUpdateEvent(seen, change(seen.record), options)
      } catch (error) {
        if (!isStale(error) || attempt === ATTEMPTS) throw error
      }
    }
  }
}

function isStale(error: unknown): boolean {
  return error instanceof ProblemError && error.code === 'precondition_failed'
}
