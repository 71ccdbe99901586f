import type { Input, Reply } from '../contract/operation-types.ts'
import type { ReadContext } from '../operation-context.ts'
import { findRecord } from '../records/write-record.ts'
import { eventCategoryKind } from './category-resources.ts'

export async function retrieveEventCategory(
  { path }: Input<'retrieveEventCategory'>,
  context: ReadContext,
): Promise<Reply<'retrieveEventCategory'>> {
  return { status: 200, ...(await findRecord(eventCategoryKind, path.id, context)) }
}
