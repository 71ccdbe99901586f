import { readFlags } from './command-line.ts'
import { runOnDatabase } from './task-database.ts'

/** `npm run migrate`: migrates the database without starting the service. */
readFlags(`Usage: npm run migrate
Brings the schema of the database that DATABASE_URL names up to date, without starting the service.`)

await runOnDatabase('migrate', async (_db, _config, names) => {
  console.log(names.length === 0 ? 'The schema is up to date.' : `Ran ${names.join(', ')}.`)
})
