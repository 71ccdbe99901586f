/** What a place is known by; latitude and longitude are decimal text, both set or both null. */
export interface PlaceRow {
  readonly latitude: string | null
  readonly longitude: string | null
}

/** `<latitude>,<longitude>` in decimal degrees; empty when unknown (interface.md, Venue). */
export function geolocationText({ latitude, longitude }: PlaceRow): string {
  return latitude === null || longitude === null ? '' : `${Number(latitude)},${Number(longitude)}`
}

const englishNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** The English name of an ISO 3166-1 alpha-2 code; empty when there is none. */
export function countryName(code: string | null): string {
  return (code && englishNames.of(code)) || ''
}
