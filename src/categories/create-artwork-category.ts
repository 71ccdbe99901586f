import type { Input, Reply } from '../contract/operation-types.ts'
import type { Context } from '../operation-context.ts'
import { createRecord } from '../records/write-record.ts'
import { artworkCategoryKind } from './category-resources.ts'

export async function createArtworkCategory(
  input: Input<'createArtworkCategory'>,
  context: Context,
): Promise<Reply<'createArtworkCategory'>> {
  return { status: 201, ...(await createRecord(artworkCategoryKind, input, context)) }
}
