import type { Input, Reply } from '../contract/operation-types.ts'
import type { Context } from '../operation-context.ts'
import { namedListPage } from '../lists/named-list.ts'
import { eventCategoryJson } from './category-resources.ts'

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
