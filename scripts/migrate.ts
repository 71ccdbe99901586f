import { readConfig } from '../src/config.ts'
import { migrateAt } from '../src/database/migrate.ts'
import { openDatabase } from '../src/database/embedded-server.ts'
import { runProcess } from '../src/server/lifecycle.ts'
import { readFlags } from './command-line.ts'

/** `npm run migrate`: migrates the database without starting the service. */
readFlags(`Usage: npm run migrate
Brings the schema of the database that DATABASE_URL names up to date, without starting the service.`)

await runProcess(async (onClose) => {
  const database = await openDatabase(readConfig())
  onClose(() => database.close())
  const names = await migrateAt(database.databaseUrl)
  console.log(names.length === 0 ? 'The schema is up to date.' : `Ran ${names.join(', ')}.`)
  return 'done'
})
