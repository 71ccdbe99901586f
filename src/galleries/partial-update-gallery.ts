import type { Input, Reply } from '../contract/operation-types.ts'
import type { Context } from '../operation-context.ts'
import { changeRecord } from '../records/write-record.ts'
import { galleryKind } from './gallery-kind.ts'

/** PATCH: a JSON merge patch (RFC 7396) in either of its two media types. */
export async function partialUpdateGallery(
  input: Input<'partialUpdateGallery'>,
  context: Context,
): Promise<Reply<'partialUpdateGallery'>> {
  return { status: 200, ...(await changeRecord(galleryKind, input, context)) }
}
