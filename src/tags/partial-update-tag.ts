import type { Input, Reply } from '../contract/operation-types.ts'
import type { Context } from '../operation-context.ts'
import { changeRecord } from '../records/write-record.ts'
import { tagKind } from './tag-resource.ts'

/** PATCH: a JSON merge patch (RFC 7396) in either of its two media types. */
export async function partialUpdateTag(
  input: Input<'partialUpdateTag'>,
  context: Context,
): Promise<Reply<'partialUpdateTag'>> {
  return { status: 200, ...(await changeRecord(tagKind, input, context)) }
}
