import type { Input, Reply } from '../contract/operation-types.ts'
import type { Context } from '../operation-context.ts'
import { namedListPage } from '../lists/named-list.ts'
import { tagJson } from './tag-resource.ts'

/** One page of the tags. */
export async function listTags(
  input: Input<'listTags'>,
  context: Context,
): Promise<Reply<'listTags'>> {
  const body = await namedListPage(input, context, {
    path: '/tags/',
    table: 'tags',
    json: tagJson,
  })
  return { status: 200, body }
}
