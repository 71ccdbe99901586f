import type { ResponseCases } from './response-case.ts'
import { bodyCases, idempotencyCases, withFields, written, type Base } from './writes.ts'

const post: Base = (world) =>
  written(world, 'POST', '/marketplace-artworks/', {
    title: 'Harbour at Dusk',
    artists: [world.artistId],
    gallery: world.galleryId,
    units: 'centimeter',
    category: 2,
    price_display: 'price on request',
    tags: [world.tagId],
  })

const posts = bodyCases(post, 'host')
const named = idempotencyCases(post)

export const artworkWritingCases: ResponseCases = {
  createMarketplaceArtwork: {
    ...posts,
    ...named,
    201: [
      { request: post },
      withFields(post, { publish_status: 'draft', is_active: false }),
      withFields(post, { featured_image: { full_size: 'https://quayside.example/dusk.jpg' } }),
      ...named[201],
    ],
    400: [...posts[400], ...named[400]],
    422: [
      withFields(post, { artists: [2147483647], gallery: 2147483647, tags: [2147483647] }),
      withFields(post, { price_display: 'show price' }),
      withFields(post, { publish_status: 'archived' }),
      ...named[422],
    ],
  },
}
