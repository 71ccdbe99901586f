import type { Input, Reply } from '../contract/operation-types.ts'
import type { ReadContext } from '../operation-context.ts'
import { namedListPage } from '../records/named-list.ts'
import { tagKind } from './tag-resource.ts'

export async function listTags(
  input: Input<'listTags'>,
  context: ReadContext,
): Promise<Reply<'listTags'>> {
  return { status: 200, body: await namedListPage(input, context, tagKind) }
}
