import type { Input, Reply } from '../contract/operation-types.ts'
import type { Context } from '../operation-context.ts'
import { createRecord } from '../records/write-record.ts'
import { eventCategoryKind } from './category-resources.ts'

export async function createEventCategory(
  input: Input<'createEventCategory'>,
  context: Context,
): Promise<Reply<'createEventCategory'>> {
  return { status: 201, ...(await createRecord(eventCategoryKind, input, context)) }
}
