import type { Input, Reply } from '../contract/operation-types.ts'
import type { Context } from '../operation-context.ts'
import { changeRecord } from '../records/write-record.ts'
import { artworkCategoryKind } from './category-resources.ts'

/** PATCH: a JSON merge patch (RFC 7396) in either of its two media types. */
export async function partialUpdateArtworkCategory(
  input: Input<'partialUpdateArtworkCategory'>,
  context: Context,
): Promise<Reply<'partialUpdateArtworkCategory'>> {
  return { status: 200, ...(await changeRecord(artworkCategoryKind, input, context)) }
}
