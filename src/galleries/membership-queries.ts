import { sql, type Kysely } from 'kysely'
import type { Database } from '../database/tables.ts'
import { galleriesOfMember } from '../database/visibility.ts'

export type Membership = Awaited<ReturnType<typeof selectMemberships>>[number]

/** The galleries of which a user may be a member. */
export interface MembershipsWanted {
  readonly userId: string
  readonly galleries: readonly number[]
  /** Ids of artworks whose galleries are wanted, too. */
  readonly artworks?: readonly number[]
}

/** The names of galleries, and whether the user is one of their members. */
export function selectMemberships(
  db: Kysely<Database>,
  { userId, galleries, artworks = [] }: MembershipsWanted,
) {
  // One array: for two conditions, PostgreSQL would read all galleries.
  const wanted = sql<number>`ANY (ARRAY(
    SELECT unnest(${galleries}::integer[])
    UNION ALL SELECT gallery_id FROM artworks WHERE id = ANY (${artworks}::integer[])))`
  return db
    .selectFrom('galleries')
    .select(['id', 'name', sql<boolean>`id in (${galleriesOfMember(userId)})`.as('is_member')])
    .where('id', '=', wanted)
    .execute()
}

/** A user by name, and whether the user is a member of the gallery; of none without an id. */
export function selectPossibleOwner(
  db: Kysely<Database>,
  username: string,
  galleryId: number | undefined,
) {
  const galleries = galleriesOfMember(sql.ref('users.id'))
  return db
    .selectFrom('users')
    .select('id')
    .select(sql<boolean | null>`${galleryId ?? null}::integer in (${galleries})`.as('is_member'))
    .where('username', '=', username)
    .executeTakeFirst()
}

/** Sets the members in addition to the owner. */
export async function replaceMembers(
  trx: Kysely<Database>,
  gallery_id: number,
  userIds: readonly string[],
): Promise<void> {
  await trx.deleteFrom('gallery_members').where('gallery_id', '=', gallery_id).execute()
  if (userIds.length === 0) return
  const members = userIds.map((user_id) => ({ gallery_id, user_id }))
  await trx.insertInto('gallery_members').values(members).execute()
}

/** Makes the owner a member who stays one when the gallery gets another owner. */
export async function keepOwnerAsMember(trx: Kysely<Database>, galleryId: number): Promise<void> {
  await trx
    .insertInto('gallery_members')
    .columns(['gallery_id', 'user_id'])
    .expression(({ selectFrom }) =>
      selectFrom('galleries').select(['id', 'owner_id']).where('id', '=', galleryId),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
