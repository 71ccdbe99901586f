import { connect } from '../src/database/connect.ts'
import { refreshAll, type RefreshTask } from '../src/reading/records/background-work.ts'
import { documentRefresh } from '../src/reading/records/document-work.ts'
import { priceRefresh } from '../src/reading/records/price-work.ts'
import { progressBar } from './progress-bar.ts'

/** PostgreSQL makes the documents, each connection with one core. */
const CONNECTIONS = 2

const WORKS: Readonly<Record<string, RefreshTask>> = {
  prices: priceRefresh,
  'documents of artworks': documentRefresh('artworks'),
  'documents of events': documentRefresh('events'),
}

/**
 * Does after a load what a running service does in the background, only faster: converts prices and stores
 * documents. It takes time in proportion to the catalogue. When it is interrupted, a service goes on with the rest.
 * @throws the reason of `signal`.
 */
export async function finishBackgroundWork(
  databaseUrl: string,
  signal: AbortSignal,
): Promise<void> {
  const db = connect({
    databaseUrl,
    poolSize: CONNECTIONS,
    statementTimeoutMs: 0,
    // The statement that uses the connection gets the error, too.
    onConnectionError: () => {},
  })
  try {
    for (const [unit, work] of Object.entries(WORKS)) {
      const last = await work.lastId(db)
      const bar = progressBar(unit)
      const onProgress = (id: number): void => bar.update(id, last)
      await refreshAll(db, work, { atOnce: CONNECTIONS, signal, onProgress }).finally(() =>
        bar.stop(),
      )
      signal.throwIfAborted()
    }
  } finally {
    await db.destroy()
  }
}
