import type { Input, Reply } from '../contract/operation-types.ts'
import { snapshotOf } from '../feed/snapshot.ts'
import type { ReadContext } from '../operation-context.ts'

/** All public artworks, as lines. */
export async function retrieveMarketplaceArtworkSnapshot(
  { query }: Input<'retrieveMarketplaceArtworkSnapshot'>,
  context: ReadContext,
): Promise<Reply<'retrieveMarketplaceArtworkSnapshot'>> {
  return { status: 200, lines: await snapshotOf('artworks', query, context) }
}
