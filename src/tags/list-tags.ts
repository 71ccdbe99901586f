import type { Context, Input, Reply } from '../contract/operation-types.ts'
import { namedListPage } from '../list/named-page.ts'
import { tagJson } from './tag-document.ts'

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
