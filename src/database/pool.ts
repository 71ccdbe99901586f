import type { Kysely } from 'kysely'
import pg from 'pg'
import { ClosingClient, ServiceClient, type ServiceClientConfig } from './client.ts'
import { parameterOf, withParameters } from '../database-url.ts'
import { DatabaseBusy, isConnectTimeout, isServerLost } from './errors.ts'
import { hostsOf, type Hosts } from './hosts.ts'
import { MARK, requireSession, setSession } from './pgbouncer-queries.ts'
import { PoolerDriver } from './pgbouncer.ts'
import { PipelinedDriver, pipelinedKysely } from './pipelined-driver.ts'
import type { Database } from './tables.ts'

// Connections to PostgreSQL. The time limits are nested, each longer than the one before: PostgreSQL ends a
// statement; the client closes a connection whose server has not reported the end; the request gets a 503.

/** For connections that serve requests. */
export const REQUEST_LIMITS = {
  // An attempt to connect that began while the network was down must fail before the next one begins.
  connectTimeoutMs: 800,
  statementTimeoutMs: 2_000,
  maxWaitingPerConnection: 8,
} as const

/** For background work: it may take long, but never hangs. */
export const WORK_LIMITS = { connectTimeoutMs: 3_000, statementTimeoutMs: 60_000 } as const

const LOCK_TIMEOUT_SHARE = 0.75

/** From the timeout of a statement until the server must have reported it. */
export const TIMEOUT_REPORT_MS = 500

/** From the start of an operation to its result; after that, the request gets a 503. */
export const REQUEST_DEADLINE_MS = 2_800

/** From the start of authentication to its result. The deadline of the operation begins only after that. */
export const AUTHENTICATION_DEADLINE_MS = 2_000

export interface ConnectOptions {
  /** PostgreSQL connection URL. With several hosts, connections lead to the one that accepts writes. */
  readonly databaseUrl: string
  /** Maximum number of connections. */
  readonly poolSize: number
  /**
   * The server ends a statement that runs longer, and a transaction that is idle for longer. 0 means no
   * limit, for imports and migrations. The client closes a connection whose server does not report the end.
   */
  readonly statementTimeoutMs: number
  /** For opening a connection, and for waiting for a free one of the pool; three seconds by default. */
  readonly connectTimeoutMs?: number
  /** Maximum number of callers that wait, per connection of the pool; the next ones fail at once. */
  readonly maxWaitingPerConnection?: number
  /** Called when an idle connection breaks; the pool replaces it by itself. */
  readonly onConnectionError: (error: Error) => void
  /** Called when the server is silent, or not the primary any more: idle connections are of no use then. */
  readonly onServerLost?: () => void
  /** Whether queries with values become prepared statements: by default, except through a pooler. */
  readonly prepared?: boolean
  /** Whether a pooler assigns connections per transaction (PgBouncer, `pool_mode = transaction`). */
  readonly isPooled?: boolean
}

export type ClientOptions = Omit<
  ConnectOptions,
  'poolSize' | 'maxWaitingPerConnection' | 'prepared'
>

/** Opens a pool. Nothing is connected before the first query. */
export function connect(options: ConnectOptions): Kysely<Database> {
  return connectOver(createPool(options), options)
}

/** Creates a Kysely instance over a pool that the caller created with these options. */
export function connectOver(pool: pg.Pool, options: ClientOptions): Kysely<Database> {
  const { isPooled = false, statementTimeoutMs } = options
  const driver = isPooled
    ? new PoolerDriver({ pool }, statementTimeoutMs)
    : new PipelinedDriver({ pool })
  return pipelinedKysely(driver, pool)
}

export function createPool(options: ConnectOptions): ServicePool {
  const { poolSize, onConnectionError, isPooled = false } = options
  // The pool awaits the promise, although its types do not say so.
  const onConnect: (client: pg.ClientBase) => unknown = (client) => begin(client, options)
  const config: pg.PoolConfig & ServiceClientConfig = {
    ...clientConfig(options),
    currentUrl: () => sessionUrl(options, SESSION),
    query_timeout: responseTimeoutMs(options),
    max: poolSize,
    isPreparing: options.prepared ?? !isPooled,
    pipeline: true,
    onServerLost: () => reportLost(options),
    onConnect,
  }
  const maxWaiting = (options.maxWaitingPerConnection ?? Infinity) * poolSize
  const pool = new ServicePool(config, maxWaiting, hostsOf(options.databaseUrl))
  pool.on('error', onConnectionError)
  // The pool listens to idle clients only: without this listener, a backend that dies between two
  // statements of a transaction would end the process.
  pool.on('connect', (client) => client.on('error', onConnectionError))
  return pool
}

/** The pool ends an attempt to connect that takes too long, and names that end as the cause, as if the server had done it. */
function withoutOwnEnd(error: unknown): never {
  if (isConnectTimeout(error)) delete error.cause
  throw error
}

type OnConnected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: () => void,
) => void

/** A pool of `pg` whose queue has a limit, which finds the primary, and which can drop its idle connections. */
export class ServicePool extends pg.Pool {
  readonly #maxWaiting: number
  readonly #hosts: Hosts | undefined
  readonly #idle = new Set<pg.PoolClient>()

  constructor(
    config: pg.PoolConfig & ServiceClientConfig,
    maxWaiting: number,
    hosts: Hosts | undefined,
  ) {
    // The pool gives its whole configuration to each client.
    super({ ...config, Client: ServiceClient as unknown as new () => pg.Client })
    this.#maxWaiting = maxWaiting
    this.#hosts = hosts
    this.on('acquire', (client) => this.#idle.delete(client))
    this.on('release', (error: unknown, client) => {
      if (!(error instanceof Error)) this.#idle.add(client)
    })
    this.on('remove', (client) => this.#idle.delete(client))
  }

  /** Fails at once when the queue is full: the caller would wait for its own timeout. */
  override connect(): Promise<pg.PoolClient>
  override connect(callback: OnConnected): void
  override connect(callback?: OnConnected): Promise<pg.PoolClient> | void {
    if (callback === undefined) return this.#connected()
    if (this.#missing >= this.#maxWaiting) callback(new DatabaseBusy(), undefined, () => {})
    else super.connect(callback)
  }

  /** The callers without an idle connection. One that has one counts as waiting until the end of the tick. */
  get #missing(): number {
    return this.waitingCount - this.idleCount
  }

  async #connected(): Promise<pg.PoolClient> {
    const enqueue = async (): Promise<pg.PoolClient> => {
      if (this.#missing >= this.#maxWaiting) throw new DatabaseBusy()
      return super.connect().catch(withoutOwnEnd)
    }
    // An idle connection needs no search. After a search, others may have filled the queue.
    const isAtOnce = this.#missing < 0 || this.#missing >= this.#maxWaiting
    if (isAtOnce || this.#hosts === undefined) return enqueue()
    return this.#hosts.withPrimary(enqueue)
  }

  /**
   * Destroys all idle connections. A server that has not responded in time may have lost them without a TCP
   * reset, and each would cost its next user a whole timeout.
   */
  dropIdle(): void {
    // The pool gets their `end` events and removes them.
    for (const client of this.#idle)
      (client as pg.Client & pg.PoolClient).connection.stream.destroy()
  }
}

/**
 * Connects a client outside of the pool that sends queries without waiting for earlier responses (pipelining).
 * The caller enforces response timeouts, and ends the client.
 * @param settings `name=value` pairs of postgresql.conf for this session; a pooler passes none of them.
 */
export async function connectClient(
  options: ClientOptions,
  settings: readonly string[],
): Promise<pg.Client> {
  const session = [SESSION, ...settings.map((setting) => `-c ${setting}`)].join(' ')
  const connected = async (): Promise<pg.Client> => {
    const connectionString = sessionUrl(options, session)
    const client = new ClosingClient({
      ...clientConfig(options),
      connectionString,
      pipeline: true,
    })
    client.on('error', options.onConnectionError)
    await client.connect().catch((error: unknown) => {
      if (isServerLost(error)) reportLost(options)
      throw error
    })
    await begin(client, options).catch((error: unknown) => {
      client.end().catch(() => {})
      throw error
    })
    return client
  }
  return hostsOf(options.databaseUrl)?.withPrimary(connected) ?? connected()
}

/**
 * Begins a session: sets what a pooler does not pass on, or makes sure that the settings have arrived, and that the
 * server is the primary if there are others.
 */
async function begin(client: pg.ClientBase, options: ClientOptions): Promise<void> {
  const timeoutMs = responseTimeoutMs(options)
  await Promise.all([
    options.isPooled === true ? setSession(client, timeoutMs) : requireSession(client, timeoutMs),
    hostsOf(options.databaseUrl)?.requirePrimary(client, timeoutMs),
  ])
}

/** The next connection looks for the primary again. */
export function reportLost(options: ClientOptions): void {
  hostsOf(options.databaseUrl)?.forget()
  options.onServerLost?.()
}

/** The time after which the client closes a connection without a response; undefined means no limit. */
export function responseTimeoutMs({ statementTimeoutMs }: ClientOptions): number | undefined {
  return statementTimeoutMs > 0 ? statementTimeoutMs + TIMEOUT_REPORT_MS : undefined
}

const { DATE, INT8, TIMESTAMPTZ } = pg.types.builtins

/** Types as tables.ts declares them: times as PostgreSQL's own text, counts as numbers. */
const types: pg.CustomTypesConfig = {
  getTypeParser(oid, format?: 'text' | 'binary') {
    if (oid === TIMESTAMPTZ || oid === DATE) return String
    if (oid === INT8) return Number
    return pg.types.getTypeParser(oid, format)
  },
}

function clientConfig(options: ClientOptions): pg.ClientConfig {
  return {
    types,
    application_name: 'art-marketplace-listing-service',
    connectionTimeoutMillis: options.connectTimeoutMs ?? WORK_LIMITS.connectTimeoutMs,
  }
}

/** The URL of the server with the settings of the session, which a pooler does not accept. */
function sessionUrl(options: ClientOptions, session: string): string {
  const url = hostsOf(options.databaseUrl)?.current ?? options.databaseUrl
  if (options.isPooled === true) return url
  return withSession(url, `${session} ${timeouts(options.statementTimeoutMs)}`)
}

/** Settings, because `pg` would not send a limit of 0, and a role can have limits of its own. */
function timeouts(statementTimeoutMs: number): string {
  const limits = {
    statement_timeout: statementTimeoutMs,
    // Shorter, so that PostgreSQL reports a lock that is busy, and not a statement that is slow.
    lock_timeout: Math.floor(statementTimeoutMs * LOCK_TIMEOUT_SHARE),
    // A transaction whose client has vanished unnoticed would keep its locks.
    idle_in_transaction_session_timeout: statementTimeoutMs,
  }
  const settings = Object.entries(limits).map(([name, ms]) => `-c ${name}=${ms}`)
  return settings.join(' ')
}

/**
 * The service relies on these settings. They override those of the database, the role and the URL. For a large catalogue,
 * PostgreSQL would compile statements that take less time than their compilation.
 */
const SESSION =
  '-c timezone=UTC -c datestyle=ISO -c extra_float_digits=1 -c jit=off ' +
  '-c standard_conforming_strings=on -c array_nulls=on -c transform_null_equals=off ' +
  `-c default_transaction_isolation=read\\ committed -c ${MARK}=on`

/** Keeps the `options` of the URL. The session settings come after them and take precedence. */
function withSession(databaseUrl: string, session: string): string {
  const given = parameterOf(databaseUrl, 'options')
  return withParameters(databaseUrl, {
    options: given === undefined ? session : `${given} ${session}`,
  })
}
