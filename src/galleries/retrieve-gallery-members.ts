import type { Input, Reply } from '../contract/operation-types.ts'
import type { ReadContext } from '../operation-context.ts'
import { findRecord } from '../records/write-record.ts'
import { galleryMembersKind } from './gallery-kind.ts'
import { loadMemberships, requireMember } from './membership.ts'

/** The members of a gallery, for its members. Their version is that of the gallery. */
export async function retrieveGalleryMembers(
  { path: { id }, principal }: Input<'retrieveGalleryMembers'>,
  context: ReadContext,
): Promise<Reply<'retrieveGalleryMembers'>> {
  const { userId } = principal
  requireMember(await loadMemberships(context.db, { userId, galleries: [id] }), id, principal)
  return { status: 200, ...(await findRecord(galleryMembersKind, id, context)) }
}
