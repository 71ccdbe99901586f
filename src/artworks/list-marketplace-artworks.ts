import { apiRoot } from '../contract/document.ts'
import type { Context, Input, Reply } from '../contract/operation-types.ts'
import { inSnapshot } from '../database/snapshot.ts'
import { parseOrdering } from '../list/ordering.ts'
import { page } from '../list/page.ts'
import { countArtworks, selectArtworkIds } from './artwork-queries.ts'
import { findArtworks } from './find-artworks.ts'

/** One page of the public artworks (interface.md, list artworks). */
export async function listMarketplaceArtworks(
  { query, given }: Input<'listMarketplaceArtworks'>,
  { db, urls }: Context,
): Promise<Reply<'listMarketplaceArtworks'>> {
  const { limit, offset, ordering } = query
  const listUrl = `${urls.public}${apiRoot}/marketplace-artworks/`
  const { count, artworks } = await inSnapshot(db, async (snapshot) => {
    const ids = await selectArtworkIds(snapshot, parseOrdering(ordering), limit, offset)
    return {
      count: await countArtworks(snapshot),
      artworks: await findArtworks(snapshot, ids, urls.media),
    }
  })
  return { status: 200, body: page({ listUrl, limit, offset, given }, count, artworks) }
}
