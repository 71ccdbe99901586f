import type { components } from '../../generated/v1.ts'

type Venue = components['schemas']['Venue']

/** City and country of a venue, as far as they are known. */
export function venuePlace({ city, country }: Venue): string[] {
  return [city, country.name].filter(Boolean)
}

/** What to read out instead of its picture. */
export function venueAlternativeText({ name, featured_image }: Venue): string {
  return featured_image?.alt_text || `Picture of ${name}`
}

/** What its gallery has for sale; empty where there is nothing. */
export function artworksForSaleText({ artworks_for_sale_count: count }: Venue): string {
  if (count === 0) return ''
  return count === 1 ? '1 artwork for sale' : `${count} artworks for sale`
}
