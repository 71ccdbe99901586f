import type { Input, Reply } from '../contract/operation-types.ts'
import type { Context } from '../operation-context.ts'
import { namedListPage } from '../lists/named-list.ts'
import { artworkCategoryJson } from './category-resources.ts'

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
