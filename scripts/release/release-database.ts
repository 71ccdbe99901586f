import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { migrateAt } from '../../src/database/migrate.ts'
import { rebuildSortOrder } from '../../src/read-model/offset-index/rebuild.ts'
import { SORT_ORDERS } from '../../src/read-model/sort-orders.ts'
import { loadDemoCatalogue } from '../demo/load-demo-catalogue.ts'
import { finishBackgroundWork } from '../finish-background-work.ts'
import { startScratchServer } from '../scratch-server.ts'
import { withConnections } from '../task-database.ts'
import { databaseDump } from './database-dump.ts'

/** A few pages of each kind, in a file of about 70 KB. */
const SIZE = { artworks: 60, events: 25 }

/** In the prepared documents. */
const URLS = { public: 'https://art.example', media: 'https://media.example' }

/** The dump of a small database of this version, compressed: test data for all later versions. */
export async function releaseDatabase(): Promise<Buffer> {
  const prefix = path.join(tmpdir(), 'art-marketplace-release-')
  const server = await startScratchServer(prefix, ['fsync=off'])
  try {
    await migrateAt(server.url())
    await loadDemoCatalogue(server.url(), SIZE)
    await finishBackgroundWork(server.url(), new AbortController().signal, URLS)
    return await withConnections(server.url(), 1, async (db) => {
      for (const sortOrder of SORT_ORDERS) await rebuildSortOrder(db, sortOrder)
      return gzipSync(await databaseDump(db), { level: 9 })
    })
  } finally {
    await server.close()
  }
}
