import type { Input, Reply } from '../contract/operation-types.ts'
import { deleteListing } from '../listings/write-listings.ts'
import type { Context } from '../operation-context.ts'
import { artworkListing } from './artwork-listing.ts'

/** Deletes an artwork, and its picture when no other artwork uses it. */
export async function deleteMarketplaceArtwork(
  input: Input<'deleteMarketplaceArtwork'>,
  { db }: Context,
): Promise<Reply<'deleteMarketplaceArtwork'>> {
  await deleteListing(artworkListing, input, db)
  return { status: 204 }
}
