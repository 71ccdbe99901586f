import { Kysely, PostgresDialect } from 'kysely'
import { createPool } from '../../src/database/pool.ts'
import type { Database } from '../../src/database/tables.ts'
import type { TestDatabase } from './database.ts'

export interface RecordedDatabase {
  readonly db: Kysely<Database>
  readonly url: string
  /** The recorded statements in order, with those of transactions. */
  readonly statements: string[]
}

/** Statements of src/read-model/offset-index/maintenance.ts, which runs in the background, name this table. */
const isForRequests = (statement: string): boolean => !statement.includes('offset_index_state')

/** A new pool that records its statements. Destroy `db` when done. */
export function recordDatabase(
  databaseUrl: string,
  isRecorded: (statement: string) => boolean = isForRequests,
): RecordedDatabase {
  const statements: string[] = []
  const pool = createPool({
    databaseUrl,
    // A query beside a transaction under way would wait for a connection in vain.
    poolSize: 1,
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

/** A database that does not exist: nothing listens on this port. */
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
