import { sql, type Kysely, type RawBuilder } from 'kysely'
import { together, type DatabaseReader } from '../database/kysely.ts'
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
  db: DatabaseReader,
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
  db: DatabaseReader,
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

/** The ids of the members of a gallery, by their usernames. */
export async function selectMemberIds(
  db: DatabaseReader,
  galleryId: number,
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'username'])
    .where(sql<boolean>`users.id = ANY (ARRAY(${membersOf(galleryId)}))`)
    .execute()
  return new Map(rows.map(({ id, username }) => [username, id]))
}

/** The ids of the owner and the other members of a gallery. */
function membersOf(galleryId: number): RawBuilder<string> {
  return sql`select owner_id from galleries where id = ${galleryId}
    union all select user_id from gallery_members where gallery_id = ${galleryId}`
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

/** Sets the invitations to a gallery. Those that stay keep their sender. */
export async function replaceInvitations(
  trx: Kysely<Database>,
  gallery_id: number,
  usernames: readonly string[],
  invited_by: string,
): Promise<void> {
  await trx
    .deleteFrom('gallery_invitations')
    .where('gallery_id', '=', gallery_id)
    .where(sql<boolean>`username <> all (${usernames}::text[])`)
    .execute()
  if (usernames.length === 0) return
  await trx
    .insertInto('gallery_invitations')
    .values(usernames.map((username) => ({ gallery_id, username, invited_by })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The number of invitations that a user has sent. The row of the user stays locked until the end of the transaction. */
export async function countInvitations(trx: Kysely<Database>, userId: string): Promise<number> {
  // A statement that waits for the lock does not see the invitations that the other transaction has sent.
  const [, { count }] = await together([
    trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute(),
    trx
      .selectFrom('gallery_invitations')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('invited_by', '=', userId)
      .executeTakeFirstOrThrow(),
  ])
  return count
}

/** Makes an invited user a member of a gallery. */
export async function acceptInvitation(
  trx: Kysely<Database>,
  galleryId: number,
  userId: string,
): Promise<void> {
  await sql`
    WITH accepted AS (
      DELETE FROM gallery_invitations USING users
      WHERE gallery_id = ${galleryId} AND users.id = ${userId}::uuid
        AND gallery_invitations.username = users.username
      RETURNING gallery_id, users.id
    )
    INSERT INTO gallery_members (gallery_id, user_id) SELECT * FROM accepted
    ON CONFLICT DO NOTHING`.execute(trx)
}
