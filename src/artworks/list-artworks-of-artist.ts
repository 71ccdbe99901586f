import type { Input, Reply } from '../contract/operation-types.ts'
import type { ReadContext } from '../operation-context.ts'
import { nestedPage } from '../read-model/responses.ts'

/** One page of the public artworks that name an artist. */
export async function listArtworksOfArtist(
  input: Input<'listArtworksOfArtist'>,
  context: ReadContext,
): Promise<Reply<'listArtworksOfArtist'>> {
  return { status: 200, body: await nestedPage('artworksOfArtist', input, context) }
}
