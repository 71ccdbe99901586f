import type { Input, Reply } from '../contract/operation-types.ts'
import type { Context } from '../operation-context.ts'
import { namedListPage } from '../lists/named-list.ts'
import { galleryJson } from './gallery-resource.ts'

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
