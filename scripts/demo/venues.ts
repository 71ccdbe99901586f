import type { Insertable } from 'kysely'
import type { Database } from '../../src/database/tables.ts'
import { itemSlug } from './code.ts'
import { galleryCity, galleryName, galleryOwner } from './galleries.ts'
import { imageMetadata, renditions } from './pictures.ts'
import { pointIn } from './place.ts'
import { idAt, galleriesAtVenue } from './pool-sizes.ts'
import { LISTED_DAY, randomSource } from './random.ts'
import type { RecordKind } from './record-kind.ts'
import { CITIES, GALLERY_NAMES, VENUE_KINDS, type City } from './words.ts'

const owners = randomSource('venue owner')
const names = randomSource('venue name')
const pictures = randomSource('venue picture')
const facts = randomSource('venue')
const answers = randomSource('venue response')

export function venueKind(galleryIds: readonly number[]): RecordKind {
  return {
    table: 'venues',
    slug: venueSlug,
    row: (k, id, imageId) => venueRow(k, id, imageId, galleryIds),
    images: {
      table: 'venue_images',
      has: (k) => pictures(k).chance(0.65),
      row: venueImageRow,
    },
  }
}

/** By place, as a small catalogue has few venues. Events at these venues have a place of their own. */
const UNKNOWN_PLACE = { city: '', country_code: null, latitude: null, longitude: null }

const RESPONSE_TIMES = ['within a day', 'two to three days', 'about a week'] as const

function venueRow(
  k: number,
  id: number,
  imageId: number | null,
  galleryIds: readonly number[],
): Insertable<Database['venues']> {
  const gallery = venueGallery(k)
  const { name, country } = venueCity(k)
  return {
    id,
    name: venueName(k),
    slug: venueSlug(k),
    ...(k % 11 === 7 ? UNKNOWN_PLACE : { city: name, country_code: country, ...venuePoint(k) }),
    featured_image_id: imageId,
    response_time: answers(k).chance(0.4) ? answers(k).pick(RESPONSE_TIMES) : null,
    gallery_id: gallery === undefined ? null : idAt(galleryIds, gallery),
    updated_at: LISTED_DAY,
  }
}

/** The place in the pool of the gallery that runs venue k, if one does. */
function venueGallery(k: number): number | undefined {
  const random = owners(k)
  return random.chance(0.45) ? random.below(galleriesAtVenue(k)) : undefined
}

export function venueCity(k: number): City {
  const gallery = venueGallery(k)
  return gallery === undefined ? names(k).pick(CITIES) : galleryCity(gallery)
}

function venueName(k: number): string {
  const gallery = venueGallery(k)
  if (gallery !== undefined) return galleryName(gallery)
  const random = names(k)
  const city = random.pick(CITIES)
  const place = random.chance(0.5) ? city.name : random.pick(GALLERY_NAMES)
  return random.pick(VENUE_KINDS).replace('$', place)
}

function venueSlug(k: number): string {
  return itemSlug(venueName(k), k)
}

/** The coordinates of venue k, and of its events. */
export function venuePoint(k: number): { latitude: string; longitude: string } {
  return pointIn(facts(k), venueCity(k))
}

function venueImageRow(k: number, id: number): object {
  return {
    id,
    ...imageMetadata(pictures(k), 'A view of the rooms'),
    uploaded_by: pictures(k).chance(0.3) ? galleryOwner(venueGallery(k) ?? 0) : null,
    ...renditions(`/venues/${k + 1}`, ['full_size', 'crop_big', 'crop_medium', 'crop_small']),
  }
}
