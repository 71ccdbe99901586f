import type { Input, Reply } from '../contract/operation-types.ts'
import { deleteNamed, lockNamed } from '../named-records/named-record.ts'
import type { Context } from '../operation-context.ts'
import { eventCategoryKind } from './category-resources.ts'

/** Deletes an event category to which no record refers. */
export async function deleteEventCategory(
  input: Input<'deleteEventCategory'>,
  { db }: Context,
): Promise<Reply<'deleteEventCategory'>> {
  const row = await lockNamed(eventCategoryKind, input, db)
  await deleteNamed(eventCategoryKind, row, db, input.principal)
  return { status: 204 }
}
