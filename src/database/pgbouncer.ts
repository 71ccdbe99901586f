import type { DatabaseConnection, PostgresDialectConfig, TransactionSettings } from 'kysely'
import { limitTransaction } from './pgbouncer-queries.ts'
import { PipelinedDriver } from './pipelined-driver.ts'

/**
 * The driver for a pooler that assigns a connection per transaction (PgBouncer, `pool_mode =
 * transaction`), where sessions keep no state. It sets the time limits in each transaction.
 */
export class PoolerDriver extends PipelinedDriver {
  readonly #statementTimeoutMs: number

  /** @param statementTimeoutMs for each statement of a transaction. */
  constructor(config: PostgresDialectConfig, statementTimeoutMs: number) {
    super(config)
    this.#statementTimeoutMs = statementTimeoutMs
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    await super.beginTransaction(connection, settings)
    await limitTransaction(connection, this.#statementTimeoutMs)
  }
}
