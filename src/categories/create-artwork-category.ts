import type { Input, Reply } from '../contract/operation-types.ts'
import { createNamed } from '../named-records/named-record.ts'
import type { Context } from '../operation-context.ts'
import { artworkCategoryKind } from './category-resources.ts'

/** Creates an artwork category. */
export async function createArtworkCategory(
  { body, principal }: Input<'createArtworkCategory'>,
  { db, urls }: Context,
): Promise<Reply<'createArtworkCategory'>> {
  const { userId } = principal
  return { status: 201, ...(await createNamed(artworkCategoryKind, body, { db, urls, userId })) }
}
