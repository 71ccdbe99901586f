import type { Input, Reply } from '../contract/operation-types.ts'
import type { Context } from '../operation-context.ts'
import { deleteRecord } from '../records/write-record.ts'
import { artworkCategoryKind } from './category-resources.ts'

/** Deletes an artwork category to which no record refers. */
export async function deleteArtworkCategory(
  input: Input<'deleteArtworkCategory'>,
  context: Context,
): Promise<Reply<'deleteArtworkCategory'>> {
  return deleteRecord(artworkCategoryKind, input, context)
}
