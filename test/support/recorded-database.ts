import { Kysely, PostgresDialect } from 'kysely'
import { createPool } from '../../src/database/connect.ts'
import type { Database } from '../../src/database/tables.ts'

export interface RecordedDatabase {
  readonly db: Kysely<Database>
  /** Every statement that was sent, in order, those of transactions included. */
  readonly statements: string[]
}

/** A pool of its own that remembers what it sends. Destroy `db` when done. */
export function recordDatabase(databaseUrl: string): RecordedDatabase {
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
      statements.push(query.sql)
    },
  })
  return { db, statements }
}

/** A database that is not there: nothing listens on this port. */
export function absentDatabase(): Kysely<Database> {
  const pool = createPool({
    databaseUrl: 'postgresql://nobody@127.0.0.1:1/nothing',
    poolSize: 1,
    statementTimeoutMs: 1_000,
    onConnectionError: () => {},
  })
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
}
