import { artworkWritingCases } from './artworks-writing.ts'
import { artworkCases } from './artworks.ts'
import { eventWritingCases } from './events-writing.ts'
import { eventCases } from './events.ts'
import { indexCases, otherReads } from './public-reads.ts'
import type { ResponseCases } from './response-case.ts'
import { venueWritingCases } from './venues-writing.ts'

const listed: ResponseCases = {
  ...artworkCases,
  ...artworkWritingCases,
  ...eventCases,
  ...eventWritingCases,
  ...indexCases,
  ...venueWritingCases,
}

/** The cases of every operation. A read that needs none of its own gets those of its kind. */
export const responseCases: ResponseCases = { ...listed, ...otherReads(listed) }
