import type { Context, Input, Reply } from '../contract/operation-types.ts'
import { namedListPage } from '../list/named-page.ts'
import { galleryJson } from './gallery-document.ts'

/** One page of the galleries. */
export async function listGalleries(
  input: Input<'listGalleries'>,
  context: Context,
): Promise<Reply<'listGalleries'>> {
  const body = await namedListPage(input, context, {
    path: '/galleries/',
    table: 'galleries',
    json: galleryJson,
  })
  return { status: 200, body }
}
