import type { Input, Reply } from '../contract/operation-types.ts'
import { writeBatch } from '../listings/batch.ts'
import type { Context } from '../operation-context.ts'
import { artworkListing } from './artwork-listing.ts'

/** Writes many artworks, with a result for each line. */
export async function batchMarketplaceArtworks(
  { body: lines, query, principal, requestId, signal }: Input<'batchMarketplaceArtworks'>,
  { db, urls, maxStoredBytes }: Context,
): Promise<Reply<'batchMarketplaceArtworks'>> {
  const { dry_run: isDryRun, atomic: isAtomic } = query
  const batch = {
    lines,
    isDryRun,
    isAtomic,
    principal,
    requestId,
    signal,
    db,
    urls,
    maxStoredBytes,
  }
  return { status: 200, lines: writeBatch(artworkListing, batch) }
}
