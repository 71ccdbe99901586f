import type { Kysely } from 'kysely'
import type { components } from '../../generated/v1.ts'
import { selectArtists } from '../artists/artist-queries.ts'
import type { Database } from '../database/tables.ts'
import type { Viewer } from '../database/visibility.ts'
import { selectGalleries } from '../galleries/gallery-queries.ts'
import { byId, required } from '../list/by-id.ts'
import { selectArtworks } from './artwork-queries.ts'
import { artworkResource } from './artwork-resource.ts'

/**
 * The records of these ids in their order, in three queries however many there are. Ids that
 * the viewer may not see are left out.
 * @param isCounted whether galleries tell how many artworks they have.
 */
export async function findArtworks(
  db: Kysely<Database>,
  ids: readonly number[],
  mediaUrl: string,
  viewer: Viewer,
  isCounted = true,
): Promise<components['schemas']['Artwork'][]> {
  const rows = byId(await selectArtworks(db, ids, viewer))
  const all = [...rows.values()]
  const galleryIds = distinct(all.map((row) => row.gallery_id))
  const galleries = byId(await selectGalleries(db, galleryIds, isCounted))
  const artists = byId(await selectArtists(db, distinct(all.flatMap((row) => row.artist_ids))))
  return ids.flatMap((id) => {
    const row = rows.get(id)
    if (row === undefined) return []
    const gallery = required(galleries, row.gallery_id)
    const itsArtists = row.artist_ids.map((artistId) => required(artists, artistId))
    return [artworkResource({ row, gallery, artists: itsArtists }, mediaUrl)]
  })
}

function distinct(ids: readonly number[]): number[] {
  return [...new Set(ids)]
}
