import { Kysely, PostgresDialect } from 'kysely'
import { createPool } from '../../src/database/pool.ts'
import type { Database } from '../../src/database/tables.ts'
import type { TestDatabase } from './database.ts'

export interface RecordedDatabase {
  readonly db: Kysely<Database>
  readonly url: string
  /** Every statement that was sent and is to be recorded, in order, those of transactions included. */
  readonly statements: string[]
}

/** What src/read-model/offset-index/maintenance.ts asks now and then, whatever is requested, names this table. */
const isRequested = (statement: string): boolean => !statement.includes('offset_index_state')

/** A pool of its own that remembers what it sends. Destroy `db` when done. */
export function recordDatabase(
  databaseUrl: string,
  isRecorded: (statement: string) => boolean = isRequested,
): RecordedDatabase {
  const statements: string[] = []
  const pool = createPool({
    databaseUrl,
    poolSize: 2,
    statementTimeoutMs: 30_000,
    onConnectionError: () => {},
  })
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      if (isRecorded(query.sql)) statements.push(query.sql)
    },
  })
  return { db, url: databaseUrl, statements }
}

/** A database that is not there: nothing listens on this port. */
export function absentDatabase(): TestDatabase {
  const url = 'postgresql://nobody@127.0.0.1:1/nothing'
  const pool = createPool({
    databaseUrl: url,
    poolSize: 1,
    statementTimeoutMs: 1_000,
    onConnectionError: () => {},
  })
  return { db: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }), url }
}
