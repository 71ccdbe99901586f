import { migrateAt } from '../../../src/database/migrate.ts'
import { loadDemoCatalogue } from '../../../scripts/demo/load-demo-catalogue.ts'
import type { CatalogueSize } from '../../../scripts/demo/pool-sizes.ts'
import { finishBackgroundWork } from '../../../scripts/finish-background-work.ts'
import { progressBar } from '../../../scripts/progress-bar.ts'
import { startService, URLS } from '../service/service.ts'
import { vacuum } from './bench-database-queries.ts'
import { untilFed } from './feed-queries.ts'

/**
 * Migrates the database, fills its demo catalogue up to `size`, and stores every document and every entry of the feeds.
 * @returns the number of new records: 0 after an earlier run.
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
  await finishBackgroundWork(databaseUrl, signal, URLS)
  const service = await startService(databaseUrl)
  await untilFed(databaseUrl, signal).finally(() => service.stop())
  // In each run, so that all runs have the same statistics.
  await vacuum(databaseUrl)
  return added.artworks + added.events
}
