import type { Input, Reply } from '../contract/operation-types.ts'
import { createNamed } from '../named-records/named-record.ts'
import type { Context } from '../operation-context.ts'
import { galleryKind } from './gallery-resource.ts'
import { newOwnerId } from './membership.ts'

/** Creates a gallery; the sender is its owner, unless `admin` names another user. */
export async function createGallery(
  { body: { owner, ...columns }, principal }: Input<'createGallery'>,
  { db, urls }: Context,
): Promise<Reply<'createGallery'>> {
  const { userId } = principal
  const fields = async () => ({
    ...columns,
    owner_id: owner === undefined ? userId : await newOwnerId(db, owner, principal),
  })
  return { status: 201, ...(await createNamed(galleryKind, fields(), { db, urls, userId })) }
}
