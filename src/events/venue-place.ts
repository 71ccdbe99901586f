import type { Kysely } from 'kysely'
import type { Database } from '../database/tables.ts'
import { geolocationText } from '../embedded/place-text.ts'
import { selectVenuePlace } from '../venues/venue-queries.ts'
import type { EventPatch } from './event-columns.ts'

/** Where a venue is: an event that does not say where it takes place, takes place there. */
export async function venuePlace(
  db: Kysely<Database>,
  venueId: number,
): Promise<Required<Pick<EventPatch, 'country' | 'city' | 'geolocation'>>> {
  const venue = await selectVenuePlace(db, venueId)
  if (venue === undefined) throw new Error(`Venue ${venueId} is gone`)
  return {
    country: venue.country_code ?? '',
    city: venue.city,
    geolocation: geolocationText(venue),
  }
}
