import { isoDate } from '../../src/request-body/timestamp.ts'
import { UNTITLED, type EventListing, EXHIBITIONS } from './listings.ts'
import { csvWithColumns } from './csv-records.ts'
import { requiredTextOf, trimmedTextOf, webUrl } from './fields.ts'
import { upsertEvents } from './event-import-queries.ts'
import type { Importer } from './importer.ts'
import type { VenueDirectory } from './venue-directory.ts'
import { Rejection, type Fields } from './row.ts'
import { findUnchangedInSource } from './import-queries.ts'

const COLUMNS = ['uid', 'event-dt-begin', 'event-dt-end', 'event-location', 'title', 'link']

/** The exhibitions of lllist.eu, at the museums of the directory or at venues of their own. */
export function exhibitions(directory: VenueDirectory): Importer<EventListing> {
  return {
    source: EXHIBITIONS,
    content: `exhibitions of lllist.eu, CSV with the columns ${COLUMNS.join(', ')}`,
    format: csvWithColumns(COLUMNS),
    idField: 'uid',
    readListing: (exhibition) => readListing(exhibition, directory),
    findUnchanged: (trx, listings) =>
      findUnchangedInSource(trx, { kind: 'event', name: EXHIBITIONS }, listings),
    store: upsertEvents,
  }
}

function readListing(exhibition: Fields, directory: VenueDirectory): EventListing {
  const location = requiredTextOf(exhibition, 'event-location')
  const museum = directory.findMuseum(location)
  const createdAt = momentOf(exhibition, 'dt-created')
  return {
    externalId: requiredTextOf(exhibition, 'uid'),
    title: trimmedTextOf(exhibition, 'title') ?? UNTITLED,
    ...readDays(exhibition),
    createdAt,
    updatedAt: momentOf(exhibition, 'dt-modified') ?? createdAt,
    externalUrl: webUrl(trimmedTextOf(exhibition, 'link')),
    address: location,
    isAtMuseum: museum !== undefined,
    venue: museum ?? directory.unlistedVenue(location),
  }
}

/** From the first moment of its first day to the last second of its last. */
function readDays(exhibition: Fields) {
  const begin = dayOf(exhibition, 'event-dt-begin')
  if (begin === null) throw new Rejection('event-dt-begin is missing')
  const end = dayOf(exhibition, 'event-dt-end')
  if (end !== null && end < begin) throw new Rejection(`it ends on ${end}, before ${begin}`)
  return {
    startTime: `${begin}T00:00:00Z`,
    endTime: `${end ?? begin}T23:59:59Z`,
    isEndTimeUnknown: end === null,
  }
}

function dayOf(exhibition: Fields, name: string): string | null {
  const text = trimmedTextOf(exhibition, name)
  if (text === null) return null
  const date = isoDate(text)
  if (date === undefined) throw new Rejection(`${name} is not a date such as 2012-02-11`)
  return date
}

/** `2012-02-11 15:58:19 GMT` in ISO 8601. */
function momentOf(exhibition: Fields, name: string): string | null {
  const text = trimmedTextOf(exhibition, name)
  if (text === null) return null
  const [, day = '', time] = /^(\S+) ((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d) GMT$/.exec(text) ?? []
  const date = isoDate(day)
  if (date === undefined) throw new Rejection(`${name} is not like 2012-02-11 15:58:19 GMT`)
  return `${date}T${time}Z`
}
