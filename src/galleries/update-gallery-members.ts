import { isAdmin, type Principal } from '../auth/principal.ts'
import type { Input, Reply } from '../contract/operation-types.ts'
import { together } from '../database/kysely.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../database/tables.ts'
import type { Context } from '../operation-context.ts'
import { unprocessable } from '../problems/problem.ts'
import { changeStored, lockRecord } from '../records/write-record.ts'
import { galleryMembersKind } from './gallery-kind.ts'
import { selectUserIds, UNKNOWN_USER } from '../users/user-queries.ts'
import {
  countInvitations,
  replaceInvitations,
  replaceMembers,
  selectMemberIds,
} from './membership-queries.ts'

/** Bounds the rows that a user can store, because nobody else needs to accept them. */
const MAX_INVITATIONS = 500

/**
 * PUT: sets the members in addition to the owner, and makes a new version of the gallery. A new member has to accept,
 * unless `admin` names the user.
 */
export async function updateGalleryMembers(
  input: Input<'updateGalleryMembers'>,
  context: Context,
): Promise<Reply<'updateGalleryMembers'>> {
  const { path, body, principal } = input
  const { db } = context
  const { stored, facts } = await lockRecord(galleryMembersKind, input, [], db)
  const isByAdmin = isAdmin(principal)
  const ids = isByAdmin ? await selectUserIds(db, body.members) : await selectMemberIds(db, path.id)
  if (isByAdmin) requireUsers(body.members, ids)
  const memberIds = body.members.flatMap((username) => ids.get(username) ?? [])
  const invited = body.members.filter((username) => !ids.has(username))
  await together([
    replaceMembers(db, path.id, memberIds),
    replaceInvitations(db, path.id, invited, principal.userId),
  ])
  if (invited.length > 0) await requireFewInvitations(db, principal)
  const changed = await changeStored(galleryMembersKind, stored, {}, facts, input, context)
  return { status: 200, ...changed }
}

/** @throws 422 naming the places of unknown users. */
function requireUsers(usernames: readonly string[], ids: ReadonlyMap<string, string>): void {
  const unknown = usernames.flatMap((username, at) =>
    ids.has(username) ? [] : [{ pointer: `/members/${at}`, detail: UNKNOWN_USER }],
  )
  if (unknown.length > 0) throw unprocessable(unknown)
}

async function requireFewInvitations(db: Kysely<Database>, { userId }: Principal): Promise<void> {
  if ((await countInvitations(db, userId)) <= MAX_INVITATIONS) return
  const detail = `A user can have sent at most ${MAX_INVITATIONS} invitations that are not accepted.`
  throw unprocessable([{ pointer: '/members', detail }])
}
