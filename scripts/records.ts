import { readConfig, type Config } from '../src/config.ts'
import { connect } from '../src/database/connect.ts'
import { migrateAt } from '../src/database/migrate.ts'
import { openDatabase } from '../src/database/open.ts'
import { explain } from '../src/process/life-cycle.ts'
import { knownMediaUrl } from '../src/process/urls.ts'
import { makeAllRecords } from '../src/reading/records/make-all-records.ts'
import { progressBar } from './progress-bar.ts'
import { readFlags } from './read-flags.ts'

/**
 * `npm run records`: makes the records that no reader has asked for yet, after an import or with a
 * new version of the service, so that the first reader of each need not wait for it.
 */
readFlags(`Usage: npm run records
Makes the records that no reader has asked for yet. Set PORT, PUBLIC_URL or MEDIA_URL as the service has
them, because records name where their pictures are.`)

const interruption = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.on(name, () => interruption.abort(new Error(`${name}: run it again to finish.`)))
}

await run().catch((error: unknown) => {
  console.error(`records: ${explain(error)}`)
  process.exitCode = interruption.signal.aborted ? 130 : 1
})

async function run(): Promise<void> {
  const config = readConfig()
  const mediaUrl = mediaUrlOf(config)
  const database = await openDatabase(config)
  try {
    await migrateAt(database.databaseUrl)
    await makeAll(database.databaseUrl, mediaUrl)
  } finally {
    await database.close()
  }
}

/** Records name where their pictures are: the service must find what it would have made itself. */
function mediaUrlOf(config: Config): string {
  const mediaUrl = knownMediaUrl(config)
  if (mediaUrl !== undefined) return mediaUrl
  throw new Error('Set PORT, PUBLIC_URL or MEDIA_URL as the service has them.')
}

async function makeAll(databaseUrl: string, mediaUrl: string): Promise<void> {
  const db = connect({
    databaseUrl,
    poolSize: 4,
    statementTimeoutMs: 0,
    onConnectionError: (error) => console.error(`A database connection broke: ${error.message}`),
  })
  const bar = progressBar('records')
  const start = performance.now()
  const made = await makeAllRecords({
    db,
    mediaUrl,
    onProgress: (done, total) => bar.update(done, total),
    signal: interruption.signal,
  }).finally(() => bar.stop())
  await db.destroy()
  const seconds = (performance.now() - start) / 1_000
  console.log(
    made === 0 ? 'All records are made.' : `Made ${made} records in ${seconds.toFixed(1)} s.`,
  )
}
