import { randomSource, type Random } from './random.ts'
import { itemSlug } from './slug.ts'
import {
  NUMERALS,
  PLACES,
  QUALITIES,
  SERIES,
  SUBJECTS,
  TIMES,
  WHOLE_TITLES,
} from './words/titles.ts'

const titles = randomSource('artwork title')

/** Artwork n's title; popular ones come again and again. */
export function artworkTitle(n: number): string {
  const random = titles(n)
  const kind = random.next()
  if (kind < 0.08) return random.pick(WHOLE_TITLES)
  if (kind < 0.2) return `${random.pick(SERIES)} ${numeral(random)}`
  if (kind < 0.35) return `${random.pick(SUBJECTS)} ${random.pick(TIMES)}`
  if (kind < 0.5) return `${random.pick(PLACES)}, ${random.between(1952, 2025)}`
  if (kind < 0.7) return `${random.pick(QUALITIES)} ${random.pick(SUBJECTS)}`
  if (kind < 0.85) return `${random.pick(SUBJECTS)} and ${random.pick(SUBJECTS)} ${numeral(random)}`
  return `The ${random.pick(QUALITIES)} ${random.pick(SUBJECTS)} of ${random.pick(PLACES)}`
}

export function artworkSlug(n: number): string {
  return itemSlug(artworkTitle(n), n)
}

function numeral(random: Random): string {
  if (random.chance(0.5)) return random.pick(NUMERALS)
  return random.chance(0.5) ? `No. ${random.between(1, 240)}` : `#${random.between(1, 60)}`
}
