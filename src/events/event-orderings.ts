import type { components } from '../../generated/v1.ts'

/** What the orderings of events are called. */
export const EVENT_ORDERINGS: Readonly<Record<components['schemas']['EventOrdering'], string>> = {
  start_time: 'Start, earliest first',
  '-start_time': 'Start, latest first',
  end_time: 'End, earliest first',
  '-end_time': 'End, latest first',
}
