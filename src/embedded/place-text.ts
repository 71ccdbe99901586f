/** What a place is known by; latitude and longitude are decimal text, both set or both null. */
export interface PlaceRow {
  readonly latitude: string | null
  readonly longitude: string | null
}

/** `<latitude>,<longitude>` in decimal degrees; empty when unknown (contract, Venue). */
export function geolocationText({ latitude, longitude }: PlaceRow): string {
  return latitude === null || longitude === null ? '' : `${Number(latitude)},${Number(longitude)}`
}

const englishNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')

/** The English names of all ISO 3166-1 alpha-2 codes that have one. */
export const COUNTRY_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).flatMap((code) => {
    const name = englishNames.of(code)
    return name === undefined ? [] : [[code, name]]
  }),
)

/** The English name of an ISO 3166-1 alpha-2 code; empty when there is none. */
export function countryName(code: string | null): string {
  return COUNTRY_NAMES[code ?? ''] ?? ''
}
