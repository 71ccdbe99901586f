import type { Input, Reply } from '../contract/operation-types.ts'
import type { Context } from '../operation-context.ts'
import { changeRecord } from '../records/write-record.ts'
import { artistKind } from './artist-resource.ts'

/** PATCH: a JSON merge patch (RFC 7396) in either of its two media types. */
export async function partialUpdateArtist(
  input: Input<'partialUpdateArtist'>,
  context: Context,
): Promise<Reply<'partialUpdateArtist'>> {
  return { status: 200, ...(await changeRecord(artistKind, input, context)) }
}
