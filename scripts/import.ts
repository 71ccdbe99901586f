import { readConfig, type Config } from '../src/config.ts'
import { connect } from '../src/database/pool.ts'
import { migrate } from '../src/database/migrate.ts'
import { openDatabase } from '../src/database/embedded-server.ts'
import { messageOf, readCommandLine } from './command-line.ts'
import { finishBackgroundWork } from './finish-background-work.ts'
import { readArguments, USAGE, type ImportArguments } from './import/import-arguments.ts'
import { executePlan, planImport, type ImportPlan, type Observer } from './import/import-plan.ts'
import { RejectedFile, rejectedPath, requireNoInput } from './import/rejected-file.ts'
import { progressBar, type ProgressBar } from './progress-bar.ts'

/** `npm run import -- KIND FILE`: imports a publisher's file; see USAGE. */
const interruption = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.on(name, () => interruption.abort())
}

await run(readCommandLine(USAGE, readArguments)).catch((error: unknown) => {
  console.error(`import: ${messageOf(error)}`)
  process.exitCode = interruption.signal.aborted ? 130 : 1
})

async function run({ request, rejectedFile }: ImportArguments): Promise<void> {
  const config = readConfig()
  requireNoInput(rejectedFile, request)
  // Files first: one of the wrong kind needs no database.
  const plan = await planImport(request, interruption.signal)
  const database = await openDatabase(config)
  try {
    await importInto(database.databaseUrl, plan, config, rejectedFile)
    await finishBackgroundWork(database.databaseUrl, interruption.signal)
  } finally {
    await database.close()
  }
}

async function importInto(
  databaseUrl: string,
  plan: ImportPlan,
  config: Config,
  rejectedFile: string | undefined,
): Promise<void> {
  const db = connect({
    databaseUrl,
    poolSize: 2,
    statementTimeoutMs: 0,
    // The statement on the connection fails with the same error.
    onConnectionError: () => {},
  })
  const reporter = report((source) => rejectedPath(config.dataDirectory, source, rejectedFile))
  try {
    await migrate(db)
    await executePlan(db, plan, reporter)
  } finally {
    reporter.stop()
    await db.destroy()
  }
}

/** Shows the progress of each file in turn, and prints its counts. */
function report(rejectedPathOf: (source: string) => string): Observer & Pick<ProgressBar, 'stop'> {
  let bar: ProgressBar | undefined
  let rejected: RejectedFile | undefined
  return {
    stop: () => bar?.stop(),
    optionsFor(source) {
      const ownBar = (bar = progressBar('rows'))
      const ownRejected = (rejected = new RejectedFile(rejectedPathOf(source)))
      return {
        signal: interruption.signal,
        onProgress: (done, total) => ownBar.update(done, total),
        onRejected: (row) => ownRejected.append(row),
      }
    },
    onFinished(source, { read, imported, unchanged, rejected: count }) {
      bar?.stop()
      if (count > 0) console.error(`Rejected rows and reasons: ${rejected?.path}`)
      const summary = `${read} read, ${imported} imported, ${unchanged} unchanged, ${count} rejected`
      console.log(`${source}: ${summary}`)
    },
  }
}
