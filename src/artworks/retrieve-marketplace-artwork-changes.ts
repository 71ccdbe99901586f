import type { Input, Reply } from '../contract/operation-types.ts'
import { changesOf } from '../feed/changes.ts'
import type { ReadContext } from '../operation-context.ts'

/** The changes of the public artworks. */
export async function retrieveMarketplaceArtworkChanges(
  { query }: Input<'retrieveMarketplaceArtworkChanges'>,
  context: ReadContext,
): Promise<Reply<'retrieveMarketplaceArtworkChanges'>> {
  return { status: 200, body: await changesOf('artworks', query, context) }
}
