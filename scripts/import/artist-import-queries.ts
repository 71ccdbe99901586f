import type { Transaction } from 'kysely'
import type { Database } from '../../src/database/tables.ts'
import type { ArtistListing } from './artwork-listing.ts'
import { slugOf } from './slug.ts'
import { upsertFromSource, type Identified } from './source-queries.ts'

/** @returns the artists' ids by external id. */
export function upsertArtists(
  trx: Transaction<Database>,
  source: string,
  artists: readonly ArtistListing[],
): Promise<Map<string, number>> {
  return upsertFromSource(trx, { kind: 'artist', name: source }, artists, (_, rows) =>
    writeArtists(trx, source, rows),
  )
}

async function writeArtists(
  trx: Transaction<Database>,
  source: string,
  rows: readonly Identified<ArtistListing>[],
): Promise<void> {
  const values = rows.map(({ id, record: { externalId, name, summary } }) => ({
    id,
    name,
    slug: slugOf(name, source, externalId),
    summary,
  }))
  await trx
    .insertInto('artists')
    .values(values)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ ref }) => ({
        name: ref('excluded.name'),
        summary: ref('excluded.summary'),
      })),
    )
    .execute()
}
