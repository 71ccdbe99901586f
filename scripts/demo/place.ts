import type { Random } from './random.ts'
import { streetsOf, type City } from './words.ts'

/** A street and a number in a city; the same street may be in several. */
export function streetAddress(random: Random, city: City): string {
  return random
    .pick(streetsOf(city.country))
    .replace(/#/g, () => String(random.between(1, random.chance(0.8) ? 90 : 900)))
}

export function zipCode(random: Random, city: City): string {
  return city.zip
    .replace(/#/g, () => String(random.below(10)))
    .replace(/@/g, () => random.pick(ZIP_LETTERS))
}

/** Of about the same worth, so that a number is a usual price in each. */
const CURRENCIES: Readonly<Record<string, string>> = {
  CA: 'CAD',
  CH: 'CHF',
  GB: 'GBP',
  US: 'USD',
}

/** The currency in which most prices of a country are. */
export function currencyOf(country: string): string {
  return CURRENCIES[country] ?? 'EUR'
}

const ZIP_LETTERS = ['A', 'B', 'E', 'H', 'J', 'L', 'N', 'P', 'R', 'S', 'T', 'W', 'X'] as const
const DECIMALS = 6
const CITY_RADIUS_DEGREES = 0.03

/** A point in the city, in decimal degrees. */
export function pointIn(
  random: Random,
  { latitude, longitude }: City,
): { latitude: string; longitude: string } {
  const near = (degrees: number): string =>
    (degrees + (random.next() * 2 - 1) * CITY_RADIUS_DEGREES).toFixed(DECIMALS)
  return { latitude: near(latitude), longitude: near(longitude) }
}
