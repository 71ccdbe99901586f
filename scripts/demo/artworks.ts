import type { Insertable } from 'kysely'
import type { ArtworkTable } from '../../src/database/tables.ts'
import { artworkCategory } from './artwork-category.ts'
import { artworkOffers } from './artwork-offers.ts'
import { artworkAuthor, artworkGallery } from './artwork-origin.ts'
import { artworkPickup } from './artwork-pickup.ts'
import { artworkPrice } from './artwork-price.ts'
import { artworkSize } from './artwork-size.ts'
import { artworkStatus } from './artwork-status.ts'
import { artworkSlug, artworkTitle } from './artwork-title.ts'
import { galleryCity } from './galleries.ts'
import { PLACEHOLDER_ID } from './pictures.ts'
import { idAt, type PoolIds } from './pool-ids.ts'
import { randomSource, type Random } from './random.ts'

const facts = randomSource('artwork')

/** Artwork n of the catalogue. */
export function artworkRow(
  n: number,
  id: number,
  imageId: number | null,
  pools: PoolIds,
): Insertable<ArtworkTable> {
  const random = facts(n)
  const gallery = artworkGallery(n)
  const city = galleryCity(gallery)
  const { place, words } = artworkCategory(n)
  const price = artworkPrice(random, words.price, city.country)
  return {
    id,
    title: artworkTitle(n),
    slug: artworkSlug(n),
    gallery_id: idAt(pools.galleries, gallery),
    featured_image_id: imageId ?? PLACEHOLDER_ID,
    author_id: artworkAuthor(n),
    category_id: idAt(pools.artworkCategories, place),
    year_of_creation: yearOfCreation(random),
    medium: random.chance(0.04) ? null : random.pick(words.media),
    ...price,
    ...artworkSize(random, city.country, words.depth),
    ...artworkOffers(random, price.price !== null),
    ...artworkStatus(random),
    ...artworkPickup(random, city),
  }
}

/** Mostly recent, sometimes unknown. */
function yearOfCreation(random: Random): number | null {
  return random.chance(0.12) ? null : 2025 - Math.floor(random.next() ** 2.5 * 140)
}
