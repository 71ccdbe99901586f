import type { Kysely } from 'kysely'
import type { Config } from '../src/config.ts'
import { openDatabase } from '../src/database/embedded-server.ts'
import { connect } from '../src/database/pool.ts'
import type { Database } from '../src/database/tables.ts'

/** Without a timeout of statements. A statement on a broken connection fails with the same error. */
export function connectForTask(databaseUrl: string, poolSize = 1): Kysely<Database> {
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
