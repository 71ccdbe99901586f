import { galleryColleague, galleryOwner } from './galleries.ts'
import { galleriesAtArtwork } from './pool-sizes.ts'
import { randomSource } from './random.ts'

const galleries = randomSource('artwork gallery')
const authors = randomSource('artwork author')

/** The place in the pool of the gallery that offers artwork n. */
export function artworkGallery(n: number): number {
  return galleries(n).below(galleriesAtArtwork(n))
}

/** Who entered it: mostly the gallery's owner, sometimes nobody. */
export function artworkAuthor(n: number): string | null {
  const share = authors(n).next()
  if (share < 0.15) return null
  return share < 0.8 ? galleryOwner(artworkGallery(n)) : galleryColleague(artworkGallery(n))
}
