import type { Input, Reply } from '../contract/operation-types.ts'
import { changeNamed, lockNamed } from '../named-records/named-record.ts'
import type { Context } from '../operation-context.ts'
import { artworkCategoryKind } from './category-resources.ts'

/** PATCH: a JSON merge patch (RFC 7396) in either of its two media types. */
export async function partialUpdateArtworkCategory(
  input: Input<'partialUpdateArtworkCategory'>,
  { db, urls }: Context,
): Promise<Reply<'partialUpdateArtworkCategory'>> {
  const { body, principal } = input
  const row = await lockNamed(artworkCategoryKind, input, db)
  const sources = { db, urls, userId: principal.userId }
  return { status: 200, ...(await changeNamed(artworkCategoryKind, row, body, sources)) }
}
