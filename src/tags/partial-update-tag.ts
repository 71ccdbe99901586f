import type { Input, Reply } from '../contract/operation-types.ts'
import { changeNamed, lockNamed } from '../named-records/named-record.ts'
import type { Context } from '../operation-context.ts'
import { tagKind } from './tag-resource.ts'

/** PATCH: a JSON merge patch (RFC 7396) in either of its two media types. */
export async function partialUpdateTag(
  input: Input<'partialUpdateTag'>,
  { db, urls }: Context,
): Promise<Reply<'partialUpdateTag'>> {
  const { body, principal } = input
  const row = await lockNamed(tagKind, input, db)
  const sources = { db, urls, userId: principal.userId }
  return { status: 200, ...(await changeNamed(tagKind, row, body, sources)) }
}
