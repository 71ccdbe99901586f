import { apiRoot } from '../contract/document.ts'
import type { Input, Reply } from '../contract/operation-types.ts'
import type { ReadContext } from '../operation-context.ts'
import { inSnapshot } from '../database/kysely.ts'
import { requestedRecords, parseOrdering, page } from '../lists/page.ts'
import { pageBody } from '../read-model/responses.ts'
import { countOwnArtworks, selectOwnArtworkIds } from './artwork-queries.ts'
import { findArtworks } from './find-artworks.ts'

/** One page of the public artworks, or of the artworks in another state that the viewer may see. */
export async function listMarketplaceArtworks(
  { query, given, principal }: Input<'listMarketplaceArtworks'>,
  { db, lists, urls }: ReadContext,
): Promise<Reply<'listMarketplaceArtworks'>> {
  const { limit, offset } = query
  const ordering = parseOrdering(query.ordering)
  const request = {
    listUrl: `${urls.public}${apiRoot}/marketplace-artworks/`,
    limit,
    offset,
    given,
  }
  const listed = requestedRecords(query, principal)
  if (listed === 'public') {
    const documents = await lists.page('artworks', { ordering, limit, offset })
    return {
      status: 200,
      body: pageBody(page(request, documents.count, [], documents.records.size), documents),
    }
  }
  const { count, artworks } = await inSnapshot(db, async (snapshot) => {
    const ids = await selectOwnArtworkIds(snapshot, listed, ordering, limit, offset)
    return {
      count: await countOwnArtworks(snapshot, listed),
      artworks: await findArtworks(snapshot, ids, urls, principal),
    }
  })
  return { status: 200, body: page(request, count, artworks.records, artworks.size) }
}
