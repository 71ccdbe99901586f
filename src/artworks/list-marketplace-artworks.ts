import type { Input, Reply } from '../contract/operation-types.ts'
import { isListed } from '../database/visibility.ts'
import { LISTS, parseOrdering, requestedRecords } from '../lists/list.ts'
import { scannedPage } from '../lists/scanned-page.ts'
import type { ReadContext } from '../operation-context.ts'
import { publicPage } from '../read-model/responses.ts'
import { artworkJson } from './artwork-resource.ts'

/** One page of the public artworks, or of the artworks in another state that the viewer may see. */
export async function listMarketplaceArtworks(
  input: Input<'listMarketplaceArtworks'>,
  context: ReadContext,
): Promise<Reply<'listMarketplaceArtworks'>> {
  const ordering = parseOrdering(input.query.ordering)
  const listed = requestedRecords(input.query, input.principal)
  if (listed === 'public') {
    return { status: 200, body: await publicPage('artworks', ordering, input, context) }
  }
  const where = isListed('artworks', listed)
  const records = { list: LISTS.artworks, where, ordering, json: artworkJson }
  return { status: 200, body: await scannedPage(records, input, context) }
}
