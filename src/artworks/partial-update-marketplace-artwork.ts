import type { Input, Reply } from '../contract/operation-types.ts'
import { changeListing } from '../listings/write-listings.ts'
import type { Context } from '../operation-context.ts'
import { artworkListing } from './artwork-listing.ts'
import { findArtwork } from './find-artwork.ts'

/** PATCH: a JSON merge patch (RFC 7396) in either of its two media types. */
export async function partialUpdateMarketplaceArtwork(
  input: Input<'partialUpdateMarketplaceArtwork'>,
  { db, urls }: Context,
): Promise<Reply<'partialUpdateMarketplaceArtwork'>> {
  const artwork = await changeListing(artworkListing, input, { db, urls }, (id) =>
    findArtwork(db, id, urls, input.principal),
  )
  return { status: 200, ...artwork }
}
