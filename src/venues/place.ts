import type { RuleViolation } from '../database/errors.ts'
import { expression, type Json } from '../json-sql/json.ts'

const englishNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')

/** The English names of all ISO 3166-1 alpha-2 codes that have one. */
export const COUNTRY_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).flatMap((code) => {
    const name = englishNames.of(code)
    return name === undefined ? [] : [[code, name]]
  }),
)

/** A place in a request; an absent field changes no column. */
interface PlaceFields {
  readonly country?: string | undefined
  /** `<latitude>,<longitude>`; empty when unknown. */
  readonly geolocation?: string | undefined
}

/** Columns of country and coordinates; null when unknown. */
export function placeColumns({ country, geolocation }: PlaceFields) {
  const [latitude, longitude] = geolocation?.split(',') ?? []
  return {
    ...(country !== undefined && { country_code: country || null }),
    ...(geolocation !== undefined && {
      latitude: latitude || null,
      longitude: longitude ?? null,
    }),
  }
}

/** Latitude and longitude as decimal text, both set or both null. */
interface PlaceRow {
  readonly latitude: string | null
  readonly longitude: string | null
}

/** `<latitude>,<longitude>` in decimal degrees; empty when unknown (contract, Venue). */
export function geolocationText({ latitude, longitude }: PlaceRow): string {
  return latitude === null || longitude === null ? '' : `${Number(latitude)},${Number(longitude)}`
}

/** The English name of an ISO 3166-1 alpha-2 code; empty when there is none. */
export function countryName(code: string | null): string {
  return COUNTRY_NAMES[code ?? ''] ?? ''
}

/** `<latitude>,<longitude>` in decimal degrees; empty when unknown (contract, Venue). */
export function geolocationJson(table: 'events' | 'venues'): Json<string> {
  const number = (column: string): string => `trim_scale(${table}.${column})`
  return expression(
    `coalesce('"' || ${number('latitude')} || ',' || ${number('longitude')} || '"', '""')`,
  )
}

/**
 * Those of the texts that are codes of countries (ISO 3166-1). Reserved and user-assigned codes, such as EU and XK, are
 * not.
 */
export async function countryCodesAmong(
  texts: readonly (string | undefined)[],
): Promise<ReadonlySet<string>> {
  const given = new Set(texts.filter((text) => text !== undefined && text !== '')) as Set<string>
  if (given.size === 0) return given
  // Imported on demand: it loads the borders of all countries, which would slow down every start.
  const { feature } = await import('@rapideditor/country-coder')
  const isCountryCode = (code: string): boolean => {
    const { iso1A2, isoStatus } = feature(code)?.properties ?? {}
    return iso1A2 === code && isoStatus === 'official'
  }
  return new Set([...given].filter(isCountryCode))
}

/** A violation for a code that is not among `codes`. An empty text means no country. */
export function unknownCountry(
  country: string | undefined,
  codes: ReadonlySet<string>,
): RuleViolation[] {
  if (country === undefined || country === '' || codes.has(country)) return []
  return [{ pointer: '/country', detail: 'It is not an ISO 3166-1 alpha-2 code.' }]
}
