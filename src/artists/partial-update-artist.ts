import type { Input, Reply } from '../contract/operation-types.ts'
import { changeNamed, lockNamed } from '../named-records/named-record.ts'
import type { Context } from '../operation-context.ts'
import { artistKind } from './artist-resource.ts'

/** PATCH: a JSON merge patch (RFC 7396) in either of its two media types. */
export async function partialUpdateArtist(
  input: Input<'partialUpdateArtist'>,
  { db, urls }: Context,
): Promise<Reply<'partialUpdateArtist'>> {
  const { body, principal } = input
  const row = await lockNamed(artistKind, input, db)
  const sources = { db, urls, userId: principal.userId }
  return { status: 200, ...(await changeNamed(artistKind, row, body, sources)) }
}
