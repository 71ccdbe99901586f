import type { Input, Reply } from '../contract/operation-types.ts'
import type { Context } from '../operation-context.ts'
import { deleteRecord } from '../records/write-record.ts'
import { eventCategoryKind } from './category-resources.ts'

/** Deletes an event category to which no record refers. */
export async function deleteEventCategory(
  input: Input<'deleteEventCategory'>,
  context: Context,
): Promise<Reply<'deleteEventCategory'>> {
  return deleteRecord(eventCategoryKind, input, context)
}
