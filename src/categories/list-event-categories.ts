import type { Input, Reply } from '../contract/operation-types.ts'
import type { ReadContext } from '../operation-context.ts'
import { namedListPage } from '../records/named-list.ts'
import { eventCategoryKind } from './category-resources.ts'

export async function listEventCategories(
  input: Input<'listEventCategories'>,
  context: ReadContext,
): Promise<Reply<'listEventCategories'>> {
  return { status: 200, body: await namedListPage(input, context, eventCategoryKind) }
}
