import type { Input, Reply } from '../contract/operation-types.ts'
import type { ReadContext } from '../operation-context.ts'
import { nestedPage } from '../read-model/responses.ts'

/** One page of the public artworks of a gallery. */
export async function listArtworksOfGallery(
  input: Input<'listArtworksOfGallery'>,
  context: ReadContext,
): Promise<Reply<'listArtworksOfGallery'>> {
  return { status: 200, body: await nestedPage('artworksOfGallery', input, context) }
}
