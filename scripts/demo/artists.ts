import type { Insertable } from 'kysely'
import type { Database } from '../../src/database/tables.ts'
import { itemSlug } from './code.ts'
import { imageRow } from './pictures.ts'
import { LISTED_DAY, randomSource, type Random } from './random.ts'
import type { RecordKind } from './record-kind.ts'
import { FIRST_NAMES, LAST_NAMES, NATIONALITIES, PRACTICES } from './words.ts'

const pictures = randomSource('artist picture')
const facts = randomSource('artist')

export const ARTISTS: RecordKind = {
  table: 'artists',
  slug: artistSlug,
  row: artistRow,
  images: {
    table: 'images',
    has: (k) => pictures(k).chance(0.4),
    row: (k, id) => imageRow(pictures(k), id, `/artists/${k + 1}.svg`, null),
  },
}

function artistRow(k: number, id: number, imageId: number | null): Insertable<Database['artists']> {
  return {
    id,
    name: artistName(k),
    slug: artistSlug(k),
    summary: artistSummary(facts(k)),
    featured_image_id: imageId,
    updated_at: LISTED_DAY,
  }
}

function artistSlug(k: number): string {
  return itemSlug(artistName(k), k)
}

/** Prime, so that no combination of names is repeated before all have been used. */
const NAME_STEP = 7_919
const FIRST_NAME_START = 11

function artistName(k: number): string {
  const combination = (FIRST_NAME_START + k * NAME_STEP) % (FIRST_NAMES.length * LAST_NAMES.length)
  const first = FIRST_NAMES[combination % FIRST_NAMES.length] ?? ''
  const last = LAST_NAMES[Math.floor(combination / FIRST_NAMES.length)] ?? ''
  return `${first} ${last}`
}

function artistSummary(random: Random): string | null {
  if (random.chance(0.25)) return null
  const nationality = random.pick(NATIONALITIES)
  const life = `Born ${random.between(1899, 2001)}, ${nationality}`
  return random.chance(0.4) ? life : `${life}. The artist ${random.pick(PRACTICES)}.`
}
