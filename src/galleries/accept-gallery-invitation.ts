import type { Input, Reply } from '../contract/operation-types.ts'
import { together } from '../database/kysely.ts'
import { changeNamed, lockNamed } from '../named-records/named-record.ts'
import type { Context } from '../operation-context.ts'
import { Problem } from '../problems/problem.ts'
import { galleryMembersKind } from './gallery-resource.ts'
import { acceptInvitation, selectMemberships } from './membership-queries.ts'

/** POST: makes the invited sender a member. A member who repeats it stays one. */
export async function acceptGalleryInvitation(
  { path, principal: { userId } }: Input<'acceptGalleryInvitation'>,
  { db, urls }: Context,
): Promise<Reply<'acceptGalleryInvitation'>> {
  const authorize = async (): Promise<void> => {
    const [, [gallery]] = await together([
      acceptInvitation(db, path.id, userId),
      selectMemberships(db, { userId, galleries: [path.id] }),
    ])
    if (gallery?.is_member === false) {
      throw new Problem(
        'forbidden',
        'Only a user whom a member of the gallery has invited may do this.',
      )
    }
  }
  const anyVersion = { path, ifNoneMatch: undefined, header: { 'If-Match': '*' } }
  const row = await lockNamed(galleryMembersKind, anyVersion, db, authorize)
  return { status: 200, ...(await changeNamed(galleryMembersKind, row, {}, { db, urls, userId })) }
}
