import type { components } from '../../generated/v1.ts'
import { timestampText } from '../database/timestamp-text.ts'
import { imageResource } from '../embedded/image-resource.ts'
import { maskedPhone } from '../embedded/personal-data.ts'
import { userResource } from '../embedded/user-resource.ts'
import { part } from '../reading/records/part.ts'
import type { GalleryRow } from './gallery-queries.ts'

export function galleryResource(
  row: GalleryRow,
  mediaUrl: string,
): components['schemas']['Gallery'] {
  return part('gallery', row.id, {
    id: row.id,
    name: row.name,
    slug: row.slug,
    city: row.city,
    summary: row.summary,
    featured_image: row.featured_image && imageResource(row.featured_image, mediaUrl),
    more_artworks: {},
    owner: userResource(row.owner),
    phone_number: maskedPhone(row.phone_number),
    address: row.address,
    registered_since: timestampText(row.registered_since),
    total_artworks: row.total_artworks,
  })
}
