import type { Transaction } from 'kysely'
import type { Database } from '../../src/database/tables.ts'
import { upsertFromSource, upsertRows } from './import-queries.ts'
import { type Museum, type VenueListing } from './listings.ts'
import { slugOf } from '../../src/writes/stable-slug.ts'

/** @returns the venues' ids by external id. */
export function upsertVenues(
  trx: Transaction<Database>,
  source: string,
  venues: readonly VenueListing[],
): Promise<Map<string, number>> {
  return upsertFromSource(trx, { kind: 'venue', name: source }, venues, async (rows) => {
    const values = rows.map(({ id, record }) => ({
      id,
      name: record.name,
      slug: slugOf(record.name, source, record.externalId),
      city: record.city,
      country_code: record.countryCode,
      latitude: record.latitude,
      longitude: record.longitude,
    }))
    await upsertRows(trx, 'venues', values, ['slug'])
  })
}

/** @returns the id of the museum's gallery, inserted with its owner on first use. */
export async function upsertGallery(trx: Transaction<Database>, museum: Museum): Promise<number> {
  const existing = await trx
    .selectFrom('galleries')
    .select('id')
    .where('slug', '=', museum.slug)
    .executeTakeFirst()
  if (existing !== undefined) return existing.id
  const ownerId = await upsertPublisher(trx, museum.slug)
  const { id } = await trx
    .insertInto('galleries')
    .values({ ...museum, owner_id: ownerId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** @returns the id of the user that stands for a publisher, inserted on first use. */
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
