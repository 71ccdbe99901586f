import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { buildApp, type AppOptions } from '../app.ts'
import { readConfig, type Config, type TelemetryConfig } from '../config.ts'
import { openDatabase, type OpenDatabase } from '../database/embedded-server.ts'
import { LogArchive } from '../database/log-archive.ts'
import { MIGRATION_NAMES } from '../database/migrate.ts'
import {
  connectOver,
  createPool,
  REQUEST_LIMITS,
  type ClientOptions,
  type ServicePool,
} from '../database/pool.ts'
import type { DatabaseReader } from '../database/kysely.ts'
import type { Database } from '../database/tables.ts'
import { RequestCounts } from '../http/request-counts.ts'
import { responseCacheCounts } from '../cache/response-cache.ts'
import { rejections, sharedCounters } from '../limits/rejections.ts'
import { operations } from '../operations.ts'
import { toProblem } from '../problems/problem.ts'
import { setTelemetry } from '../telemetry/telemetry.ts'
import { selectWebhookState, type WebhookState } from '../webhooks/delivery-queries.ts'
import { createAdminServer } from './admin-server.ts'
import { readBuildInfo } from './build-info.ts'
import { explain, opened, type OnClose } from './lifecycle.ts'
import { atFreePort, authorityOf, close, listen, listenWith, urlsOf } from './listen.ts'
import type { Metrics, PoolCounts } from './metrics.ts'
import { startMigration, type SchemaMigration } from './schema-migration.ts'
import { requireProductionConfig } from './production-config.ts'
import { ForeignHost } from './foreign-host.ts'
import { Readiness } from './readiness.ts'
import { SetupCheck } from './setup-check.ts'
import { warmUpOnceListening } from './warm-up.ts'

const FIRST_ADMIN_PORT = 9_400

const NO_POOL: PoolCounts = { totalCount: 0, idleCount: 0, waitingCount: 0 }

/** For lists, for scans and for background work. */
const OTHER_CONNECTIONS = 3

const DESTROY_DEADLINE_MS = 1_000

/** How long listening waits for the migration, so that few requests meet the migration gate. */
const MIGRATION_GRACE_PERIOD_MS = 1_000

/** A database without clients; the embedded one is already migrated. */
export interface Prepared {
  readonly database: OpenDatabase
  readonly db: Kysely<Database>
}

/** Routes in addition to the service's own. */
type Addition = (app: FastifyInstance) => Promise<void>

/** The parts of a service that have started so far, for health checks, metrics and the log. */
interface RunningParts {
  schema?: SchemaMigration
  pool?: PoolCounts
  db?: DatabaseReader
  app?: FastifyInstance
  setup?: SetupCheck
}

/**
 * Starts the service from its configuration: first the admin listener, soon after it the public listener. Until
 * the database can be reached and is migrated, requests that need it get 503, and the service tries again.
 * @param prepare runs before the service listens, and returns additional routes.
 * @param replaced replaces options of the configuration: the bench also measures a service without limits.
 * @throws on an error that a retry does not cure.
 */
export async function serve(
  onClose: OnClose,
  prepare?: (prepared: Prepared) => Promise<Addition | undefined>,
  replaced: Pick<AppOptions, 'limits'> = {},
): Promise<'running'> {
  const config = readConfig()
  requireProductionConfig(config)
  const parts: RunningParts = {}
  if (config.telemetry !== undefined) await startTelemetry(config, config.telemetry, parts, onClose)
  logEnd(parts, onClose)
  const requests = new RequestCounts()
  const foreignHost = new ForeignHost()
  const readiness = new Readiness({
    schema: () => parts.schema?.state ?? 'waiting',
    probe: () => probe(parts),
    warnings: async () => [
      ...config.warnings,
      ...foreignHost.warnings(),
      ...((await parts.setup?.warnings()) ?? []),
    ],
  })
  const loadMetrics = () => metricsOf(parts, requests, readiness, config)
  const adminUrl = await startAdminListener(config, readiness, loadMetrics, onClose)

  const database = await opened(openDatabase(config), onClose)
  const schema = await startSchema(database, config, parts, onClose)
  const { db, connection } = openPool(database, config, parts, onClose)
  parts.db = db
  const setup = new SetupCheck(
    db,
    config.isPooled ? 0 : config.databasePoolSize + OTHER_CONNECTIONS,
  )
  parts.setup = setup
  const addition = await prepare?.({ database, db })

  const { host, port } = config
  const serveAt = async (chosen: number): Promise<string> => {
    const app = await build({ config, port: chosen, schema, db, connection }, replaced)
    if (addition !== undefined) await app.register(addition)
    app.decorate('requestCounts', requests)
    app.decorate('warmedUp', warmUpOnceListening(app, schema.settled))
    await listen(app, host, chosen)
    parts.app = app
    void app.warmedUp?.then(() => readiness.markListening())
    if (config.publicUrl === undefined) {
      foreignHost.watch(app.server, urlsOf(config, chosen).public, (text) => app.log.warn(text))
    }
    logUncaught(app)
    onClose(() => {
      readiness.markClosing()
      return close(app)
    })
    return urlsOf(config, chosen).public
  }
  const url = await (port === undefined ? atFreePort(host, serveAt) : serveAt(port))
  logStart(parts, await schema.settled, {
    ...readBuildInfo(config.revision),
    schema: schema.state,
    migrations: MIGRATION_NAMES.length,
    newestMigration: MIGRATION_NAMES.at(-1),
    url,
    adminUrl,
  })
  void logWarnings(parts, config)
  // In production, standard output has JSON lines only.
  if (!config.isProduction) printAddresses(url, adminUrl)
  return 'running'
}

/** Registered before all others, so that the last line of the log is sent, too. Its libraries are loaded only here. */
async function startTelemetry(
  { revision }: Config,
  telemetry: TelemetryConfig,
  parts: RunningParts,
  onClose: OnClose,
): Promise<void> {
  const { startOpenTelemetry } = await import('../telemetry/open-telemetry.ts')
  const started = await startOpenTelemetry({
    ...telemetry,
    version: readBuildInfo(revision).version,
    onWarning: (text) => {
      if (parts.app === undefined) console.error(`Telemetry: ${text}`)
      else parts.app.log.warn({ reason: text }, 'Telemetry cannot be sent')
    },
  })
  setTelemetry(started)
  onClose(() => started.stop())
}

/** Waits for the first attempt, but not longer than the grace period; for the embedded database to the end. */
async function startSchema(
  { databaseUrl, embedded }: OpenDatabase,
  { isPooled, isProduction }: Config,
  parts: RunningParts,
  onClose: OnClose,
): Promise<SchemaMigration> {
  const firstFailure = Promise.withResolvers<void>()
  const onWait = (error: unknown): void => {
    console.error(`The database cannot be used yet: ${explain(error)}`)
    firstFailure.resolve()
  }
  const schema = startMigration({ databaseUrl, isPooled, rejectsNewer: isProduction, onWait })
  parts.schema = schema
  onClose(async () => schema.stop())
  const gracePeriod = sleep(MIGRATION_GRACE_PERIOD_MS, undefined, { ref: false })
  await (embedded
    ? schema.settled
    : Promise.race([schema.settled, firstFailure.promise, gracePeriod]))
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
  const onServerLost = (): void => pool.dropIdle()
  const connection = {
    databaseUrl,
    isPooled,
    ...REQUEST_LIMITS,
    onConnectionError,
    onServerLost,
  }
  const pool: ServicePool = createPool({ ...connection, poolSize: databasePoolSize })
  parts.pool = pool
  const db = connectOver(pool, connection)
  // A hanging query must not keep the process.
  onClose(() => Promise.race([db.destroy(), sleep(DESTROY_DEADLINE_MS)]))
  return { db, connection }
}

interface Building extends OpenPool {
  readonly config: Config
  readonly port: number
  readonly schema: SchemaMigration
}

function build(
  { config, port, schema, db, connection }: Building,
  replaced: Pick<AppOptions, 'limits'>,
): Promise<FastifyInstance> {
  const { databaseReplicaUrls: urls, databaseReplicaMaxLagMs: maxLagMs } = config
  return buildApp({
    operations,
    context: { db, urls: urlsOf(config, port) },
    connection,
    replicas: urls.length > 0 ? { urls, maxLagMs } : undefined,
    logLevel: config.logLevel,
    trustedProxies: config.trustedProxies,
    securityContact: config.securityContact,
    pictureHosts: config.pictureHosts,
    maxStoredBytes: config.maxStoredBytes,
    changesRetentionDays: config.changesRetentionDays,
    webhooks: { allowedRanges: config.webhookAllowedRanges },
    dataLicenseUrl: config.dataLicenseUrl,
    schema,
    limits: {
      perMinute: config.rateLimitPerMinute,
      redisUrl: config.redisUrl,
      poolSize: config.databasePoolSize,
    },
    ...replaced,
  })
}

/** Logged once the schema is known: a line for each migration that this process has run, and one for the start. */
function logStart({ app }: RunningParts, ran: readonly string[], details: object): void {
  for (const migration of ran) app?.log.info({ migration }, 'A migration was run')
  app?.log.info(details, 'The service has started')
}

/** Logs the settings without effect, and the parts that an operator still has to provide. */
async function logWarnings({ app, setup }: RunningParts, config: Config): Promise<void> {
  for (const warning of config.warnings) app?.log.warn(warning)
  for (const warning of (await setup?.warnings()) ?? []) app?.log.warn(warning)
}

/** Registered first, so the last line of the log. */
function logEnd(parts: RunningParts, onClose: OnClose): void {
  onClose(async ({ exitCode, reason, at }) => {
    const durationMs = Math.round(performance.now() - at)
    parts.app?.log.info({ reason, exitCode, durationMs }, 'The service has stopped')
  })
}

/** The process then ends (lifecycle.ts). */
function logUncaught(app: FastifyInstance): void {
  process.on('uncaughtExceptionMonitor', (error) => {
    app.log.fatal({ err: error }, 'Uncaught error')
  })
}

function printAddresses(url: string, adminUrl: string): void {
  console.log(`
  Browse     ${url}/
  Artworks   ${url}/api/v1/marketplace-artworks/
  Docs       ${url}/docs
  Guide      ${url}/docs/guide
  Contract   ${url}/openapi/v1.yaml
  Health     ${adminUrl}/readyz
`)
}

/**
 * Opens the admin listener before anything else, so that `/livez` responds while the process waits for its
 * database.
 * @returns its URL.
 */
async function startAdminListener(
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

/** While the database cannot be reached. */
const NO_WEBHOOK_STATE: WebhookState = { delaySeconds: NaN, disabled: NaN }

/** Loaded at the first scrape: prom-client would take most of the time to start. */
async function metricsOf(
  parts: RunningParts,
  requests: RequestCounts,
  readiness: Readiness,
  { revision }: Pick<Config, 'revision'>,
): Promise<Metrics> {
  const { createMetrics } = await import('./metrics.ts')
  const archive = new LogArchive()
  return createMetrics({
    build: readBuildInfo(revision),
    isReady: async () => (await readiness.report()).ready,
    requests,
    pool: () => parts.pool ?? NO_POOL,
    rejections: () => rejections,
    cache: () => responseCacheCounts,
    sharedLimiter: () => sharedCounters,
    replicas: () => parts.app?.readModel?.replicas ?? [],
    queuedReads: () => parts.app?.readModel?.waiting() ?? 0,
    tasks: () => parts.app?.worker?.counts ?? [],
    feedDelay: async () => parts.app?.feeds?.delay() ?? { seconds: NaN, records: NaN },
    webhooks: async () =>
      parts.db === undefined
        ? NO_WEBHOOK_STATE
        : selectWebhookState(parts.db).catch(() => NO_WEBHOOK_STATE),
    ratesTime: async () => parts.setup?.ratesTime() ?? NaN,
    archiveLag: async () => parts.db && archive.lag(parts.db).catch(() => undefined),
  })
}

/**
 * Reads the first record of each list through the read model, as a request does.
 * @throws when the database is unavailable. An invalid record does not count: other processes would
 *   respond in the same way.
 */
export function probe({ app }: Pick<RunningParts, 'app'>): Promise<unknown> | undefined {
  const readModel = app?.readModel
  if (readModel === undefined) return undefined
  // While the primary is down, replicas may serve reads.
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
