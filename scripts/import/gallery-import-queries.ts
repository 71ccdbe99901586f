import type { Transaction } from 'kysely'
import type { Database } from '../../src/database/tables.ts'
import type { Museum } from './artwork-listing.ts'

/** @returns the id of the museum's gallery, made with its owner on first use. */
export async function upsertGallery(trx: Transaction<Database>, museum: Museum): Promise<number> {
  const found = await findGallery(trx, museum.slug)
  if (found !== undefined) return found
  const ownerId = await upsertPublisher(trx, museum.slug)
  const { id } = await trx
    .insertInto('galleries')
    .values({ ...museum, owner_id: ownerId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function findGallery(trx: Transaction<Database>, slug: string): Promise<number | undefined> {
  const gallery = await trx
    .selectFrom('galleries')
    .select('id')
    .where('slug', '=', slug)
    .executeTakeFirst()
  return gallery?.id
}

/** @returns the id of the user that stands for a publisher, made on first use. */
export async function upsertPublisher(trx: Transaction<Database>, handle: string): Promise<string> {
  await trx
    .insertInto('users')
    .values({ username: handle, slug: handle, email: '' })
    .onConflict((conflict) => conflict.column('username').doNothing())
    .execute()
  const { id } = await trx
    .selectFrom('users')
    .select('id')
    .where('username', '=', handle)
    .executeTakeFirstOrThrow()
  return id
}
