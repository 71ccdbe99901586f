import type { Input, Reply } from '../contract/operation-types.ts'
import type { Context } from '../operation-context.ts'
import { deleteRecord } from '../records/write-record.ts'
import { galleryKind } from './gallery-kind.ts'

/** Deletes a gallery to which no record refers, and its memberships. */
export async function deleteGallery(
  input: Input<'deleteGallery'>,
  context: Context,
): Promise<Reply<'deleteGallery'>> {
  return deleteRecord(galleryKind, input, context)
}
