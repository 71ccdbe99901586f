import { readCommandLine } from './command-line.ts'
import { readArguments, runCheck, runRebuild, USAGE } from './offset-index/commands.ts'
import { runOnDatabase } from './task-database.ts'

/** `npm run offset-index -- COMMAND`: checks or rebuilds the offset index; see USAGE. */
const command = readCommandLine(USAGE, readArguments)
await runOnDatabase('offset-index', async (db) => {
  const task = { db, print: console.log }
  if (command.name === 'rebuild') {
    await runRebuild(task, command.sortOrders)
    console.log('All that was asked for is rebuilt.')
  } else {
    if (!(await runCheck(task))) throw new Error('The check failed: see above.')
    console.log('Nothing is wrong.')
  }
})
