import type { Input, Reply } from '../contract/operation-types.ts'
import { writeBatch } from '../batches/batch.ts'
import type { Context } from '../operation-context.ts'
import { batchRecords } from '../records/write-records.ts'
import { artworkKind } from './artwork-kind.ts'

/** Writes many artworks, with a result for each line. */
export async function batchMarketplaceArtworks(
  input: Input<'batchMarketplaceArtworks'>,
  context: Context,
): Promise<Reply<'batchMarketplaceArtworks'>> {
  const records = batchRecords(artworkKind, input, context)
  return { status: 200, lines: writeBatch(records, input, context) }
}
