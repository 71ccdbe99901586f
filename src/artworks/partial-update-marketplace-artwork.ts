import type { Input, Reply } from '../contract/operation-types.ts'
import type { Context } from '../operation-context.ts'
import { changeArtwork, lockOwnArtwork } from './change-artwork.ts'
import { requiredArtwork } from './find-artworks.ts'

/** PATCH: a JSON merge patch (RFC 7396) in either of its two media types. */
export async function partialUpdateMarketplaceArtwork(
  input: Input<'partialUpdateMarketplaceArtwork'>,
  { db, urls }: Context,
): Promise<Reply<'partialUpdateMarketplaceArtwork'>> {
  const { path, body, principal } = input
  const artwork = await lockOwnArtwork(input, db)
  await changeArtwork(db, artwork, body, { principal, mediaUrl: urls.media })
  return { status: 200, ...(await requiredArtwork(db, path.id, urls.media, principal)) }
}
