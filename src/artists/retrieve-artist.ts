import type { Input, Reply } from '../contract/operation-types.ts'
import { namedRecord } from '../named-records/named-record.ts'
import type { ReadContext } from '../operation-context.ts'
import { artistKind } from './artist-resource.ts'

/** One artist, as the list shows it. */
export async function retrieveArtist(
  { path }: Input<'retrieveArtist'>,
  context: ReadContext,
): Promise<Reply<'retrieveArtist'>> {
  return { status: 200, ...(await namedRecord(artistKind, path.id, context)) }
}
