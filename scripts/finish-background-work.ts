import type { Kysely } from 'kysely'
import type { Urls } from '../src/contract/operation-types.ts'
import type { Database } from '../src/database/tables.ts'
import type { ListName } from '../src/lists/list.ts'
import { refreshAll, type Refresh } from '../src/read-model/documents/refresh-task.ts'
import { documentRefresh } from '../src/read-model/documents/document-refresh.ts'
import { documentValidator } from '../src/read-model/documents/validate-document.ts'
import { priceRefresh } from '../src/read-model/documents/price-refresh.ts'
import { selectUrls } from '../src/read-model/documents/document-queries.ts'
import { DOCUMENTS, resources } from '../src/resources.ts'
import { progressBar } from './progress-bar.ts'
import { withConnections } from './task-database.ts'

/** PostgreSQL builds the documents, and uses one core for each connection. */
const CONNECTIONS = 2

const validate = documentValidator(resources)

/** By the unit in which its progress is counted. */
async function tasksFor(
  db: Kysely<Database>,
  urls: Urls,
): Promise<Readonly<Record<string, Refresh>>> {
  const documentsOf = async (list: ListName): Promise<Refresh> => {
    const stored = (await selectUrls(db, list)) ?? urls
    return documentRefresh({ ...DOCUMENTS[list], urls: stored }, validate)
  }
  return {
    'artwork ids, for prices': priceRefresh,
    'artwork ids, for documents': await documentsOf('artworks'),
    'event ids, for documents': await documentsOf('events'),
  }
}

/**
 * Converts prices and stores documents after a load, as the background refresh of a running service does, but faster.
 * It takes time in proportion to the catalogue. After an interruption, a service continues.
 * @param urls in the documents, unless services have stored some with others.
 * @throws the reason of `signal`.
 */
export async function finishBackgroundWork(
  databaseUrl: string,
  signal: AbortSignal,
  urls: Urls,
): Promise<void> {
  await withConnections(databaseUrl, CONNECTIONS, async (db) => {
    for (const [unit, work] of Object.entries(await tasksFor(db, urls))) {
      await work.begin?.(db)
      const last = await work.lastId(db)
      const bar = progressBar(unit)
      try {
        for await (const id of refreshAll(db, work, CONNECTIONS)) {
          signal.throwIfAborted()
          bar.update(id, last)
        }
      } finally {
        bar.stop()
      }
    }
  })
}
