import type { Input, Reply } from '../contract/operation-types.ts'
import { changeNamed } from '../named-records/named-record.ts'
import type { Context } from '../operation-context.ts'
import { unprocessable } from '../problems/problem.ts'
import { galleryMembersKind } from './gallery-resource.ts'
import { selectUserIds } from '../users/user-queries.ts'
import { replaceMembers } from './membership-queries.ts'
import { lockOwnGallery } from './membership.ts'

/** PUT: sets the members in addition to the owner, and makes a new version of the gallery. */
export async function updateGalleryMembers(
  input: Input<'updateGalleryMembers'>,
  { db, urls }: Context,
): Promise<Reply<'updateGalleryMembers'>> {
  const { path, body, principal } = input
  // Not `update`: a change of rights does not wait for the writes of the one who loses them.
  const row = await lockOwnGallery(input, db, 'no key update')
  const ids = await selectUserIds(db, body.members)
  const unknown = body.members.flatMap((username, at) =>
    ids.has(username) ? [] : [{ pointer: `/members/${at}`, detail: 'No user has this username.' }],
  )
  if (unknown.length > 0) throw unprocessable(unknown)
  await replaceMembers(db, path.id, [...ids.values()])
  const sources = { db, urls, userId: principal.userId }
  return { status: 200, ...(await changeNamed(galleryMembersKind, row, {}, sources)) }
}
