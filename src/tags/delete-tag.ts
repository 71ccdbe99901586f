import type { Input, Reply } from '../contract/operation-types.ts'
import type { Context } from '../operation-context.ts'
import { deleteRecord } from '../records/write-record.ts'
import { tagKind } from './tag-resource.ts'

/** Deletes a tag to which no record refers. */
export async function deleteTag(
  input: Input<'deleteTag'>,
  context: Context,
): Promise<Reply<'deleteTag'>> {
  return deleteRecord(tagKind, input, context)
}
