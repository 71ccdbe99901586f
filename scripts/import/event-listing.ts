import type { SourceRecord } from './source-record.ts'
import type { VenueListing } from './venue-listing.ts'

/** An exhibition, in the terms of the catalogue. Times are ISO 8601 in UTC. */
export interface EventListing extends SourceRecord {
  readonly title: string
  readonly startTime: string
  readonly endTime: string
  readonly isEndTimeUnknown: boolean
  /** When the publisher listed it; null where that is not said. */
  readonly createdAt: string | null
  readonly updatedAt: string | null
  readonly externalUrl: string | null
  readonly address: string
  /** Whether the venue is one of the museums, or is made from the address. */
  readonly isAtMuseum: boolean
  readonly venue: VenueListing
}
