import { connect } from '../../../src/database/connect.ts'
import { storeMissing } from '../../../src/reading/records/filler.ts'
import { LISTS } from '../../../src/reading/waypoints/keeper-queries.ts'

/** Stores all documents that are missing, as a service does in the background. */
export async function storeAllDocuments(databaseUrl: string, signal: AbortSignal): Promise<void> {
  const db = connect({
    databaseUrl,
    poolSize: 1,
    statementTimeoutMs: 0,
    // Whoever uses the connection gets the error too.
    onConnectionError: () => {},
  })
  const pause = (): Promise<void> => Promise.resolve()
  try {
    for (const list of LISTS) await storeMissing(db, list, pause, signal)
  } finally {
    await db.destroy()
  }
}
