import {
  PostgresDialect,
  type DatabaseConnection,
  type PostgresDialectConfig,
  type PostgresDriver,
  type TransactionSettings,
} from 'kysely'
import { limitTransaction } from './pgbouncer-queries.ts'
import { PipelinedDriver } from './pipelined-driver.ts'

interface PoolerDialectOptions extends PostgresDialectConfig {
  /** For each statement of a transaction. */
  readonly statementTimeoutMs: number
}

/**
 * The dialect for a pooler that assigns a connection per transaction (PgBouncer, `pool_mode =
 * transaction`), where sessions keep no state. It sets the time limits in each transaction.
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
