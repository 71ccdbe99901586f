import { iso1A2Code } from '@rapideditor/country-coder'
import { csvWithColumns } from './csv-records.ts'
import { requiredTextOf, trimmedTextOf } from './fields.ts'
import type { Importer } from './importer.ts'
import type { VenueDirectory } from './venue-directory.ts'
import { Rejection, type Fields } from './row.ts'
import { findUnchangedInSource } from './import-queries.ts'
import { upsertVenues } from './venue-import-queries.ts'
import { MUSEUMS, splitLocation, type VenueListing } from './listings.ts'

const COLUMNS = ['uid', 'title', 'event-location', 'lat', 'lon', 'tags']

/** The museums of lllist.eu: venues with coordinates. Fills the directory as it reads. */
export function museums(directory: VenueDirectory): Importer<VenueListing> {
  return {
    source: MUSEUMS,
    content: `museums of lllist.eu, CSV with the columns ${COLUMNS.join(', ')}`,
    format: csvWithColumns(COLUMNS),
    idField: 'uid',
    readListing(museum) {
      const listing = readListing(museum)
      directory.addMuseum(listing, namesOf(museum))
      return listing
    },
    findUnchanged: (trx, listings) =>
      findUnchangedInSource(trx, { kind: 'venue', name: MUSEUMS }, listings),
    store: async (trx, listings) => {
      await upsertVenues(trx, MUSEUMS, listings)
    },
  }
}

function namesOf(museum: Fields): string[] {
  const location = trimmedTextOf(museum, 'event-location')
  return [requiredTextOf(museum, 'title'), ...(location === null ? [] : [location])]
}

function readListing(museum: Fields): VenueListing {
  const [latitude, longitude] = [degreesOf(museum, 'lat', 90), degreesOf(museum, 'lon', 180)]
  return {
    externalId: requiredTextOf(museum, 'uid'),
    name: requiredTextOf(museum, 'title'),
    city: cityOf(museum),
    countryCode: countryAt(Number(latitude), Number(longitude)),
    latitude,
    longitude,
  }
}

function degreesOf(museum: Fields, name: string, max: number): string {
  const text = requiredTextOf(museum, name)
  if (/^-?\d{1,3}(\.\d{1,15})?$/.test(text) && Math.abs(Number(text)) <= max) return text
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

function countryAt(latitude: number, longitude: number): string | null {
  const code = iso1A2Code([longitude, latitude])
  return code !== null && /^[A-Z]{2}$/.test(code) && !USER_ASSIGNED.test(code) ? code : null
}
