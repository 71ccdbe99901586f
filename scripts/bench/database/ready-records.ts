import { connect } from '../../../src/database/connect.ts'
import { makeAllRecords } from '../../../src/reading/records/make-all-records.ts'
import { MEDIA_URL } from '../service/service.ts'

const CONNECTIONS = 4

/** Makes every record's text that is not made yet, as the measured service would. */
export async function makeReadyRecords(
  databaseUrl: string,
  onProgress: (done: number, total: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const db = connect({
    databaseUrl,
    poolSize: CONNECTIONS,
    statementTimeoutMs: 0,
    // Whoever uses the connection gets the error too.
    onConnectionError: () => {},
  })
  try {
    await makeAllRecords({ db, mediaUrl: MEDIA_URL, onProgress, signal })
  } finally {
    await db.destroy()
  }
}
