import type { Insertable } from 'kysely'
import type { VenueImageTable, VenueTable } from '../../src/database/tables.ts'
import { galleryCity, galleryName } from './galleries.ts'
import { imageMetadata } from './pictures.ts'
import { pointIn } from './place.ts'
import { idAt, galleriesAtVenue } from './pool-sizes.ts'
import { randomSource } from './random.ts'
import { itemSlug } from './code.ts'
import { CITIES, type City } from './words/cities.ts'
import { GALLERY_NAMES, VENUE_KINDS } from './words/galleries.ts'

const owners = randomSource('venue owner')
const names = randomSource('venue name')
const pictures = randomSource('venue picture')
const facts = randomSource('venue')

/** The place in the pool of the gallery that runs venue k, if one does. */
export function venueGallery(k: number): number | undefined {
  const random = owners(k)
  return random.chance(0.45) ? random.below(galleriesAtVenue(k)) : undefined
}

export function venueCity(k: number): City {
  const gallery = venueGallery(k)
  return gallery === undefined ? names(k).pick(CITIES) : galleryCity(gallery)
}

export function venueName(k: number): string {
  const gallery = venueGallery(k)
  if (gallery !== undefined) return galleryName(gallery)
  const random = names(k)
  const city = random.pick(CITIES)
  const place = random.chance(0.5) ? city.name : random.pick(GALLERY_NAMES)
  return random.pick(VENUE_KINDS).replace('$', place)
}

export function venueSlug(k: number): string {
  return itemSlug(venueName(k), k)
}

/** Where venue k is; events are at the same point. */
export function venuePoint(k: number): { latitude: string; longitude: string } {
  return pointIn(facts(k), venueCity(k))
}

export function venueHasPicture(k: number): boolean {
  return pictures(k).chance(0.65)
}

export function venueRow(
  k: number,
  id: number,
  imageId: number | null,
  galleryIds: readonly number[],
): Insertable<VenueTable> {
  const gallery = venueGallery(k)
  const { name, country } = venueCity(k)
  return {
    id,
    name: venueName(k),
    slug: venueSlug(k),
    city: name,
    country_code: country,
    ...venuePoint(k),
    featured_image_id: venueHasPicture(k) ? imageId : null,
    response_time: null,
    gallery_id: gallery === undefined ? null : idAt(galleryIds, gallery),
  }
}

export function venueImageRow(k: number, id: number): Insertable<VenueImageTable> {
  const path = `/venues/${k + 1}`
  return {
    id,
    ...imageMetadata(pictures(k), 'A view of the rooms'),
    uploaded_by: null,
    crop_medium_webp: `${path}/crop_medium.svg`,
    crop_medium: `${path}/crop_medium.svg`,
    crop_small: `${path}/crop_small.svg`,
    full_size: `${path}/full_size.svg`,
    crop_small_webp: `${path}/crop_small.svg`,
    crop_big: `${path}/crop_big.svg`,
    crop_big_webp: `${path}/crop_big.svg`,
    full_size_webp: `${path}/full_size.svg`,
  }
}
