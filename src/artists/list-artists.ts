import type { Input, Reply } from '../contract/operation-types.ts'
import type { ReadContext } from '../operation-context.ts'
import { namedListPage } from '../records/named-list.ts'
import { artistKind } from './artist-resource.ts'

export async function listArtists(
  input: Input<'listArtists'>,
  context: ReadContext,
): Promise<Reply<'listArtists'>> {
  return { status: 200, body: await namedListPage(input, context, artistKind) }
}
