import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { Readiness } from './readiness.ts'
import { RequestCounts } from '../http/request-counts.ts'
import { buildApp } from '../app.ts'
import { readBuildInfo } from './build-info.ts'
import { readConfig, type Config } from '../config.ts'
import {
  connectOver,
  createPool,
  idleConnectionDropper,
  REQUEST_LIMITS,
  type ClientOptions,
} from '../database/pool.ts'
import { openDatabase, type OpenDatabase } from '../database/embedded-server.ts'
import { MIGRATION_NAMES } from '../database/migrate.ts'
import type { Database } from '../database/tables.ts'
import { operations } from '../operations.ts'
import { migrationGate, startMigration, type SchemaMigration } from './migration-gate.ts'
import { explain, type OnClose } from './lifecycle.ts'
import { atFreePort, close, listen, urlsOf, listenWith, authorityOf } from './listen.ts'
import { requireProductionConfig } from './production-config.ts'
import { warmUpOnceListening } from './warm-up.ts'
import { createAdminServer } from './admin-server.ts'
import type { Metrics, PoolCounts } from './metrics.ts'
import { rejections } from '../limits/rejections.ts'
import { toProblem } from '../problems/problem.ts'

const FIRST_ADMIN_PORT = 9_400

const NO_POOL: PoolCounts = { totalCount: 0, idleCount: 0, waitingCount: 0 }

const DESTROY_DEADLINE_MS = 1_000

/** So long nobody is served, so that hardly anybody meets a service that waits for its database. */
const SCHEMA_PATIENCE_MS = 1_000

/** What `prepare` finds: a database that nobody is served from yet, migrated if it is the embedded one. */
export interface Prepared {
  readonly database: OpenDatabase
  readonly db: Kysely<Database>
}

/** What is served beside the service itself. */
export type Addition = (app: FastifyInstance) => Promise<void>

/**
 * The service from its configuration on. Operators are answered at once, clients soon, lists as soon as
 * the database can be reached and has its tables; until then it is tried again and again.
 * @param prepare runs before anybody is served; says what else to serve.
 * @throws when waiting is of no use.
 */
export async function serve(
  onClose: OnClose,
  prepare?: (prepared: Prepared) => Promise<Addition | undefined>,
): Promise<'running'> {
  const config = readConfig()
  requireProductionConfig(config)
  const parts: RunningParts = {}
  logEnd(parts, onClose)
  const requests = new RequestCounts()
  const readiness = new Readiness({
    schema: () => parts.schema?.state() ?? 'waiting',
    look: () => probe(parts),
  })
  const loadMetrics = () => metricsOf(parts, requests, config)
  const adminUrl = await startAdminListener(config, readiness, loadMetrics, onClose)

  const database = await openDatabase(config)
  onClose(() => database.close())
  const schema = await startSchema(database, config, parts, onClose)
  const { db, connection } = openPool(database, config, parts, onClose)
  const addition = await prepare?.({ database, db })

  const { host, port } = config
  const serveAt = async (chosen: number): Promise<string> => {
    const app = await build({ config, port: chosen, schema, db, connection })
    if (addition !== undefined) await app.register(addition)
    app.decorate('requestCounts', requests)
    app.decorate('warmedUp', warmUpOnceListening(app, schema.settled))
    await listen(app, host, chosen)
    parts.app = app
    void app.warmedUp?.then(() => readiness.noteListening())
    logUncaught(app)
    onClose(() => {
      readiness.noteClosing()
      return close(app)
    })
    return urlsOf(config, chosen).public
  }
  const url = await (port === undefined ? atFreePort(host, serveAt) : serveAt(port))
  logStart(parts, await schema.settled, {
    ...readBuildInfo(config.revision),
    schema: schema.state(),
    migrations: MIGRATION_NAMES.length,
    newestMigration: MIGRATION_NAMES.at(-1),
    url,
    adminUrl,
  })
  // In production a program reads what is written, a JSON object a line.
  if (!config.isProduction) welcome(url, adminUrl)
  return 'running'
}

/** Waits for the first try, unless that takes long; for the embedded database in any case. */
async function startSchema(
  { databaseUrl, embedded }: OpenDatabase,
  { isPooled, isProduction }: Config,
  parts: RunningParts,
  onClose: OnClose,
): Promise<SchemaMigration> {
  let noteWait = (): void => {}
  const waits = new Promise<void>((resolve) => {
    noteWait = resolve
  })
  const onWait = (error: unknown): void => {
    console.error(`The database cannot be reached yet: ${explain(error)}`)
    noteWait()
  }
  const schema = startMigration({ databaseUrl, isPooled, refusesNewer: isProduction, onWait })
  parts.schema = schema
  onClose(async () => schema.stop())
  const patience = sleep(SCHEMA_PATIENCE_MS, undefined, { ref: false })
  await (embedded ? schema.settled : Promise.race([schema.settled, waits, patience]))
  return schema
}

interface OpenPool {
  readonly db: Kysely<Database>
  readonly connection: ClientOptions
}

function openPool(
  { databaseUrl }: OpenDatabase,
  { isPooled, databasePoolSize }: Config,
  parts: RunningParts,
  onClose: OnClose,
): OpenPool {
  const onConnectionError = (error: Error): void => {
    if (parts.app === undefined) console.error(`A database connection broke: ${error.message}`)
    else parts.app.log.warn({ err: error }, 'A database connection broke')
  }
  let dropIdle = (): void => {}
  const onSilence = (): void => dropIdle()
  const connection = { databaseUrl, isPooled, ...REQUEST_LIMITS, onConnectionError, onSilence }
  const pool = createPool({ ...connection, poolSize: databasePoolSize })
  dropIdle = idleConnectionDropper(pool)
  parts.pool = pool
  const db = connectOver(pool, connection)
  // A query that hangs must not keep the process.
  onClose(() => Promise.race([db.destroy(), sleep(DESTROY_DEADLINE_MS)]))
  return { db, connection }
}

interface Building extends OpenPool {
  readonly config: Config
  readonly port: number
  readonly schema: SchemaMigration
}

function build({ config, port, schema, db, connection }: Building): Promise<FastifyInstance> {
  const {
    logLevel,
    trustedProxies,
    securityContact,
    rateLimitPerMinute: perMinute,
    redisUrl,
  } = config
  const { databaseReplicaUrls: urls, databaseReplicaMaxLagMs: maxLagMs } = config
  return buildApp({
    operations,
    context: { db, urls: urlsOf(config, port) },
    connection,
    replicas: urls.length > 0 ? { urls, maxLagMs } : undefined,
    logLevel,
    trustedProxies,
    securityContact,
    guard: migrationGate(schema.state),
    limits: { perMinute, redisUrl, poolSize: config.databasePoolSize },
  })
}

/** Once the schema is known: a line for each migration that this process has run, and one of what runs. */
function logStart({ app }: RunningParts, ran: readonly string[], facts: object): void {
  for (const migration of ran) app?.log.info({ migration }, 'A migration was run')
  app?.log.info(facts, 'The service has started')
}

/** Registered first, and so the last line. */
function logEnd(parts: RunningParts, onClose: OnClose): void {
  onClose(async ({ exitCode, reason, at }) => {
    const durationMs = Math.round(performance.now() - at)
    parts.app?.log.info({ reason, exitCode, durationMs }, 'The service has stopped')
  })
}

/** For those who read the log; the process then ends (life-cycle.ts). */
function logUncaught(app: FastifyInstance): void {
  process.on('uncaughtExceptionMonitor', (error) => {
    app.log.fatal({ err: error }, 'An error was caught nowhere')
  })
}

/** The addresses that a newcomer wants, and the operator's. */
function welcome(url: string, adminUrl: string): void {
  console.log(`
  Browse     ${url}/
  Artworks   ${url}/api/v1/marketplace-artworks/
  Docs       ${url}/docs
  Guide      ${url}/docs/guide
  Contract   ${url}/openapi/v1.yaml
  Health     ${adminUrl}/readyz
`)
}

/** What there is of a service so far, for those who look at it from outside. */
export interface RunningParts {
  schema?: SchemaMigration
  pool?: PoolCounts
  app?: FastifyInstance
}

/**
 * Opens the listener for operators, from the very beginning: that a process lives can be asked while it
 * waits for its database.
 * @returns its address.
 */
export async function startAdminListener(
  { adminHost: host, adminPort }: Pick<Config, 'adminHost' | 'adminPort'>,
  readiness: Readiness,
  loadMetrics: () => Promise<Metrics>,
  onClose: OnClose,
): Promise<string> {
  const listenAt = async (port: number): Promise<string> => {
    const server = createAdminServer({ host, readiness, loadMetrics })
    await listenWith(server, host, port)
    onClose(async () => {
      server.close()
      server.closeAllConnections()
    })
    return `http://${authorityOf(host, port)}`
  }
  return adminPort === undefined
    ? atFreePort(host, listenAt, FIRST_ADMIN_PORT)
    : listenAt(adminPort)
}

/** Loaded when somebody asks for them: most of what it takes to start would be for them. */
export async function metricsOf(
  parts: RunningParts,
  requests: RequestCounts,
  { revision }: Pick<Config, 'revision'>,
): Promise<Metrics> {
  const { createMetrics } = await import('./metrics.ts')
  return createMetrics({
    build: readBuildInfo(revision),
    requests,
    pool: () => parts.pool ?? NO_POOL,
    refused: () => rejections,
    roundsWaiting: () => parts.app?.readModel?.waiting() ?? 0,
  })
}

/**
 * Reads the first record of each list, as whoever asks for the list would.
 * @throws when that cannot be done just now. A record that must not be told is no reason to send clients
 *   elsewhere: it is the same there.
 */
export function probe({ app }: Pick<RunningParts, 'app'>): Promise<unknown> | undefined {
  const readModel = app?.readModel
  if (readModel === undefined) return undefined
  // While the primary is away, replicas may answer.
  const { page } = readModel.anonymous
  const first = { limit: 1, offset: 0 }
  const pages = [
    page('artworks', { ...first, ordering: { key: 'order_date', descending: true } }),
    page('events', { ...first, ordering: { key: 'start_time', descending: true } }),
  ]
  return Promise.all(pages.map((read) => read.catch(throwIfUnavailable)))
}

function throwIfUnavailable(error: unknown): void {
  if (toProblem(error).code === 'service_unavailable') throw error
}
