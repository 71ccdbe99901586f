import type { Input, Reply } from '../contract/operation-types.ts'
import type { ReadContext } from '../operation-context.ts'
import { facetsBody } from '../read-model/facet-body.ts'

/** How many of the public artworks that pass the filters have each value of a field. */
export async function retrieveMarketplaceArtworkFacets(
  request: Input<'retrieveMarketplaceArtworkFacets'>,
  context: ReadContext,
): Promise<Reply<'retrieveMarketplaceArtworkFacets'>> {
  return { status: 200, body: await facetsBody('artworks', request, context) }
}
