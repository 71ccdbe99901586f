import { feature } from '@rapideditor/country-coder'
import type { BrokenRule } from '../database/broken-rules.ts'

/** A rule for two letters that are the code of no country (ISO 3166-1); empty text is none at all. */
export function unknownCountry(country: string | undefined): BrokenRule[] {
  if (country === undefined || country === '' || isCountryCode(country)) return []
  return [{ pointer: '/country', detail: 'It is not an ISO 3166-1 alpha-2 code.' }]
}

/** EU, XK and others are reserved, or anybody's to use, and no country's. */
function isCountryCode(code: string): boolean {
  const { iso1A2, isoStatus } = feature(code)?.properties ?? {}
  return iso1A2 === code && isoStatus === 'official'
}
