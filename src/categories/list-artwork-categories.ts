import type { Input, Reply } from '../contract/operation-types.ts'
import type { ReadContext } from '../operation-context.ts'
import { namedListPage } from '../records/named-list.ts'
import { artworkCategoryKind } from './category-resources.ts'

export async function listArtworkCategories(
  input: Input<'listArtworkCategories'>,
  context: ReadContext,
): Promise<Reply<'listArtworkCategories'>> {
  return { status: 200, body: await namedListPage(input, context, artworkCategoryKind) }
}
