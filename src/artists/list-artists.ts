import type { Input, Reply } from '../contract/operation-types.ts'
import type { Context } from '../operation-context.ts'
import { namedListPage } from '../lists/named-list.ts'
import { artistJson } from './artist-resource.ts'

/** One page of the artists. */
export async function listArtists(
  input: Input<'listArtists'>,
  context: Context,
): Promise<Reply<'listArtists'>> {
  const body = await namedListPage(input, context, {
    path: '/artists/',
    table: 'artists',
    json: artistJson,
  })
  return { status: 200, body }
}
