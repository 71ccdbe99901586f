import type { Input, Reply } from '../contract/operation-types.ts'
import { deleteNamed, lockNamed } from '../named-records/named-record.ts'
import type { Context } from '../operation-context.ts'
import { artworkCategoryKind } from './category-resources.ts'

/** Deletes an artwork category to which no record refers. */
export async function deleteArtworkCategory(
  input: Input<'deleteArtworkCategory'>,
  { db }: Context,
): Promise<Reply<'deleteArtworkCategory'>> {
  const row = await lockNamed(artworkCategoryKind, input, db)
  await deleteNamed(artworkCategoryKind, row, db, input.principal)
  return { status: 204 }
}
