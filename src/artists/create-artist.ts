import type { Input, Reply } from '../contract/operation-types.ts'
import type { Context } from '../operation-context.ts'
import { createRecord } from '../records/write-record.ts'
import { artistKind } from './artist-resource.ts'

export async function createArtist(
  input: Input<'createArtist'>,
  context: Context,
): Promise<Reply<'createArtist'>> {
  return { status: 201, ...(await createRecord(artistKind, input, context)) }
}
