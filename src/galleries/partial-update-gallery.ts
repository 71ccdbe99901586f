import type { Input, Reply } from '../contract/operation-types.ts'
import { changeNamed } from '../named-records/named-record.ts'
import type { Context } from '../operation-context.ts'
import { galleryKind } from './gallery-resource.ts'
import { keepOwnerAsMember } from './membership-queries.ts'
import { lockOwnGallery, newOwnerId } from './membership.ts'

/** PATCH: a JSON merge patch (RFC 7396) in either of its two media types. A former owner stays a member. */
export async function partialUpdateGallery(
  input: Input<'partialUpdateGallery'>,
  { db, urls }: Context,
): Promise<Reply<'partialUpdateGallery'>> {
  const { path, principal } = input
  const { owner, ...columns } = input.body
  const row = await lockOwnGallery(input, db)
  if (owner !== undefined) await keepOwnerAsMember(db, path.id)
  const fields = {
    ...columns,
    ...(owner !== undefined && { owner_id: await newOwnerId(db, owner, principal, path.id) }),
  }
  const sources = { db, urls, userId: principal.userId }
  return { status: 200, ...(await changeNamed(galleryKind, row, fields, sources)) }
}
