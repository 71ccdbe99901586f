import type { Transaction } from 'kysely'
import type { Database } from '../../src/database/tables.ts'
import { upsertFromSource, type Identified } from './import-queries.ts'
import type { VenueListing, Museum } from './listings.ts'
import { slugOf } from './slug.ts'

/** @returns the venues' ids by external id. */
export function upsertVenues(
  trx: Transaction<Database>,
  source: string,
  venues: readonly VenueListing[],
): Promise<Map<string, number>> {
  return upsertFromSource(trx, { kind: 'venue', name: source }, venues, (_, rows) =>
    writeVenues(trx, source, rows),
  )
}

async function writeVenues(
  trx: Transaction<Database>,
  source: string,
  rows: readonly Identified<VenueListing>[],
): Promise<void> {
  const values = rows.map(({ id, record }) => ({
    id,
    name: record.name,
    slug: slugOf(record.name, source, record.externalId),
    city: record.city,
    country_code: record.countryCode,
    latitude: record.latitude,
    longitude: record.longitude,
  }))
  await trx
    .insertInto('venues')
    .values(values)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ ref }) => ({
        name: ref('excluded.name'),
        city: ref('excluded.city'),
        country_code: ref('excluded.country_code'),
        latitude: ref('excluded.latitude'),
        longitude: ref('excluded.longitude'),
      })),
    )
    .execute()
}

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
