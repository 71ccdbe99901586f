import type { Insertable } from 'kysely'
import type { ArtworkImageColorTable, ArtworkImageTable } from '../../src/database/tables.ts'
import { artworkGallery } from './artwork-origin.ts'
import { artworkTitle } from './artwork-title.ts'
import { imageMetadata } from './pictures.ts'
import { galleryOwner } from './galleries.ts'
import { idAt } from './pool-ids.ts'
import { randomSource } from './random.ts'

const presence = randomSource('artwork has picture')
const pictures = randomSource('artwork picture')
const colors = randomSource('artwork colors')
const COLORS = 3

export function artworkHasPicture(n: number): boolean {
  return !presence(n).chance(0.03)
}

export function artworkImageRow(n: number, id: number): Insertable<ArtworkImageTable> {
  const path = `/artworks/${n + 1}`
  const random = pictures(n)
  return {
    id,
    ...imageMetadata(random, artworkTitle(n)),
    uploaded_by: random.chance(0.4) ? galleryOwner(artworkGallery(n)) : null,
    thumbnail_small: `${path}/thumbnail_small.svg`,
    thumbnail: `${path}/thumbnail.svg`,
    full_size: `${path}/full_size.svg`,
    thumbnail_webp: `${path}/thumbnail.svg`,
    full_size_webp: `${path}/full_size.svg`,
    thumbnail_small_webp: `${path}/thumbnail_small.svg`,
  }
}

/** The three colours that the picture has most of, all different. */
export function artworkColorRows(
  n: number,
  imageId: number,
  colorIds: readonly number[],
): Insertable<ArtworkImageColorTable>[] {
  return artworkColors(n, colorIds.length).map((place, position) => ({
    artwork_image_id: imageId,
    position,
    color_id: idAt(colorIds, place),
  }))
}

/** The places of those colours among `count`. */
export function artworkColors(n: number, count: number): number[] {
  const random = colors(n)
  const first = random.below(count)
  const step = random.between(1, Math.floor((count - 1) / COLORS))
  return Array.from({ length: COLORS }, (_, position) => (first + position * step) % count)
}
