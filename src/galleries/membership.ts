import { isAdmin, type Principal } from '../auth/principal.ts'
import type { DatabaseReader } from '../database/kysely.ts'
import { Problem } from '../problems/problem.ts'
import { selectMemberships, type Membership, type MembershipsWanted } from './membership-queries.ts'

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
