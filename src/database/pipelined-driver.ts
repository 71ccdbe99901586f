import {
  DefaultConnectionProvider,
  DefaultQueryExecutor,
  Kysely,
  PostgresDialect,
  PostgresDriver,
  type CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  type PostgresDialectConfig,
  type PostgresPool,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import { telemetry, type Part } from '../telemetry/telemetry.ts'
import type { DatabaseReader } from './kysely.ts'
import type { Database } from './tables.ts'

/**
 * A Kysely instance that sends the queries of a transaction in their order without waiting for earlier responses, so
 * that queries which do not need each other's results take one round trip. The clients of the pool must do the same
 * (`pipeline` of `pg`). Kysely itself would send a query of a transaction after the response to the one before.
 */
export function pipelinedKysely(driver: PipelinedDriver, pool: PostgresPool): Kysely<Database> {
  const dialect = new PostgresDialect({ pool })
  const connections = new DefaultConnectionProvider(driver)
  const compiler = dialect.createQueryCompiler()
  const adapter = dialect.createAdapter()
  const kyselyOver = (provider: ConnectionProvider): Kysely<Database> => {
    const executor = new PipelinedExecutor(compiler, adapter, provider)
    return new Kysely<Database>({ config: { dialect }, dialect, driver, executor })
  }
  const db = kyselyOver(connections)
  withTurns.set(db, (turn) =>
    kyselyOver({ provideConnection: (use) => turn(() => connections.provideConnection(use)) }),
  )
  return db
}

/** Runs work when its turn comes. */
type Turn = <Result>(work: () => Promise<Result>) => Promise<Result>

const withTurns = new WeakMap<Kysely<Database>, (turn: Turn) => Kysely<Database>>()

/**
 * The same database for the reads of one client: each transaction, and each query outside of one, takes a turn before its
 * connection, and holds both until its end. Inside of a transaction, only the transaction itself may be used: a second turn
 * may never come. It is a new
 * instance of Kysely: a request that does not need the database should not make one.
 * @param db an instance that `pipelinedKysely` has made.
 */
export function takingTurns(db: Kysely<Database>, turn: Turn): DatabaseReader {
  const view = withTurns.get(db)?.(turn)
  if (view === undefined) throw new Error('The database was not made by pipelinedKysely')
  return view
}

class PipelinedExecutor extends DefaultQueryExecutor {
  /** Kysely calls this for one connection: that of a transaction, or of `db.connection()`. */
  override withConnectionProvider(provider: ConnectionProvider): DefaultQueryExecutor {
    const connection = provider.provideConnection((own) => Promise.resolve(own))
    return super.withConnectionProvider({
      provideConnection: async (consumer) => consumer(await connection),
    })
  }
}

/** A connection as Kysely's own driver releases it, or discards it after a failed ROLLBACK. */
type Releasable = Parameters<PostgresDriver['releaseConnection']>[0]

/**
 * A driver that sends BEGIN together with the first statements of a transaction.
 *
 * When BEGIN fails but the connection stays usable, the statements that were sent with it run outside of a transaction;
 * later ones fail. So the first statements of a transaction only read and lock.
 */
export class PipelinedDriver extends PostgresDriver {
  constructor(config: PostgresDialectConfig) {
    super(config)
    // Sets the pool, at once. Kysely calls it only for instances that it makes of a dialect alone.
    void this.init()
  }

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
    await super.rollbackTransaction(pipelined(connection).inner as Releasable)
  }
}

function pipelined(connection: DatabaseConnection): PipelinedConnection {
  if (connection instanceof PipelinedConnection) return connection
  throw new Error('The connection is not one of this driver')
}

const MAX_STATEMENT_LENGTH = 1_000

/** The text has parameters in place of what a user wrote. */
function statementPart(text: string): Part {
  return {
    name: /[a-z]+/i.exec(text)?.[0].toUpperCase() ?? 'statement',
    isQuery: true,
    attributes: {
      'db.system.name': 'postgresql',
      'db.query.text': text.slice(0, MAX_STATEMENT_LENGTH),
    },
  }
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
    const executed = (): Promise<QueryResult<Row>> => this.inner.executeQuery<Row>(query)
    return telemetry?.inSpan(statementPart(query.sql), executed) ?? executed()
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize: number) {
    return this.inner.streamQuery<Row>(query, chunkSize)
  }
}
