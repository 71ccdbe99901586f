import { apiRoot } from '../contract/document.ts'
import type { Context, Input, Reply } from '../contract/operation-types.ts'
import { inSnapshot } from '../database/snapshot.ts'
import { listedAs } from '../list/listed-as.ts'
import { parseOrdering } from '../list/ordering.ts'
import { page } from '../list/page.ts'
import { countArtworks, selectArtworkIds } from './artwork-queries.ts'
import { findArtworks } from './find-artworks.ts'

/** One page of the public artworks, or of the viewer's own in another state (interface.md, list artworks). */
export async function listMarketplaceArtworks(
  { query, given, principal }: Input<'listMarketplaceArtworks'>,
  { db, urls }: Context,
): Promise<Reply<'listMarketplaceArtworks'>> {
  const { limit, offset, ordering } = query
  const listed = listedAs(query.publish_status, principal)
  const listUrl = `${urls.public}${apiRoot}/marketplace-artworks/`
  const { count, artworks } = await inSnapshot(db, async (snapshot) => {
    const ids = await selectArtworkIds(snapshot, listed, parseOrdering(ordering), limit, offset)
    return {
      count: await countArtworks(snapshot, listed),
      artworks: await findArtworks(snapshot, ids, urls.media, principal),
    }
  })
  return { status: 200, body: page({ listUrl, limit, offset, given }, count, artworks) }
}
