import type { Input, Reply } from '../contract/operation-types.ts'
import { changeNamed } from '../named-records/named-record.ts'
import { together } from '../database/kysely.ts'
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
  const hasOwner = owner !== undefined
  const [record, owner_id] = await together([
    lockOwnGallery(input, db),
    hasOwner ? newOwnerId(db, owner, principal, path.id) : Promise.resolve(''),
  ])
  const fields = { ...columns, ...(hasOwner && { owner_id }) }
  const sources = { db, urls, userId: principal.userId }
  const [, changed] = await together([
    hasOwner ? keepOwnerAsMember(db, path.id) : Promise.resolve(),
    changeNamed(galleryKind, record, fields, sources),
  ])
  return { status: 200, ...changed }
}
