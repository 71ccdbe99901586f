import type { components } from '../../generated/v1.ts'
import { imageResource } from '../embedded/image-resource.ts'
import { part } from '../reading/records/part.ts'
import type { ArtistRow } from './artist-queries.ts'

export function artistResource(row: ArtistRow, mediaUrl: string): components['schemas']['Artist'] {
  return part('artist', row.id, {
    id: row.id,
    name: row.name,
    slug: row.slug,
    summary: row.summary,
    featured_image: row.featured_image && imageResource(row.featured_image, mediaUrl),
    more_artworks: {},
    has_artworks: row.has_artworks,
  })
}
