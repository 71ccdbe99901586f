import { setTimeout as sleep } from 'node:timers/promises'
import {
  PostgresAdapter,
  PostgresDialect,
  type PostgresDriver,
  type DatabaseConnection,
  type PostgresDialectConfig,
  type TransactionSettings,
} from 'kysely'
import type { Client } from 'pg'
import { PipelinedDriver } from './pipelined-driver.ts'
import { beginMigration, endMigration, limitTransaction } from './pgbouncer-queries.ts'

interface PoolerDialectOptions extends PostgresDialectConfig {
  /** For each statement of a transaction. */
  readonly statementTimeoutMs: number
  /** Connects a client outside the pool; the dialect ends it. */
  readonly openClient: () => Promise<Client>
}

/**
 * The dialect for a pooler that assigns a connection per transaction (PgBouncer, `pool_mode =
 * transaction`), where sessions keep no state. It sets the time limits in each transaction, and holds the
 * migration lock in a transaction.
 */
export class PoolerDialect extends PostgresDialect {
  readonly #options: PoolerDialectOptions

  constructor(options: PoolerDialectOptions) {
    super(options)
    this.#options = options
  }

  override createDriver(): PostgresDriver {
    return new TransactionLimitDriver(this.#options)
  }

  override createAdapter(): PostgresAdapter {
    return new TransactionLockAdapter(this.#options.openClient)
  }
}

class TransactionLimitDriver extends PipelinedDriver {
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
 * Kysely takes the lock before it begins the transaction of the migrations, so a second transaction holds the
 * lock. A waiting process has no open transaction: however many processes start at once, they leave connections
 * of the pooler free.
 */
class TransactionLockAdapter extends PostgresAdapter {
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
