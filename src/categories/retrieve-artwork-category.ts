import type { Input, Reply } from '../contract/operation-types.ts'
import type { ReadContext } from '../operation-context.ts'
import { findRecord } from '../records/write-record.ts'
import { artworkCategoryKind } from './category-resources.ts'

export async function retrieveArtworkCategory(
  { path }: Input<'retrieveArtworkCategory'>,
  context: ReadContext,
): Promise<Reply<'retrieveArtworkCategory'>> {
  return { status: 200, ...(await findRecord(artworkCategoryKind, path.id, context)) }
}
