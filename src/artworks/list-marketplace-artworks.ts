import { apiRoot } from '../contract/document.ts'
import type { Context, Input, Reply } from '../contract/operation-types.ts'
import { inSnapshot } from '../database/snapshot.ts'
import { requestedState } from '../list/listed-as.ts'
import { parseOrdering } from '../list/ordering.ts'
import { page } from '../list/page.ts'
import { pageBody } from '../reading/ready-page.ts'
import { countUnpublishedArtworks, selectUnpublishedArtworkIds } from './artwork-queries.ts'
import { findArtworks } from './find-artworks.ts'

/** One page of the public artworks, or of the viewer's own in another state (interface.md, list artworks). */
export async function listMarketplaceArtworks(
  { query, given, principal }: Input<'listMarketplaceArtworks'>,
  { db, reading, urls }: Context,
): Promise<Reply<'listMarketplaceArtworks'>> {
  const { limit, offset } = query
  const ordering = parseOrdering(query.ordering)
  const request = {
    listUrl: `${urls.public}${apiRoot}/marketplace-artworks/`,
    limit,
    offset,
    given,
  }
  const listed = requestedState(query.publish_status, principal)
  if (listed === 'public') {
    const ready = await reading.page('artworks', { ordering, limit, offset })
    return { status: 200, body: pageBody(page(request, ready.count, []), ready) }
  }
  const { count, artworks } = await inSnapshot(db, async (snapshot) => {
    const ids = await selectUnpublishedArtworkIds(snapshot, listed, ordering, limit, offset)
    return {
      count: await countUnpublishedArtworks(snapshot, listed),
      artworks: await findArtworks(snapshot, ids, urls.media, principal),
    }
  })
  return { status: 200, body: page(request, count, artworks) }
}
