import type { Insertable } from 'kysely'
import type { ArtworkArtistTable, ArtworkTagTable } from '../../src/database/tables.ts'
import { idAt } from './pool-ids.ts'
import { artistsAtArtwork } from './pool-sizes.ts'
import { randomSource } from './random.ts'

const artists = randomSource('artwork artists')
const tags = randomSource('artwork tags')
/** How many tags an artwork has, as often as the number stands here. */
const TAG_COUNTS = [0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 4, 4] as const
const MOST_TAGS = Math.max(...TAG_COUNTS)
/** Odd, so that the second and third artist differ from the first and from each other. */
const ARTIST_STEP = 13

/** Mostly one artist; two or three in eight of a hundred cases, nobody known in one. */
export function artworkArtistRows(
  n: number,
  artworkId: number,
  artistIds: readonly number[],
): Insertable<ArtworkArtistTable>[] {
  const random = artists(n)
  const pool = artistsAtArtwork(n)
  const first = random.below(pool)
  return Array.from({ length: artistCount(random.next()) }, (_, position) => ({
    artwork_id: artworkId,
    position,
    artist_id: idAt(artistIds, (first + position * ARTIST_STEP) % pool),
  }))
}

function artistCount(share: number): number {
  if (share < 0.01) return 0
  if (share < 0.92) return 1
  return share < 0.98 ? 2 : 3
}

/** None to four different tags, one or two mostly. */
export function artworkTagRows(
  n: number,
  artworkId: number,
  tagIds: readonly number[],
): Insertable<ArtworkTagTable>[] {
  const random = tags(n)
  const first = Math.min(random.below(tagIds.length), random.below(tagIds.length))
  const step = random.between(1, Math.floor(tagIds.length / MOST_TAGS))
  return Array.from({ length: random.pick(TAG_COUNTS) }, (_, place) => ({
    artwork_id: artworkId,
    tag_id: idAt(tagIds, (first + place * step) % tagIds.length),
  }))
}
