import { migrateAt } from '../../src/database/migrate.ts'
import { vacuumCatalogue } from '../demo/demo-vacuum-queries.ts'
import { loadDemoCatalogue } from '../demo/load-demo-catalogue.ts'
import type { CatalogueSize } from '../demo/pool-sizes.ts'
import { progressBar } from '../progress-bar.ts'

/**
 * Brings the database to the current schema and the demo catalogue in it to `size`.
 * @returns how many records are new: none where an earlier run has left them.
 */
export async function prepareCatalogue(
  databaseUrl: string,
  size: CatalogueSize,
  signal: AbortSignal,
): Promise<number> {
  await migrateAt(databaseUrl)
  const bar = progressBar('records')
  const added = await loadDemoCatalogue(databaseUrl, {
    artworks: size.artworks,
    events: size.events,
    onProgress: (done, total) => bar.update(done, total),
    signal,
  }).finally(() => bar.stop())
  // Always, so that a run finds the same whether it filled the catalogue or an earlier one did.
  await vacuumCatalogue(databaseUrl)
  return added.artworks + added.events
}
