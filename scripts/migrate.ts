import { readConfig } from '../src/config.ts'
import { connect } from '../src/database/connect.ts'
import { migrate } from '../src/database/migrate.ts'
import { openDatabase } from '../src/database/open.ts'
import { runProcess } from '../src/life-cycle.ts'

/** `npm run migrate`: brings the database's schema up to date without starting the service. */
await runProcess(async (onClose) => {
  const database = await openDatabase(readConfig())
  onClose(() => database.close())
  const db = connect({
    databaseUrl: database.databaseUrl,
    poolSize: 1,
    statementTimeoutMs: 0,
    onConnectionError: (error) => {
      console.error(error.message)
    },
  })
  onClose(() => db.destroy())
  const names = await migrate(db)
  console.log(names.length === 0 ? 'The schema is up to date.' : `Ran ${names.join(', ')}.`)
  return 'done'
})
