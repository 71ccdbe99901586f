import type { Input, Reply } from '../contract/operation-types.ts'
import type { ReadContext } from '../operation-context.ts'
import { listRecords } from '../records/list-records.ts'
import { artworkJson } from './artwork-resource.ts'

/** One page of the public artworks, or of the artworks in another state that the viewer may see. */
export async function listMarketplaceArtworks(
  input: Input<'listMarketplaceArtworks'>,
  context: ReadContext,
): Promise<Reply<'listMarketplaceArtworks'>> {
  return { status: 200, body: await listRecords('artworks', artworkJson, input, context) }
}
