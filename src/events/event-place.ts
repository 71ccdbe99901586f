import type { components } from '../../generated/v1.ts'
import { countryName } from '../embedded/place-text.ts'

type Place = Pick<components['schemas']['Event'], 'city' | 'country' | 'is_online_only'>

/** City and country of an event; empty where neither is known. */
export function eventPlace({ city, country, is_online_only }: Place): string {
  if (is_online_only) return 'Online'
  return [city, countryName(country)].filter(Boolean).join(', ')
}
