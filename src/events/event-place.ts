import type { components } from '../../generated/v1.ts'

type Schemas = components['schemas']

/** The places of an event: its own, and that of its venue. */
export type Located = Pick<Schemas['Event'], 'geolocation'> & {
  readonly venue: Pick<Schemas['Venue'], 'geolocation'>
}

/** `<latitude>,<longitude>` of an event, or of its venue where the event has none; empty when both are unknown. */
export function geolocationOf({ geolocation, venue }: Located): string {
  return geolocation || venue.geolocation
}

/** The `geolocationOf` an event that visitors go to; empty for one that is online only. */
export function visitedPlaceOf(event: Located & Pick<Schemas['Event'], 'is_online_only'>): string {
  return event.is_online_only ? '' : geolocationOf(event)
}

type InCity = Pick<Schemas['Event'], 'city' | 'country'> & {
  readonly venue: Pick<Schemas['Venue'], 'city' | 'country'>
}

/** City and country of an event, each that of its venue where the event has none; empty when both are unknown. */
export function cityOf({ city, country, venue }: InCity): { city: string; country: string } {
  return { city: city || venue.city, country: country || venue.country.code || '' }
}
