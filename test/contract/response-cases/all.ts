import { artworkWritingCases } from './artwork-writes.ts'
import { eventWritingCases } from './event-writes.ts'
import { indexCases, otherReads, readsWithDrafts } from './reads.ts'
import type { ResponseCases } from './response-case.ts'
import { venueWritingCases } from './venue-writes.ts'

const listed: ResponseCases = {
  ...artworkWritingCases,
  ...eventWritingCases,
  ...indexCases,
  ...readsWithDrafts,
  ...venueWritingCases,
}

/** The cases of every operation. A GET without own cases gets derived ones. */
export const responseCases: ResponseCases = { ...listed, ...otherReads(listed) }
