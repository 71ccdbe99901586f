import type { CallOptions } from './call-options.ts'
import { ProblemError } from './errors.ts'
import type { Operations } from './operations.ts'
import type { Event, EventPatch } from './schemas.ts'
import type { Tagged } from './tagged.ts'

/** Each conflict means that another client made progress, so this many in a row are not expected. */
const ATTEMPTS = 5

/** Computes the change from the current event; may be called again. */
export type Change = (event: Event) => EventPatch

export type ChangeEvent = (
  id: number,
  change: Change,
  options?: CallOptions,
) => Promise<Tagged<Event>>

/**
 * Reads the event and sends the patch that `change` computes. After a 412 it reads the event again and repeats
 * the change. The client never retries a PATCH that may have been done (repetition.ts), so a 412 means that this
 * change was not written.
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
