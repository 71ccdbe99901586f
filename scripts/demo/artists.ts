import type { Insertable } from 'kysely'
import type { ArtistTable, ImageTable } from '../../src/database/tables.ts'
import { imageRow } from './pictures.ts'
import { randomSource, type Random } from './random.ts'
import { itemSlug } from './code.ts'
import { FIRST_NAMES, LAST_NAMES, NATIONALITIES, PRACTICES } from './words/people.ts'

const pictures = randomSource('artist picture')
const facts = randomSource('artist')
/** Prime, so that every combination of names has its turn before one comes again. */
const NAME_STEP = 7_919
const FIRST_NAME_START = 11

export function artistName(k: number): string {
  const combination = (FIRST_NAME_START + k * NAME_STEP) % (FIRST_NAMES.length * LAST_NAMES.length)
  const first = FIRST_NAMES[combination % FIRST_NAMES.length] ?? ''
  const last = LAST_NAMES[Math.floor(combination / FIRST_NAMES.length)] ?? ''
  return `${first} ${last}`
}

export function artistSlug(k: number): string {
  return itemSlug(artistName(k), k)
}

export function artistHasPicture(k: number): boolean {
  return pictures(k).chance(0.4)
}

export function artistImageRow(k: number, id: number): Insertable<ImageTable> {
  return imageRow(pictures(k), id, `/artists/${k + 1}.svg`, null)
}

export function artistRow(k: number, id: number, imageId: number | null): Insertable<ArtistTable> {
  return {
    id,
    name: artistName(k),
    slug: artistSlug(k),
    summary: artistSummary(facts(k)),
    featured_image_id: artistHasPicture(k) ? imageId : null,
  }
}

function artistSummary(random: Random): string | null {
  if (random.chance(0.25)) return null
  const nationality = random.pick(NATIONALITIES)
  const life = `Born ${random.between(1899, 2001)}, ${nationality}`
  return random.chance(0.4) ? life : `${life}. The artist ${random.pick(PRACTICES)}.`
}
