import {
  PostgresDialect,
  PostgresDriver,
  type CompiledQuery,
  type DatabaseConnection,
  type PostgresDialectConfig,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'

/**
 * A dialect that sends BEGIN together with the first statements of a transaction: one round trip less. The clients of
 * the pool must send queries without waiting for earlier responses (`pipeline` of `pg`).
 *
 * When BEGIN fails but the connection stays usable, the statements that were sent with it run outside of a transaction;
 * later ones fail. So the first statements of a transaction only read and lock.
 */
export class PipelinedDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): PostgresDriver {
    return new PipelinedDriver(this.#config)
  }
}

/** A connection as Kysely's own driver releases it. */
type Releasable = Parameters<PostgresDriver['releaseConnection']>[0]

export class PipelinedDriver extends PostgresDriver {
  override async acquireConnection(): Promise<DatabaseConnection> {
    return new PipelinedConnection(await super.acquireConnection())
  }

  override async releaseConnection(connection: DatabaseConnection): Promise<void> {
    await super.releaseConnection(pipelined(connection).inner as Releasable)
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    const { inner } = pipelined(connection)
    super.beginTransaction(inner, settings).catch((error: unknown) => {
      pipelined(connection).failure = error
    })
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(pipelined(connection).inner)
  }
}

function pipelined(connection: DatabaseConnection): PipelinedConnection {
  if (connection instanceof PipelinedConnection) return connection
  throw new Error('The connection is not one of this driver')
}

class PipelinedConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection
  /** The error of BEGIN. */
  failure: unknown

  constructor(inner: DatabaseConnection) {
    this.inner = inner
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.failure !== undefined) throw this.failure
    return this.inner.executeQuery<Row>(query)
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize?: number) {
    return this.inner.streamQuery<Row>(query, chunkSize)
  }
}
