import { readConfig } from '../src/config.ts'
import { migrateAt } from '../src/database/migrate.ts'
import { openDatabase } from '../src/database/embedded-server.ts'
import { runProcess, type OnClose } from '../src/server/lifecycle.ts'
import { readCommandLine } from './command-line.ts'
import {
  readArguments,
  runCheck,
  runRebuild,
  USAGE,
  type OffsetIndexCommand,
} from './offset-index/commands.ts'
import { connectForTask } from './task-database.ts'

/** `npm run offset-index -- COMMAND`: checks or rebuilds the offset index; see USAGE. */
const requested = readCommandLine(USAGE, readArguments)
await runProcess((onClose) => run(requested, onClose))

async function run(command: OffsetIndexCommand, onClose: OnClose): Promise<'done'> {
  const database = await openDatabase(readConfig())
  onClose(() => database.close())
  await migrateAt(database.databaseUrl)
  const db = connectForTask(database.databaseUrl)
  onClose(() => db.destroy())
  const task = { db, print: console.log }
  if (command.name === 'rebuild') {
    await runRebuild(task, command.sortOrders)
    console.log('All that was asked for is rebuilt.')
  } else {
    if (!(await runCheck(task))) throw new Error('The check failed: see above.')
    console.log('Nothing is wrong.')
  }
  return 'done'
}
