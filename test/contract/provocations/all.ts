import { artworkWritingProvocations } from './artworks-writing.ts'
import { artworkProvocations } from './artworks.ts'
import { eventWritingProvocations } from './events-writing.ts'
import { eventProvocations } from './events.ts'
import { namedRecordProvocations } from './named-records.ts'
import type { Provocations } from './provocation.ts'
import { venueWritingProvocations } from './venues-writing.ts'

export const provocations: Provocations = {
  ...artworkProvocations,
  ...artworkWritingProvocations,
  ...eventProvocations,
  ...eventWritingProvocations,
  ...namedRecordProvocations,
  ...venueWritingProvocations,
}
