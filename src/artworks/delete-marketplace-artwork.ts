import type { Input, Reply } from '../contract/operation-types.ts'
import { removePicture } from '../images/pictures.ts'
import type { Context } from '../operation-context.ts'
import { deleteArtworkRow } from './artwork-write-queries.ts'
import { lockOwnArtwork } from './change-artwork.ts'

/** Deletes an artwork, and its picture when no other artwork uses it. */
export async function deleteMarketplaceArtwork(
  input: Input<'deleteMarketplaceArtwork'>,
  { db }: Context,
): Promise<Reply<'deleteMarketplaceArtwork'>> {
  const artwork = await lockOwnArtwork(input, db)
  await deleteArtworkRow(db, artwork.id)
  await removePicture(db, 'artwork_images', artwork.featured_image_id)
  return { status: 204 }
}
