import type { Context, Input, Reply } from '../contract/operation-types.ts'
import { namedListPage } from '../list/named-page.ts'
import { artistJson } from './artist-document.ts'

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
