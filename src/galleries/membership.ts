import type { Kysely } from 'kysely'
import { isAdmin, type Principal } from '../auth/principal.ts'
import type { Input } from '../contract/operation-types.ts'
import type { DatabaseReader } from '../database/kysely.ts'
import type { Database } from '../database/tables.ts'
import { lockNamed, type LockedRecord } from '../named-records/named-record.ts'
import { Problem, unprocessable } from '../problems/problem.ts'
import { galleryKind } from './gallery-resource.ts'
import {
  selectMemberships,
  selectPossibleOwner,
  type Membership,
  type MembershipsWanted,
} from './membership-queries.ts'

/** Galleries by their ids, with the membership of one user. */
export type Memberships = ReadonlyMap<number, Membership>

export async function loadMemberships(
  db: DatabaseReader,
  wanted: MembershipsWanted,
): Promise<Memberships> {
  const memberships = await selectMemberships(db, wanted)
  return new Map(memberships.map((membership) => [membership.id, membership]))
}

/**
 * Requires that the sender acts for a gallery: as a member or with the scope `admin`. A gallery that does not exist
 * passes: the caller reports it.
 * @throws 403 naming the gallery.
 */
export function requireMember(
  memberships: Memberships,
  galleryId: number,
  principal: Principal,
): void {
  if (isAdmin(principal)) return
  const membership = memberships.get(galleryId)
  if (membership === undefined || membership.is_member) return
  throw new Problem(
    'forbidden',
    `Only members of the gallery ${galleryId}, ${membership.name}, and admin may do this.`,
  )
}

/** Requires that the sender acts for one gallery. @throws 403 naming the gallery. */
export async function requireMemberOf(
  db: DatabaseReader,
  galleryId: number,
  principal: Principal,
): Promise<void> {
  const { userId } = principal
  const memberships = await loadMemberships(db, { userId, galleries: [galleryId] })
  requireMember(memberships, galleryId, principal)
}

/**
 * Locks a gallery for a change by a member or `admin`. The lock comes first: a member whose membership ends at the same
 * time can then not restore it.
 * @throws 404 without such a gallery, 403 for another sender, 412 when `If-Match` or `If-None-Match` does not hold.
 */
export function lockOwnGallery(
  input: Pick<Input<'deleteGallery'>, 'path' | 'header' | 'ifNoneMatch' | 'principal'>,
  db: Kysely<Database>,
): Promise<LockedRecord> {
  const authorize = () => requireMemberOf(db, input.path.id, input.principal)
  return lockNamed(galleryKind, input, db, authorize)
}

/**
 * The id of the user who becomes the owner of a gallery.
 * @param galleryId undefined for a new gallery.
 * @throws 422 for a user whom the sender may not name; only `admin` learns that a user does not exist.
 */
export async function newOwnerId(
  db: DatabaseReader,
  username: string,
  principal: Principal,
  galleryId?: number,
): Promise<string> {
  const user = await selectPossibleOwner(db, username, galleryId)
  const isNameable = isAdmin(principal) || user?.is_member || user?.id === principal.userId
  if (user !== undefined && isNameable) return user.id
  const detail = isAdmin(principal)
    ? 'No user has this username.'
    : 'Only admin may name a user who is not a member of the gallery.'
  throw unprocessable([{ pointer: '/owner', detail }])
}
