import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { createDispatch } from './contract/dispatch.ts'
import type { Urls } from './contract/operation-types.ts'
import type { ClientOptions } from './database/pool.ts'
import { compressBody } from './http/compression.ts'
import type { FeedWatch } from './feed/feed-watch.ts'
import {
  addApi,
  createHttpServer,
  type ApiOptions,
  type ServerOptions,
} from './http/create-server.ts'
import { requestsReceived } from './http/request-gate.ts'
import type { LimitOptions } from './limits/limits.ts'
import type { Context, Operations } from './operation-context.ts'
import type { SchemaState } from './operation-executor.ts'
import { serveAssets } from './pages/assets.ts'
import { serveDocs } from './pages/docs/serve-docs.tsx'
import { serveContract } from './pages/serve-contract.ts'
import { servePlaceholder } from './pages/serve-placeholder.ts'
import { serveWellKnown } from './pages/serve-well-known.ts'
import { createHtmlViews } from './pages/views.tsx'
import { eventCalendars } from './events/event-calendar.ts'
import type { ReadModel } from './read-model/read-model.ts'
import type { ReceiverOptions } from './webhooks/receiver.ts'
import type { Worker } from './work/worker.ts'
import type { ReplicaOptions } from './read-model/replicas/replicas.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Undefined in the mock, which has no database, like the worker. */
    readModel?: ReadModel
    worker?: Worker
    feeds?: FeedWatch
  }
}

export interface AppOptions extends Omit<ServerOptions, 'urls'> {
  readonly operations: Operations
  readonly context: Pick<Context, 'db' | 'urls'>
  /** The bytes that a user may have stored; without it there is no limit. */
  readonly maxStoredBytes?: number | undefined
  /** For how long the changes of a list have its deletions; 30 days by default. */
  readonly changesRetentionDays?: number | undefined
  /** Which receivers of webhooks are allowed; public ones by default. */
  readonly webhooks?: ReceiverOptions | undefined
  /** The terms on which the data are published. */
  readonly dataLicenseUrl?: string | undefined
  /** Connects to the same database as `context.db`. */
  readonly connection: ClientOptions
  /** The hosts of partners' pictures that views show; undefined allows all. */
  readonly pictureHosts?: readonly string[] | undefined
  /** The contact for vulnerability reports in security.txt. */
  readonly securityContact?: string | undefined
  /** Until the schema is current, operations are rejected, and background work waits. */
  readonly schema?: { readonly state: SchemaState; readonly settled: Promise<unknown> } | undefined
  /** Without limits, clients may send any number of requests. */
  readonly limits?: LimitOptions | undefined
  /** Addresses and CIDR ranges of the proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies?: readonly string[] | undefined
  /** Read replicas of the database, for requests without a credential. */
  readonly replicas?: Omit<ReplicaOptions, 'onChange'> | undefined
}

type HttpOptions = ServerOptions & Pick<ApiOptions, 'dispatch' | 'dataVersion'>

/** A step of a task may take a minute. It is one transaction, which another process repeats. */
const CLOSE_TIMEOUT_MS = 1_000

/** The whole service as a Fastify application that does not listen yet. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { operations, context, schema, securityContact, maxStoredBytes } = options
  const { db, urls } = context
  const app = createHttpServer({ ...options, urls })
  // Imported here, so that the mock starts without the database modules.
  const [
    { operationExecutor },
    { startReadModel },
    { DOCUMENTS, resources },
    { startBackgroundWork },
    { feedSpecs },
    { watchFeeds },
    { readParts },
    { serveSitemap },
  ] = await Promise.all([
    import('./operation-executor.ts'),
    import('./read-model/read-model.ts'),
    import('./resources.ts'),
    import('./background-work.ts'),
    import('./feed/feed-task.ts'),
    import('./feed/feed-watch.ts'),
    import('./pages/read-parts.ts'),
    import('./pages/serve-sitemap.ts'),
  ])
  const readModel = startReadModel({
    ...options.connection,
    resources,
    urls,
    replicas: options.replicas && { ...options.replicas, onChange: replicaLogger(app) },
    onInconsistent: (err) => app.log.error({ err }, 'An offset index is rebuilt'),
  })
  const worker = startBackgroundWork(readModel, {
    connection: options.connection,
    urls,
    changesRetentionDays: options.changesRetentionDays,
    webhooks: options.webhooks,
    schema,
    onError: (err, task) => app.log.warn({ task, err }, 'A background task failed and is repeated'),
  })
  const limits = options.limits && (await import('./limits/limits.ts')).startLimits(options.limits)
  const feeds = watchFeeds(db)
  const dependencies = {
    db,
    lists: readModel,
    currentRecord: readModel.record,
    feedFormats: new Map(feedSpecs(DOCUMENTS, urls).map(({ list, format }) => [list, format])),
    urls,
    maxStoredBytes,
    dataLicenseUrl: options.dataLicenseUrl,
    feeds,
    receiverRanges: options.webhooks?.allowedRanges,
    requestsReceived: () => requestsReceived(app.server),
  }
  const anonymous = { ...dependencies, lists: readModel.anonymous }
  const executor = operationExecutor({
    context: dependencies,
    anonymous,
    limit: limits?.limit,
    schema,
  })
  const views = createHtmlViews(urls, options)
  const dispatch = await createDispatch(operations, executor, urls, {
    html: views,
    calendar: eventCalendars(urls),
    readParts,
  })
  await limits?.attach(app, urls.public, options.trustedProxies)
  addApi(app, { urls, dispatch, views, dataVersion: readModel.dataVersion })
  await addStaticRoutes(app, urls, securityContact, (routes) =>
    serveSitemap(routes, { db, publicUrl: urls.public, schema }),
  )
  app.decorate('readModel', readModel)
  app.decorate('worker', worker)
  app.decorate('feeds', feeds)
  // Before the listener closes, which waits for responses under way.
  app.addHook('preClose', async () => feeds.close())
  app.addHook('onClose', async () => {
    const closed = Promise.all([worker.stop(), readModel.close()])
    await Promise.race([closed, sleep(CLOSE_TIMEOUT_MS)])
  })
  return app
}

/** The service in front of any `dispatch`, without a database: the mock and tests use it. */
export async function buildHttp({
  dispatch,
  dataVersion,
  ...options
}: HttpOptions): Promise<FastifyInstance> {
  const { urls } = options
  const app = createHttpServer(options)
  addApi(app, { urls, dispatch, views: createHtmlViews(urls), dataVersion })
  await addStaticRoutes(app, urls)
  return app
}

/** Documents, contract and assets: everything besides the API, the same for all clients. */
async function addStaticRoutes(
  app: FastifyInstance,
  urls: Urls,
  securityContact?: string,
  addRoutes?: (app: FastifyInstance) => void,
): Promise<void> {
  await app.register(async (routes) => {
    routes.addHook('onSend', compressBody)
    await routes.register(serveContract, urls)
    await routes.register(serveDocs, urls)
    await routes.register(serveAssets)
    serveWellKnown(routes, urls.public, securityContact)
    await routes.register(servePlaceholder)
    addRoutes?.(routes)
  })
}

function replicaLogger({ log }: FastifyInstance): ReplicaOptions['onChange'] {
  return (position, isHealthy, err) =>
    log.warn({ replica: position + 1, err }, `A replica is ${isHealthy ? 'read from' : 'left out'}`)
}
