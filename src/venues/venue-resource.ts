import type { components } from '../../generated/v1.ts'
import { venueImageResource } from '../embedded/image-resource.ts'
import { countryName, geolocationText } from '../embedded/place-text.ts'
import { part } from '../reading/records/part.ts'
import type { VenueRow } from './venue-queries.ts'

export function venueResource(row: VenueRow, mediaUrl: string): components['schemas']['Venue'] {
  return part('venue', row.id, {
    id: row.id,
    name: row.name,
    slug: row.slug,
    city: row.city,
    country: { code: row.country_code ?? '', name: countryName(row.country_code) },
    geolocation: geolocationText(row),
    artworks_for_sale_count: row.artworks_for_sale_count,
    featured_image: row.featured_image && venueImageResource(row.featured_image, mediaUrl),
    response_time: row.response_time,
  })
}
