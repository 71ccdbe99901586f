import { randomSource } from './random.ts'
import { itemSlug } from './slug.ts'
import { venuesAtEvent } from './pool-sizes.ts'
import { venueCity } from './venues.ts'
import { EVENT_CATEGORIES, FAIR_TITLES, SHOW_TITLES } from './words/events.ts'
import { FIRST_NAMES, LAST_NAMES } from './words/people.ts'

const venues = randomSource('event venue')
const categories = randomSource('event category')
const titles = randomSource('event title')
const FAIR_SHARE = 0.12
const SHOW_SHARE = 0.7

/** The place in the pool of the venue that event n is held at. */
export function eventVenue(n: number): number {
  return venues(n).below(venuesAtEvent(n))
}

/** The place in the list of the category of event n: mostly a gallery show. */
export function eventCategory(n: number): number {
  const random = categories(n)
  if (random.chance(SHOW_SHARE)) return GALLERY_SHOWS
  return random.chance(FAIR_SHARE / (1 - SHOW_SHARE)) ? ART_FAIRS : random.between(2, LAST_CATEGORY)
}

export function isArtFair(n: number): boolean {
  return eventCategory(n) === ART_FAIRS
}

const GALLERY_SHOWS = 0
const ART_FAIRS = 1
const LAST_CATEGORY = EVENT_CATEGORIES.length - 1

export function eventTitle(n: number): string {
  const random = titles(n)
  if (isArtFair(n)) return random.pick(FAIR_TITLES).replace('$', venueCity(eventVenue(n)).name)
  const title = random.pick(SHOW_TITLES)
  if (random.chance(0.4)) return title
  return `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}: ${title}`
}

export function eventSlug(n: number): string {
  return itemSlug(eventTitle(n), n)
}
