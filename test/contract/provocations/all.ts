import { artworkProvocations } from './artworks.ts'
import { eventProvocations } from './events.ts'
import { namedRecordProvocations } from './named-records.ts'
import type { Provocations } from './provocation.ts'

export const provocations: Provocations = {
  ...artworkProvocations,
  ...eventProvocations,
  ...namedRecordProvocations,
}
