import type { RuleViolation } from '../database/broken-rules.ts'

/** A rule for two letters that are the code of no country (ISO 3166-1); empty text is none at all. */
export async function unknownCountry(country: string | undefined): Promise<RuleViolation[]> {
  if (country === undefined || country === '' || (await isCountryCode(country))) return []
  return [{ pointer: '/country', detail: 'It is not an ISO 3166-1 alpha-2 code.' }]
}

/** EU, XK and others are reserved, or anybody's to use, and no country's. */
async function isCountryCode(code: string): Promise<boolean> {
  // Not before a country is to be judged: it reads all their borders, which would hold up every start.
  const { feature } = await import('@rapideditor/country-coder')
  const { iso1A2, isoStatus } = feature(code)?.properties ?? {}
  return iso1A2 === code && isoStatus === 'official'
}
