import type { Input, Reply } from '../contract/operation-types.ts'
import type { Context } from '../operation-context.ts'
import { createRecord } from '../records/write-record.ts'
import { galleryKind } from './gallery-kind.ts'

/** Creates a gallery; the sender is its owner, unless `admin` names another user. */
export async function createGallery(
  input: Input<'createGallery'>,
  context: Context,
): Promise<Reply<'createGallery'>> {
  return { status: 201, ...(await createRecord(galleryKind, input, context)) }
}
