import type { Context, Input, Reply } from '../contract/operation-types.ts'
import { namedPage } from '../list/named-page.ts'
import { selectTags } from './tag-queries.ts'
import { tagResource } from './tag-resource.ts'

/** One page of the tags. */
export async function listTags(
  input: Input<'listTags'>,
  context: Context,
): Promise<Reply<'listTags'>> {
  const body = await namedPage(input, context, {
    path: '/tags/',
    table: 'tags',
    select: selectTags,
    resource: tagResource,
  })
  return { status: 200, body }
}
