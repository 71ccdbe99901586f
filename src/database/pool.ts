import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { isResponseTimeout, DatabaseBusy } from './errors.ts'
import { guardClient, prepareStatements } from './client.ts'
import { setSession } from './pgbouncer-queries.ts'
import { PoolerDialect } from './pgbouncer.ts'
import type { Database } from './tables.ts'

/**
 * How long anything about the database may take, each limit inside the next, so that whoever is nearest
 * to a fault ends it: PostgreSQL ends a statement; where it cannot be heard, the connection is given up
 * for lost; and where that is not enough, the request is answered.
 */

/** For connections that serve requests. */
export const REQUEST_LIMITS = {
  // Whoever began before a network was mended has to fail before somebody can begin anew.
  connectTimeoutMs: 800,
  statementTimeoutMs: 2_000,
  mostWaitingEach: 8,
} as const

/** For what no request waits for: it may take long, and is not to hang for ever. */
export const WORK_LIMITS = { connectTimeoutMs: 3_000, statementTimeoutMs: 60_000 } as const

/** After the end of its time, a statement is given so long for the word of it to come. */
export const WORD_OF_END_MS = 500

/** Until a request is answered, from when its operation begins: within three seconds, as is promised. */
export const REQUEST_DEADLINE_MS = 2_800

/** Before that, until it is known who sends it. */
export const AUTHENTICATION_DEADLINE_MS = 2_000

export interface ConnectOptions {
  /** PostgreSQL connection URL. */
  readonly databaseUrl: string
  /** Connections at most. */
  readonly poolSize: number
  /**
   * The server ends a statement that runs longer, and a transaction that does nothing for so long; 0
   * lets them, for imports and migrations. A connection that does not say so soon is given up.
   */
  readonly statementTimeoutMs: number
  /** Until a connection is made, or one of the pool is free; three seconds if it is not given. */
  readonly connectTimeoutMs?: number
  /** How many may wait for each connection of the pool; the next are refused at once. */
  readonly mostWaitingEach?: number
  /** Told of connections that break while nobody uses them; the pool replaces them by itself. */
  readonly onConnectionError: (error: Error) => void
  /** Told when nothing came from the server in time; what is idle may be dead then (drop-idle.ts). */
  readonly onSilence?: () => void
  /**
   * Whether queries with values are sent as prepared statements, as they are unless this is false: for
   * migrations.
   */
  readonly prepared?: boolean
  /**
   * Whether a pooler stands before the server that gives a connection to each transaction (PgBouncer,
   * `pool_mode = transaction`). Nothing is prepared then.
   */
  readonly isPooled?: boolean
}

/** Opens a pool. Nothing is connected before the first query. */
export function connect(options: ConnectOptions): Kysely<Database> {
  return connectOver(createPool(options), options)
}

/** The same over a pool that somebody looks at, of these options. */
export function connectOver(pool: pg.Pool, options: ClientOptions): Kysely<Database> {
  const { isPooled = false, statementTimeoutMs } = options
  const openClient = (): Promise<pg.Client> => connectClient(options, [])
  return new Kysely<Database>({
    dialect: isPooled
      ? new PoolerDialect({ pool, statementTimeoutMs, openClient })
      : new PostgresDialect({ pool }),
  })
}

const { DATE, INT8, TIMESTAMPTZ } = pg.types.builtins

/** Types as the tables promise them: times as PostgreSQL's own text, counts as numbers. */
const types: pg.CustomTypesConfig = {
  getTypeParser(oid, format?: 'text' | 'binary') {
    if (oid === TIMESTAMPTZ || oid === DATE) return String
    if (oid === INT8) return Number
    return pg.types.getTypeParser(oid, format)
  },
}

export function createPool(options: ConnectOptions): pg.Pool {
  const { poolSize, onConnectionError, isPooled = false, mostWaitingEach = Infinity } = options
  const { prepared = !isPooled, onSilence } = options
  // The pool waits for the promise, of which its types say nothing.
  const onConnect: (client: pg.ClientBase) => unknown = (client) => setSession(client)
  const pool = new pg.Pool({
    ...clientOptions(options, SESSION),
    query_timeout: responseTimeoutMs(options),
    max: poolSize,
    ...(isPooled && { onConnect }),
  })
  limitConnectionWait(pool, mostWaitingEach * poolSize)
  pool.on('error', onConnectionError)
  // A client that is checked out has no listener of the pool's: without one of its own, a backend
  // that dies between two statements of a transaction would end the process.
  pool.on('connect', (client) => {
    client.on('error', onConnectionError)
    guardClient(client, onSilence)
    if (prepared) prepareStatements(client)
  })
  return pool
}

export type ClientOptions = Omit<ConnectOptions, 'poolSize' | 'mostWaitingEach' | 'prepared'>

/**
 * One connection of its own, whose queries are sent without waiting for the answers to those before;
 * the caller ends it, and watches over how long answers take to come.
 * @param settings `name=value` pairs of postgresql.conf for this session; a pooler lets none through.
 */
export async function connectClient(
  options: ClientOptions,
  settings: readonly string[],
): Promise<pg.Client> {
  const session = [SESSION, ...settings.map((setting) => `-c ${setting}`)].join(' ')
  const client = new pg.Client({ ...clientOptions(options, session), pipeline: true })
  client.on('error', options.onConnectionError)
  await client.connect().catch((error: unknown) => {
    if (isResponseTimeout(error)) options.onSilence?.()
    throw error
  })
  if (options.isPooled === true) await setSession(client, responseTimeoutMs(options))
  return client
}

/** How long an answer may take to come before the connection is given up; undefined for any time. */
export function responseTimeoutMs({ statementTimeoutMs }: ClientOptions): number | undefined {
  return statementTimeoutMs > 0 ? statementTimeoutMs + WORD_OF_END_MS : undefined
}

function clientOptions(
  {
    databaseUrl,
    statementTimeoutMs,
    connectTimeoutMs = WORK_LIMITS.connectTimeoutMs,
    isPooled = false,
  }: ClientOptions,
  session: string,
): pg.ClientConfig {
  return {
    connectionString: isPooled ? databaseUrl : withSession(databaseUrl, session),
    types,
    application_name: 'art-marketplace-listing-service',
    connectionTimeoutMillis: connectTimeoutMs,
    ...(!isPooled && {
      statement_timeout: statementTimeoutMs,
      // A transaction whose client is gone unnoticed would keep its locks.
      idle_in_transaction_session_timeout: statementTimeoutMs,
    }),
  }
}

/**
 * What the service reads depends on these, whatever the database, the role or the URL has set.
 * `options` of the URL stay, and ours come after them and so win.
 */
const SESSION =
  '-c timezone=UTC -c datestyle=ISO -c extra_float_digits=1 ' +
  '-c default_transaction_isolation=read\\ committed'

function withSession(databaseUrl: string, session: string): string {
  const [address = '', query = ''] = databaseUrl.split(/\?(.*)/s)
  const parameters = new URLSearchParams(query)
  const given = parameters.get('options')
  parameters.set('options', given === null ? session : `${given} ${session}`)
  // A plus would be read as it stands, not as a space.
  return `${address}?${parameters.toString().replaceAll('+', '%20')}`
}

type ConnectToPool = (...given: readonly unknown[]) => Promise<pg.PoolClient> | undefined

/**
 * From now on, whoever asks `pool` for a connection while `most` wait for one is refused at once: they
 * would wait for their time to be over.
 */
function limitConnectionWait(pool: pg.Pool, most: number): void {
  const connectNow = pool.connect.bind(pool) as ConnectToPool
  const connectOrRefuse: ConnectToPool = (...given) => {
    // Those for whom one is free are counted until the end of the tick.
    if (pool.waitingCount - pool.idleCount < most) return connectNow(...given)
    const [callback] = given
    if (typeof callback !== 'function') return Promise.reject(new DatabaseBusy())
    callback(new DatabaseBusy(), undefined, () => {})
    return undefined
  }
  pool.connect = connectOrRefuse as typeof pool.connect
}

/**
 * Watches the connections of `pool` that nobody uses.
 * @returns what breaks all that are idle now, for when their server has fallen silent: it may have
 *   forgotten them, which nobody would be told of, and each would cost its next user a whole timeout.
 */
export function idleConnectionDropper(pool: pg.Pool): () => void {
  const idle = new Set<pg.PoolClient>()
  pool.on('acquire', (client) => idle.delete(client))
  pool.on('release', (error: unknown, client) => {
    if (!(error instanceof Error)) idle.add(client)
  })
  pool.on('remove', (client) => idle.delete(client))
  return () => {
    // The pool hears of the end, and takes them out.
    for (const client of idle) (client as pg.Client & pg.PoolClient).connection.stream.destroy()
  }
}
