import type { Input, Reply } from '../contract/operation-types.ts'
import type { Context } from '../operation-context.ts'
import { changeRecord } from '../records/write-record.ts'
import { artworkKind } from './artwork-kind.ts'

/** PATCH: a JSON merge patch (RFC 7396) in either of its two media types. */
export async function partialUpdateMarketplaceArtwork(
  input: Input<'partialUpdateMarketplaceArtwork'>,
  context: Context,
): Promise<Reply<'partialUpdateMarketplaceArtwork'>> {
  return { status: 200, ...(await changeRecord(artworkKind, input, context)) }
}
