import type { Input, Reply } from '../contract/operation-types.ts'
import { together } from '../database/kysely.ts'
import type { Context } from '../operation-context.ts'
import { Problem } from '../problems/problem.ts'
import { changeRecord } from '../records/write-record.ts'
import { galleryMembersKind } from './gallery-kind.ts'
import { acceptInvitation } from './membership-queries.ts'

/** A gallery as its invited user accepts the invitation, under the lock of the gallery. */
const invitedKind: typeof galleryMembersKind = {
  ...galleryMembersKind,
  loadFacts: async (db, wanted) => {
    const { ids, principal } = wanted
    const [, facts] = await together([
      acceptInvitation(db, ids[0] ?? 0, principal.userId),
      galleryMembersKind.loadFacts(db, wanted),
    ])
    return facts
  },
  requireOwn: (id, { memberships }) => {
    if (memberships.get(Number(id))?.is_member !== false) return
    const detail = 'Only a user whom a member of the gallery has invited may do this.'
    throw new Problem('forbidden', detail)
  },
}

const ANY_VERSION = { header: { 'If-Match': '*' }, ifNoneMatch: undefined }

/** POST: makes the invited sender a member. A member who repeats it stays one. */
export async function acceptGalleryInvitation(
  { path, principal }: Input<'acceptGalleryInvitation'>,
  context: Context,
): Promise<Reply<'acceptGalleryInvitation'>> {
  const request = { ...ANY_VERSION, path, principal, body: {} }
  return { status: 200, ...(await changeRecord(invitedKind, request, context)) }
}
