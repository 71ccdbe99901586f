import { readConfig, type Config } from '../src/config.ts'
import { connect } from '../src/database/pool.ts'
import { migrate } from '../src/database/migrate.ts'
import { openDatabase } from '../src/database/embedded-server.ts'
import { runProcess, type OnClose } from '../src/server/lifecycle.ts'
import { urlsOf } from '../src/server/listen.ts'
import { readArguments, USAGE, type KeyCommand } from './keys/key-arguments.ts'
import { runCommand } from './keys/run-command.ts'

/** `npm run keys -- COMMAND`: makes, lists, revokes and replaces API keys; see USAGE. */
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

function requestedCommand(): KeyCommand | undefined {
  try {
    return readArguments(args)
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
    return undefined
  }
}

async function run(command: KeyCommand, onClose: OnClose): Promise<'done'> {
  const config = readConfig()
  const database = await openDatabase(config)
  onClose(() => database.close())
  const db = connect({
    databaseUrl: database.databaseUrl,
    poolSize: 1,
    statementTimeoutMs: 0,
    // Whoever uses the connection gets the error too.
    onConnectionError: () => {},
  })
  onClose(() => db.destroy())
  await migrate(db)
  const { output, notes } = await runCommand(db, command, serviceUrl(config))
  console.log(output)
  if (notes !== undefined) console.error(notes)
  return 'done'
}

/** Undefined where the service finds a port for itself, which nobody here knows. */
function serviceUrl(config: Config): string | undefined {
  const { publicUrl, port } = config
  if (publicUrl === undefined && port === undefined) return undefined
  return urlsOf(config, port ?? 0).public
}
