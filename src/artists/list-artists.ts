import type { Context, Input, Reply } from '../contract/operation-types.ts'
import { namedPage } from '../list/named-page.ts'
import { selectArtists } from './artist-queries.ts'
import { artistResource } from './artist-resource.ts'

/** One page of the artists. */
export async function listArtists(
  input: Input<'listArtists'>,
  context: Context,
): Promise<Reply<'listArtists'>> {
  const body = await namedPage(input, context, {
    path: '/artists/',
    table: 'artists',
    select: selectArtists,
    resource: artistResource,
  })
  return { status: 200, body }
}
