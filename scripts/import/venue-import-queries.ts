import type { Transaction } from 'kysely'
import type { Database } from '../../src/database/tables.ts'
import { slugOf } from './slug.ts'
import { upsertFromSource, type Identified } from './source-queries.ts'
import type { VenueListing } from './venue-listing.ts'

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
