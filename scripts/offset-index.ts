import { readConfig } from '../src/config.ts'
import { connect } from '../src/database/pool.ts'
import { migrateAt } from '../src/database/migrate.ts'
import { openDatabase } from '../src/database/embedded-server.ts'
import { runProcess, type OnClose } from '../src/server/lifecycle.ts'
import { runCheck } from './offset-index/check-command.ts'
import { runRebuild } from './offset-index/rebuild-command.ts'
import { readArguments, USAGE, type OffsetIndexCommand } from './offset-index/arguments.ts'

/** `npm run offset-index -- COMMAND`: checks or rebuilds the offset index; see USAGE. */
const args = process.argv.slice(2)
const isHelp = args.includes('--help') || args.includes('-h')
const requested = isHelp ? undefined : requestedCommand()
if (isHelp) {
  console.log(USAGE)
} else if (requested === undefined) {
  process.exitCode = 2
} else {
  await runProcess((onClose) => run(requested, onClose))
}

function requestedCommand(): OffsetIndexCommand | undefined {
  try {
    return readArguments(args)
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
    return undefined
  }
}

async function run(command: OffsetIndexCommand, onClose: OnClose): Promise<'done'> {
  const config = readConfig()
  const database = await openDatabase(config)
  onClose(() => database.close())
  await migrateAt(database.databaseUrl)
  const db = connect({
    databaseUrl: database.databaseUrl,
    poolSize: 1,
    statementTimeoutMs: 0,
    // The statement that uses the connection gets the error, too.
    onConnectionError: () => {},
  })
  onClose(() => db.destroy())
  const task = { db, print: console.log }
  if (command.name === 'rebuild') await runRebuild(task, command.sortOrders)
  else if (!(await runCheck(task))) throw new Error('The check failed: see above.')
  return 'done'
}
