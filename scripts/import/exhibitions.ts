import { iso1A2Code } from '@rapideditor/country-coder'
import type { Kysely } from 'kysely'
import type { Urls } from '../../src/contract/operation-types.ts'
import type { Database } from '../../src/database/tables.ts'
import { isoDate } from '../../src/request-body/timestamp.ts'
import type { Step } from '../files/import-plan.ts'
import type { Fields, Row } from '../files/row.ts'
import { checkFile, table } from './check-file.ts'
import { mapped, nameOf, Rejection, requiredTextOf, trimmedTextOf, webUrl } from './fields.ts'
import { UNTITLED } from './museum-works.ts'
import { selectIdBySlug, selectPublished } from './publisher-queries.ts'
import { stepOf, type PublishedLines } from './published-lines.ts'
import { splitLocation, VenueDirectory, type Venue } from './venue-directory.ts'

const PUBLISHER = 'lllist-eu'
const CATEGORY_SLUG = 'gallery-shows'

/** Sources of venues: the list of museums, and the free text of the exhibitions. */
const MUSEUMS = 'museums'
const EXHIBITIONS = 'exhibitions'

const MUSEUM_COLUMNS = ['uid', 'title', 'event-location', 'lat', 'lon', 'tags']
const SHOW_COLUMNS = ['uid', 'event-dt-begin', 'event-dt-end', 'event-location', 'title', 'link']

const MUSEUM_FILE = {
  content: `museums of lllist.eu, CSV with the columns ${MUSEUM_COLUMNS.join(', ')}`,
  ...table(MUSEUM_COLUMNS),
}
const SHOW_FILE = {
  content: `exhibitions of lllist.eu, CSV with the columns ${SHOW_COLUMNS.join(', ')}`,
  ...table(SHOW_COLUMNS),
}

/** The exhibitions of lllist.eu, at its museums or at venues of their own: first the venues, then the exhibitions. */
export async function planExhibitions(
  { file, museumsFile }: { readonly file: string; readonly museumsFile: string },
  urls: Urls,
  signal?: AbortSignal,
): Promise<Step[]> {
  const directory = new VenueDirectory()
  const museumCount = await checkFile(museumsFile, MUSEUM_FILE, signal, (row) => {
    const museum = mapped(row, 'uid', readMuseum)
    if ('fields' in museum && 'fields' in row)
      directory.addMuseum(museum.fields, namesOf(row.fields))
  })
  const unlisted = new Map<string, Row>()
  const showCount = await checkFile(file, SHOW_FILE, signal, (row) => {
    const show = mapped(row, 'uid', (fields) => readShow(fields, directory))
    if (!('fields' in show) || show.fields.venue.isMuseum) return
    const { externalId } = show.fields.venue
    if (!unlisted.has(externalId))
      unlisted.set(externalId, { line: row.line, fields: venueLine(show.fields.venue) })
  })
  const steps: PublishedLines[] = [
    {
      kind: 'venues',
      source: MUSEUMS,
      total: museumCount,
      async *rows() {
        for await (const row of MUSEUM_FILE.rows(museumsFile))
          yield mapped(row, 'uid', (fields) => venueLine(readMuseum(fields)))
      },
    },
    {
      kind: 'venues',
      source: EXHIBITIONS,
      shown: `venues of ${EXHIBITIONS}`,
      total: unlisted.size,
      rows: () => unlisted.values(),
    },
    {
      kind: 'events',
      source: EXHIBITIONS,
      total: showCount,
      async *rows(session) {
        const references = await loadReferences(session)
        for await (const row of SHOW_FILE.rows(file))
          yield mapped(row, 'uid', (fields) => eventLine(readShow(fields, directory), references))
      },
    },
  ]
  return steps.map((step) => stepOf(step, PUBLISHER, urls))
}

function venueLine({ isMuseum: _, externalId, ...venue }: Venue): Fields {
  return { external_id: externalId, venue }
}

interface References {
  readonly category: number | undefined
  idOf(venue: Venue): number | undefined
}

async function loadReferences(session: Kysely<Database>): Promise<References> {
  const [museums, others] = [
    await selectPublished(session, { noun: 'venue', name: MUSEUMS }),
    await selectPublished(session, { noun: 'venue', name: EXHIBITIONS }),
  ]
  return {
    category: await selectIdBySlug(session, 'event_categories', CATEGORY_SLUG),
    idOf: ({ isMuseum, externalId }) => (isMuseum ? museums : others).get(externalId)?.id,
  }
}

/** An exhibition, and where it is. */
interface Show {
  readonly externalId: string
  readonly fields: Fields
  readonly venue: Venue
}

function eventLine({ externalId, fields, venue }: Show, { category, idOf }: References): Fields {
  const { city, country, geolocation } = venue
  const place = { venue: idOf(venue), city, country, geolocation }
  const event = { ...fields, ...place, category, publish_status: 'published' }
  return { external_id: externalId, event }
}

function readShow(exhibition: Fields, directory: VenueDirectory): Show {
  const location = requiredTextOf(exhibition, 'event-location')
  return {
    externalId: requiredTextOf(exhibition, 'uid'),
    fields: {
      // Some quotes within the title are not doubled, and then those around it stay.
      title: nameOf(
        trimmedTextOf(exhibition, 'title')?.replace(/^"([^"]*".*)"$/s, '$1') ?? UNTITLED,
      ),
      ...readDays(exhibition),
      is_all_day_event: true,
      external_url: webUrl(trimmedTextOf(exhibition, 'link')),
      address: location,
    },
    venue: directory.venueAt(location),
  }
}

/** From the first moment of its first day to the last second of its last. */
function readDays(exhibition: Fields) {
  const begin = dayOf(exhibition, 'event-dt-begin')
  if (begin === null) throw new Rejection('event-dt-begin is missing')
  const end = dayOf(exhibition, 'event-dt-end')
  return {
    start_time: `${begin}T00:00:00Z`,
    end_time: `${end ?? begin}T23:59:59Z`,
    is_end_time_unknown: end === null,
  }
}

function dayOf(exhibition: Fields, name: string): string | null {
  const text = trimmedTextOf(exhibition, name)
  if (text === null) return null
  const date = isoDate(text)
  if (date === undefined) throw new Rejection(`${name} is not a date such as 2012-02-11`)
  return date
}

function namesOf(museum: Fields): string[] {
  return [requiredTextOf(museum, 'title'), trimmedTextOf(museum, 'event-location') ?? []].flat()
}

function readMuseum(museum: Fields): Venue {
  const [latitude, longitude] = [degreesOf(museum, 'lat', 90), degreesOf(museum, 'lon', 180)]
  return {
    isMuseum: true,
    externalId: requiredTextOf(museum, 'uid'),
    name: nameOf(requiredTextOf(museum, 'title')),
    city: cityOf(museum),
    country: countryAt(latitude, longitude),
    geolocation: [latitude, longitude].map((degrees) => Number(degrees.toFixed(6))).join(','),
  }
}

function degreesOf(museum: Fields, name: string, max: number): number {
  const text = requiredTextOf(museum, name)
  const degrees = Number(text)
  if (/^-?\d{1,3}(\.\d{1,15})?$/.test(text) && Math.abs(degrees) <= max) return degrees
  throw new Rejection(`${name} is not a number of degrees from -${max} to ${max}`)
}

/** Tags are subjects in lower case, and cities. */
function cityOf(museum: Fields): string {
  const { city } = splitLocation(trimmedTextOf(museum, 'event-location') ?? '')
  const tags = (trimmedTextOf(museum, 'tags') ?? '').split('|')
  return city || (tags.find((tag) => /^\p{Lu}/u.test(tag)) ?? '')
}

/** Codes that ISO 3166-1 leaves to its users, such as XK. */
const USER_ASSIGNED = /^(AA|Q[M-Z]|X[A-Z]|ZZ)$/

function countryAt(latitude: number, longitude: number): string {
  const code = iso1A2Code([longitude, latitude])
  return code !== null && /^[A-Z]{2}$/.test(code) && !USER_ASSIGNED.test(code) ? code : ''
}
