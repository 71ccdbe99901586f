import { setTimeout as sleep } from 'node:timers/promises'
import {
  PostgresAdapter,
  PostgresDialect,
  PostgresDriver,
  type DatabaseConnection,
  type PostgresDialectConfig,
  type TransactionSettings,
} from 'kysely'
import type { Client } from 'pg'
import { beginMigration, endMigration, limitTransaction } from './pgbouncer-queries.ts'

interface PoolerDialectOptions extends PostgresDialectConfig {
  /** Of every statement in a transaction. */
  readonly statementTimeoutMs: number
  /** Connects a client of its own, which the dialect ends. */
  readonly openClient: () => Promise<Client>
}

/**
 * PostgreSQL behind a pooler that gives a connection to each transaction and takes it back at its end
 * (PgBouncer, `pool_mode = transaction`). What belongs to a session is nobody's there: limits are set
 * in each transaction, and migrations are locked by one.
 */
export class PoolerDialect extends PostgresDialect {
  readonly #options: PoolerDialectOptions

  constructor(options: PoolerDialectOptions) {
    super(options)
    this.#options = options
  }

  override createDriver(): PostgresDriver {
    return new LimitedTransactions(this.#options)
  }

  override createAdapter(): PostgresAdapter {
    return new LockedByTransaction(this.#options.openClient)
  }
}

class LimitedTransactions extends PostgresDriver {
  readonly #statementTimeoutMs: number

  constructor(options: PoolerDialectOptions) {
    super(options)
    this.#statementTimeoutMs = options.statementTimeoutMs
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    await super.beginTransaction(connection, settings)
    await limitTransaction(connection, this.#statementTimeoutMs)
  }
}

const LOCK_RETRY_MS = 200

/**
 * Kysely asks for the lock before it begins the transaction of the migrations: another one holds it.
 * Who waits keeps none: however many processes start at once, the pooler has connections left.
 */
class LockedByTransaction extends PostgresAdapter {
  readonly #openClient: () => Promise<Client>
  #holder: Client | undefined

  constructor(openClient: () => Promise<Client>) {
    super()
    this.#openClient = openClient
  }

  override async acquireMigrationLock(): Promise<void> {
    const holder = await this.#openClient()
    this.#holder = holder
    while (!(await beginMigration(holder))) await sleep(LOCK_RETRY_MS)
  }

  override async releaseMigrationLock(): Promise<void> {
    const holder = this.#holder
    this.#holder = undefined
    if (holder === undefined) return
    try {
      await endMigration(holder)
    } finally {
      await holder.end()
    }
  }
}
