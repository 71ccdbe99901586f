import type { Context, Input, Reply } from '../contract/operation-types.ts'
import { namedPage } from '../list/named-page.ts'
import { selectEventCategories } from './category-queries.ts'
import { eventCategoryResource } from './category-resource.ts'

/** One page of the event categories. */
export async function listEventCategories(
  input: Input<'listEventCategories'>,
  context: Context,
): Promise<Reply<'listEventCategories'>> {
  const body = await namedPage(input, context, {
    path: '/event-categories/',
    table: 'event_categories',
    select: selectEventCategories,
    resource: eventCategoryResource,
  })
  return { status: 200, body }
}
