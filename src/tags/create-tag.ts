import type { Input, Reply } from '../contract/operation-types.ts'
import { createNamed } from '../named-records/named-record.ts'
import type { Context } from '../operation-context.ts'
import { tagKind } from './tag-resource.ts'

/** Creates a tag. */
export async function createTag(
  { body, principal }: Input<'createTag'>,
  { db, urls }: Context,
): Promise<Reply<'createTag'>> {
  const { userId } = principal
  return { status: 201, ...(await createNamed(tagKind, body, { db, urls, userId })) }
}
