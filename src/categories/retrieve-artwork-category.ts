import type { Input, Reply } from '../contract/operation-types.ts'
import { namedRecord } from '../named-records/named-record.ts'
import type { ReadContext } from '../operation-context.ts'
import { artworkCategoryKind } from './category-resources.ts'

/** One artwork category, as the list shows it. */
export async function retrieveArtworkCategory(
  { path }: Input<'retrieveArtworkCategory'>,
  context: ReadContext,
): Promise<Reply<'retrieveArtworkCategory'>> {
  return { status: 200, ...(await namedRecord(artworkCategoryKind, path.id, context)) }
}
