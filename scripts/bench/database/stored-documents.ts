import { connect } from '../../../src/database/connect.ts'
import { doAll } from '../../../src/reading/records/background-work.ts'
import { documentWork } from '../../../src/reading/records/document-work.ts'
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
  try {
    for (const list of LISTS) await doAll(db, documentWork(list), { signal })
  } finally {
    await db.destroy()
  }
}
