import type { Input, Reply } from '../contract/operation-types.ts'
import { deleteNamed } from '../named-records/named-record.ts'
import type { Context } from '../operation-context.ts'
import { galleryKind } from './gallery-resource.ts'
import { lockOwnGallery } from './membership.ts'

/** Deletes a gallery to which no record refers, and its memberships. */
export async function deleteGallery(
  input: Input<'deleteGallery'>,
  { db }: Context,
): Promise<Reply<'deleteGallery'>> {
  const row = await lockOwnGallery(input, db)
  await deleteNamed(galleryKind, row, db, input.principal)
  return { status: 204 }
}
