import type { Context, Input, Reply } from '../contract/operation-types.ts'
import { namedPage } from '../list/named-page.ts'
import { selectGalleries } from './gallery-queries.ts'
import { galleryResource } from './gallery-resource.ts'

/** One page of the galleries. */
export async function listGalleries(
  input: Input<'listGalleries'>,
  context: Context,
): Promise<Reply<'listGalleries'>> {
  const body = await namedPage(input, context, {
    path: '/galleries/',
    table: 'galleries',
    select: selectGalleries,
    resource: galleryResource,
  })
  return { status: 200, body }
}
