import { sql, type Kysely } from 'kysely'
import type { Database } from '../database/tables.ts'
import { galleriesOfMember } from '../database/visibility.ts'

/** The name of a gallery, and whether the user is one of its members; undefined without such a gallery. */
export function selectMembership(db: Kysely<Database>, galleryId: number, userId: string) {
  return db
    .selectFrom('galleries')
    .select(['name', sql<boolean>`id in (${galleriesOfMember(userId)})`.as('is_member')])
    .where('id', '=', galleryId)
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
