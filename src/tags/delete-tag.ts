import type { Input, Reply } from '../contract/operation-types.ts'
import { deleteNamed, lockNamed } from '../named-records/named-record.ts'
import type { Context } from '../operation-context.ts'
import { tagKind } from './tag-resource.ts'

/** Deletes a tag to which no record refers. */
export async function deleteTag(
  input: Input<'deleteTag'>,
  { db }: Context,
): Promise<Reply<'deleteTag'>> {
  const row = await lockNamed(tagKind, input, db)
  await deleteNamed(tagKind, row, db, input.principal)
  return { status: 204 }
}
