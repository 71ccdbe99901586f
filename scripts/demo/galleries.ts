import type { Insertable } from 'kysely'
import type { Database } from '../../src/database/tables.ts'
import { itemSlug } from './code.ts'
import { imageRow } from './pictures.ts'
import { streetAddress } from './place.ts'
import { USERS_PER_GALLERY } from './pool-sizes.ts'
import { BASE_MOMENT, DAY, SECOND, momentBefore, timestamp, randomSource } from './random.ts'
import type { RecordKind } from './record-kind.ts'
import { phoneNumber, userId } from './users.ts'
import { CITIES, GALLERY_KINDS, GALLERY_NAMES, GALLERY_SUMMARIES, type City } from './words.ts'

const cities = randomSource('gallery city')
const names = randomSource('gallery name')
const pictures = randomSource('gallery picture')
const facts = randomSource('gallery')
const YEARS_REGISTERED = 9

export const GALLERIES: RecordKind = {
  table: 'galleries',
  slug: gallerySlug,
  row: galleryRow,
  links: [
    {
      table: 'gallery_members',
      rows: (k, gallery_id) => [{ gallery_id, user_id: galleryColleague(k) }],
    },
  ],
  images: {
    table: 'images',
    has: (k) => pictures(k).chance(0.7),
    row: (k, id) => imageRow(pictures(k), id, `/galleries/${k + 1}.svg`, galleryOwner(k)),
  },
}

function galleryRow(
  k: number,
  id: number,
  imageId: number | null,
): Insertable<Database['galleries']> {
  const random = facts(k)
  const city = galleryCity(k)
  const moment = momentBefore(random, BASE_MOMENT, YEARS_REGISTERED * 365 * DAY)
  const registered = timestamp(k % 3 === 1 ? moment - (moment % SECOND) : moment)
  return {
    id,
    name: galleryName(k),
    slug: gallerySlug(k),
    city: writtenCity(k),
    summary: random.chance(0.35) ? '' : random.pick(GALLERY_SUMMARIES),
    featured_image_id: imageId,
    owner_id: galleryOwner(k),
    phone_number: phoneNumber(random),
    address: random.chance(0.2) ? null : `${streetAddress(random, city)}, ${city.name}`,
    registered_since: registered,
    updated_at: registered,
  }
}

export function galleryCity(k: number): City {
  return cities(k).pick(CITIES)
}

export function galleryName(k: number): string {
  const random = names(k)
  const name = random.pick(GALLERY_KINDS).replace('$', random.pick(GALLERY_NAMES))
  return random.chance(0.3) ? `${name} ${galleryCity(k).name}` : name
}

function gallerySlug(k: number): string {
  return itemSlug(galleryName(k), k)
}

export function galleryOwner(k: number): string {
  return userId(k * USERS_PER_GALLERY)
}

/** Another user who enters the gallery's artworks. */
export function galleryColleague(k: number): string {
  return userId(k * USERS_PER_GALLERY + 1)
}

/** By place, as a small catalogue has few galleries. */
function writtenCity(k: number): string | null {
  if (k % 7 === 3) return null
  return k % 7 === 5 ? '' : galleryCity(k).name
}
