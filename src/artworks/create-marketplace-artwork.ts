import type { Input, Reply } from '../contract/operation-types.ts'
import type { Context } from '../operation-context.ts'
import { createRecord } from '../records/write-record.ts'
import { artworkKind } from './artwork-kind.ts'

/** Creates an artwork of a gallery, for one of its members; the sender is its author. */
export async function createMarketplaceArtwork(
  input: Input<'createMarketplaceArtwork'>,
  context: Context,
): Promise<Reply<'createMarketplaceArtwork'>> {
  return { status: 201, ...(await createRecord(artworkKind, input, context)) }
}
