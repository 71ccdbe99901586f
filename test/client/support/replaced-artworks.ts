import type { Kysely } from 'kysely'
import type { Database } from '../../../src/database/tables.ts'
import { makeArtwork } from '../../support/make-artwork.ts'
import type { FaultProxy } from '../../support/fault-proxy.ts'

/** In the order in which they were created. */
export async function artworkIds(db: Kysely<Database>): Promise<number[]> {
  const rows = await db
    .selectFrom('artworks')
    .select('id')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

interface Replacing {
  /** The ids of the artworks that stay. */
  readonly kept: number[]
  /** The ids of early artworks that are not deleted yet. */
  readonly doomed: readonly number[]
}

/**
 * Adds 250 artworks. Before each request that comes through the proxy, three early artworks are then deleted and as many
 * added, so that the count stays the same while the pages move.
 */
export async function replaceArtworks(
  db: Kysely<Database>,
  proxy: Pick<FaultProxy, 'beforeEach'>,
): Promise<Replacing> {
  for (let n = 0; n < 250; n += 1) await makeArtwork(db)
  const ids = await artworkIds(db)
  const doomed = ids.slice(0, 36)
  proxy.beforeEach(async () => {
    for (const id of doomed.splice(0, 3)) {
      await db.deleteFrom('artworks').where('id', '=', id).execute()
      await makeArtwork(db)
    }
  })
  return { kept: ids.slice(36), doomed }
}
