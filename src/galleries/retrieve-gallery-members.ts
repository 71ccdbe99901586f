import type { Input, Reply } from '../contract/operation-types.ts'
import { namedRecord } from '../named-records/named-record.ts'
import type { ReadContext } from '../operation-context.ts'
import { galleryMembersKind } from './gallery-resource.ts'
import { requireMemberOf } from './membership.ts'

/** The members of a gallery, for its members. Their version is that of the gallery. */
export async function retrieveGalleryMembers(
  { path, principal }: Input<'retrieveGalleryMembers'>,
  context: ReadContext,
): Promise<Reply<'retrieveGalleryMembers'>> {
  await requireMemberOf(context.db, path.id, principal)
  return { status: 200, ...(await namedRecord(galleryMembersKind, path.id, context)) }
}
