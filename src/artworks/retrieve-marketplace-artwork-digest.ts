import type { Input, Reply } from '../contract/operation-types.ts'
import { digestOfRange } from '../feed/list-digest.ts'
import type { ReadContext } from '../operation-context.ts'

/** The digest of the public artworks with an id in a range. */
export async function retrieveMarketplaceArtworkDigest(
  { query }: Input<'retrieveMarketplaceArtworkDigest'>,
  { db }: ReadContext,
): Promise<Reply<'retrieveMarketplaceArtworkDigest'>> {
  return { status: 200, body: await digestOfRange('artworks', query, db) }
}
