import type { components } from '../../generated/v1.ts'
import { countryName } from '../embedded/place-text.ts'

type Place = Pick<components['schemas']['Event'], 'city' | 'country' | 'is_online_only'>

/** City and country of an event, as far as they are known. */
export function eventPlace({ city, country, is_online_only }: Place): string[] {
  return is_online_only ? ['Online'] : [city, countryName(country)].filter(Boolean)
}
