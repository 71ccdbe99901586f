import { artworkWritingCases } from './artworks-writing.ts'
import { artworkCases } from './artworks.ts'
import { eventWritingCases } from './events-writing.ts'
import { eventCases } from './events.ts'
import { namedRecordCases } from './named-records.ts'
import type { ResponseCases } from './response-case.ts'
import { venueWritingCases } from './venues-writing.ts'

export const responseCases: ResponseCases = {
  ...artworkCases,
  ...artworkWritingCases,
  ...eventCases,
  ...eventWritingCases,
  ...namedRecordCases,
  ...venueWritingCases,
}
