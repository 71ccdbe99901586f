import { artistHasPicture, artistImageRow, artistRow, artistSlug } from './artists.ts'
import {
  artworkArtistRows,
  artworkTagRows,
  artworkColorRows,
  artworkHasPicture,
  artworkImageRow,
  artworkSlug,
  artworkRow,
} from './artworks.ts'
import { eventHasPicture, eventImageRow, eventSlug, eventRow } from './events.ts'
import { galleryHasPicture, galleryImageRow, galleryRow, gallerySlug } from './galleries.ts'
import type { PoolIds } from './pool-sizes.ts'
import type { RecordKind } from './record-kind.ts'
import { venueHasPicture, venueImageRow, venueRow, venueSlug } from './venues.ts'

// Galleries and artists share a table of pictures, so each takes every second id. The first
// picture of artworks and of events is the placeholder.

export const GALLERIES: RecordKind = {
  table: 'galleries',
  slug: gallerySlug,
  row: galleryRow,
  images: {
    table: 'images',
    firstId: 1,
    stride: 2,
    has: galleryHasPicture,
    row: galleryImageRow,
  },
  links: [],
}

export const ARTISTS: RecordKind = {
  table: 'artists',
  slug: artistSlug,
  row: artistRow,
  images: { table: 'images', firstId: 2, stride: 2, has: artistHasPicture, row: artistImageRow },
  links: [],
}

export function venueKind(galleryIds: readonly number[]): RecordKind {
  return {
    table: 'venues',
    slug: venueSlug,
    row: (k, id, imageId) => venueRow(k, id, imageId, galleryIds),
    images: {
      table: 'venue_images',
      firstId: 1,
      stride: 1,
      has: venueHasPicture,
      row: venueImageRow,
    },
    links: [],
  }
}

export function eventKind(pools: PoolIds): RecordKind {
  return {
    table: 'events',
    slug: eventSlug,
    row: (n, id, imageId) => eventRow(n, id, imageId, pools),
    images: {
      table: 'event_images',
      firstId: 2,
      stride: 1,
      has: eventHasPicture,
      row: eventImageRow,
    },
    links: [],
  }
}

export function artworkKind(pools: PoolIds): RecordKind {
  return {
    table: 'artworks',
    slug: artworkSlug,
    row: (n, id, imageId) => artworkRow(n, id, imageId, pools),
    images: {
      table: 'artwork_images',
      firstId: 2,
      stride: 1,
      has: artworkHasPicture,
      row: artworkImageRow,
      links: [
        {
          table: 'artwork_image_colors',
          rows: (n, _, imageId) =>
            imageId === null ? [] : artworkColorRows(n, imageId, pools.colors),
        },
      ],
    },
    links: [
      { table: 'artwork_artists', rows: (n, id) => artworkArtistRows(n, id, pools.artists) },
      { table: 'artwork_tags', rows: (n, id) => artworkTagRows(n, id, pools.tags) },
    ],
  }
}
