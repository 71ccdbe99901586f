import type { Input, Reply } from '../contract/operation-types.ts'
import type { ReadContext } from '../operation-context.ts'
import { findRecord } from '../records/write-record.ts'
import { artistKind } from './artist-resource.ts'

export async function retrieveArtist(
  { path }: Input<'retrieveArtist'>,
  context: ReadContext,
): Promise<Reply<'retrieveArtist'>> {
  return { status: 200, ...(await findRecord(artistKind, path.id, context)) }
}
