import { readConfig, type Config } from '../src/config.ts'
import { migrate } from '../src/database/migrate.ts'
import { openDatabase } from '../src/database/embedded-server.ts'
import { runProcess, type OnClose } from '../src/server/lifecycle.ts'
import { urlsOf } from '../src/server/listen.ts'
import { readCommandLine } from './command-line.ts'
import { readArguments, USAGE, type KeyCommand } from './keys/key-arguments.ts'
import { runCommand } from './keys/run-command.ts'
import { connectForTask } from './task-database.ts'

/** `npm run keys -- COMMAND`: makes, lists, revokes and rotates API keys; see USAGE. */
const requested = readCommandLine(USAGE, readArguments)
await runProcess((onClose) => run(requested, onClose))

async function run(command: KeyCommand, onClose: OnClose): Promise<'done'> {
  const config = readConfig()
  const database = await openDatabase(config)
  onClose(() => database.close())
  const db = connectForTask(database.databaseUrl)
  onClose(() => db.destroy())
  await migrate(db)
  const { output, notes } = await runCommand(db, command, serviceUrl(config))
  console.log(output)
  if (notes !== undefined) console.error(notes)
  return 'done'
}

/** Undefined where the service chooses its port, which is unknown here. */
function serviceUrl(config: Config): string | undefined {
  const { publicUrl, port } = config
  if (publicUrl === undefined && port === undefined) return undefined
  return urlsOf(config, port ?? 0).public
}
