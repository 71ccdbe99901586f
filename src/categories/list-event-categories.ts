import type { Context, Input, Reply } from '../contract/operation-types.ts'
import { namedListPage } from '../list/named-page.ts'
import { eventCategoryJson } from './category-documents.ts'

/** One page of the event categories. */
export async function listEventCategories(
  input: Input<'listEventCategories'>,
  context: Context,
): Promise<Reply<'listEventCategories'>> {
  const body = await namedListPage(input, context, {
    path: '/event-categories/',
    table: 'event_categories',
    json: eventCategoryJson,
  })
  return { status: 200, body }
}
