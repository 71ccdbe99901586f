import type { Context, Input, Reply } from '../contract/operation-types.ts'
import { namedListPage } from '../list/named-page.ts'
import { artworkCategoryJson } from './category-documents.ts'

/** One page of the artwork categories. */
export async function listArtworkCategories(
  input: Input<'listArtworkCategories'>,
  context: Context,
): Promise<Reply<'listArtworkCategories'>> {
  const body = await namedListPage(input, context, {
    path: '/artwork-categories/',
    table: 'artwork_categories',
    json: artworkCategoryJson,
  })
  return { status: 200, body }
}
