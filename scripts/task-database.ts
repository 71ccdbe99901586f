import type { Kysely } from 'kysely'
import { readConfig, type Config } from '../src/config.ts'
import { openDatabase } from '../src/database/embedded-server.ts'
import { migrate } from '../src/database/migrate.ts'
import { connect } from '../src/database/pool.ts'
import type { Database } from '../src/database/tables.ts'
import { INTERRUPTED } from './command-line.ts'
import { opened, runProcess } from '../src/server/lifecycle.ts'

/** Without a timeout of statements. A statement on a broken connection fails with the same error. */
function connectForTask(databaseUrl: string, poolSize = 1): Kysely<Database> {
  return connect({ databaseUrl, poolSize, statementTimeoutMs: 0, onConnectionError: () => {} })
}

export async function withConnections<Result>(
  databaseUrl: string,
  poolSize: number,
  work: (db: Kysely<Database>) => Promise<Result>,
): Promise<Result> {
  const db = connectForTask(databaseUrl, poolSize)
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** Runs `work` on the configured database; the embedded one is started for it if it does not run. */
export async function withDatabase<Result>(
  config: Config,
  work: (databaseUrl: string) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase(config)
  try {
    return await work(database.databaseUrl)
  } finally {
    await database.close()
  }
}

/** Migrates the database, and reports a wait. `signal` ends the wait. */
export function migrateForTask(db: Kysely<Database>, signal?: AbortSignal): Promise<string[]> {
  const onWait = (reason: string): void => console.error(`Waiting: ${reason}.`)
  return migrate(db, { onWait, signal })
}

/**
 * Runs a command on the configured database, which it migrates before. A signal closes the database and so ends the
 * command, with the exit code of an interruption.
 * @param name as in `npm run NAME`.
 */
export function runOnDatabase(
  name: string,
  work: (db: Kysely<Database>, config: Config, migrations: readonly string[]) => Promise<void>,
): Promise<void> {
  return runProcess(async (onClose) => {
    onClose(async ({ reason, exitCode }) => {
      if (exitCode === INTERRUPTED) console.error(`${name}: ended by ${reason}`)
    })
    const config = readConfig()
    const database = await opened(openDatabase(config), onClose)
    // Else an operator who forgot the variable would create keys that the service does not know.
    if (database.embedded) {
      console.error(
        `Without DATABASE_URL, this is the database of npm start, in ${config.dataDirectory}.`,
      )
    }
    const db = connectForTask(database.databaseUrl)
    onClose(() => db.destroy())
    await work(db, config, await migrateForTask(db))
    return 'done'
  }, INTERRUPTED)
}
