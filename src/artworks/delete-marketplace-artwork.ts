import type { Input, Reply } from '../contract/operation-types.ts'
import type { Context } from '../operation-context.ts'
import { deleteRecord } from '../records/write-record.ts'
import { artworkKind } from './artwork-kind.ts'

/** Deletes an artwork, and its picture when no other artwork uses it. */
export async function deleteMarketplaceArtwork(
  input: Input<'deleteMarketplaceArtwork'>,
  context: Context,
): Promise<Reply<'deleteMarketplaceArtwork'>> {
  return deleteRecord(artworkKind, input, context)
}
