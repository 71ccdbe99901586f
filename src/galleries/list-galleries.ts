import type { Input, Reply } from '../contract/operation-types.ts'
import type { ReadContext } from '../operation-context.ts'
import { namedListPage } from '../records/named-list.ts'
import { galleryKind } from './gallery-kind.ts'

export async function listGalleries(
  input: Input<'listGalleries'>,
  context: ReadContext,
): Promise<Reply<'listGalleries'>> {
  return { status: 200, body: await namedListPage(input, context, galleryKind) }
}
