import { migrateAt } from '../../../src/database/migrate.ts'
import { loadDemoCatalogue } from '../../../scripts/demo/load-demo-catalogue.ts'
import type { CatalogueSize } from '../../../scripts/demo/pool-sizes.ts'
import { finishBackgroundWork } from '../../../scripts/finish-background-work.ts'
import { progressBar } from '../../../scripts/progress-bar.ts'
import { vacuum } from './bench-database-queries.ts'

/**
 * Brings the database to the current schema, the demo catalogue in it to `size`, and stores every
 * document: what a service has that has been running for a while.
 * @returns how many records are new: none where an earlier run has left them.
 */
export async function prepareCatalogue(
  databaseUrl: string,
  size: CatalogueSize,
  signal: AbortSignal,
): Promise<number> {
  await migrateAt(databaseUrl)
  const loading = progressBar('records')
  const added = await loadDemoCatalogue(databaseUrl, {
    ...size,
    onProgress: (done, total) => loading.update(done, total),
    signal,
  }).finally(() => loading.stop())
  await finishBackgroundWork(databaseUrl, signal)
  // Always, so that a run finds the same whether it filled the catalogue or an earlier one did.
  await vacuum(databaseUrl)
  return added.artworks + added.events
}
