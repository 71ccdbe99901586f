import type { Input, Reply } from '../contract/operation-types.ts'
import { createListing } from '../listings/write-listings.ts'
import type { Context } from '../operation-context.ts'
import { artworkListing } from './artwork-listing.ts'
import { findArtwork } from './find-artwork.ts'

/** Creates an artwork of a gallery, for one of its members; the sender is its author. */
export async function createMarketplaceArtwork(
  { body, principal }: Input<'createMarketplaceArtwork'>,
  { db, urls }: Context,
): Promise<Reply<'createMarketplaceArtwork'>> {
  const sender = { principal, urls }
  const artwork = await createListing(artworkListing, body, sender, db, (id) =>
    findArtwork(db, id, urls, principal),
  )
  return { status: 201, ...artwork }
}
