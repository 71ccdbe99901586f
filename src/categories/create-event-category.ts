import type { Input, Reply } from '../contract/operation-types.ts'
import { createNamed } from '../named-records/named-record.ts'
import type { Context } from '../operation-context.ts'
import { eventCategoryKind } from './category-resources.ts'

/** Creates an event category. */
export async function createEventCategory(
  { body, principal }: Input<'createEventCategory'>,
  { db, urls }: Context,
): Promise<Reply<'createEventCategory'>> {
  const { userId } = principal
  return { status: 201, ...(await createNamed(eventCategoryKind, body, { db, urls, userId })) }
}
