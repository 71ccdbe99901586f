import type { Input, Reply } from '../contract/operation-types.ts'
import type { Context } from '../operation-context.ts'
import { deleteRecord } from '../records/write-record.ts'
import { artistKind } from './artist-resource.ts'

/** Deletes an artist to which no record refers. */
export async function deleteArtist(
  input: Input<'deleteArtist'>,
  context: Context,
): Promise<Reply<'deleteArtist'>> {
  return deleteRecord(artistKind, input, context)
}
