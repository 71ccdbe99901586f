import type { Input, Reply } from '../contract/operation-types.ts'
import { namedRecord } from '../lists/named-list.ts'
import type { Context } from '../operation-context.ts'
import { artistJson } from './artist-resource.ts'

/** One artist, as the list shows it. */
export async function retrieveArtist(
  { path }: Input<'retrieveArtist'>,
  context: Context,
): Promise<Reply<'retrieveArtist'>> {
  const body = await namedRecord(path.id, context, {
    noun: 'artist',
    table: 'artists',
    json: artistJson,
  })
  return { status: 200, body }
}
