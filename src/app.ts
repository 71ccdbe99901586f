import { randomUUID } from 'node:crypto'
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { prefersHtmlProblem } from './contract/content-negotiation.ts'
import { problemResponse } from './contract/responses.ts'
import type { OperationExecutor } from './contract/request-context.ts'
import { apiRoot, requestMediaTypes } from './contract/document.ts'
import { createDispatch, noSuchPath, type Dispatch } from './contract/dispatch.ts'
import type { Urls } from './contract/operation-types.ts'
import type { Context, Operations } from './operation-context.ts'
import { validateHead, pathOf, splitUrl } from './contract/request-head.ts'
import { serveContract } from './pages/serve-contract.ts'
import { serveDocs } from './pages/docs/serve-docs.tsx'
import { requestHandler } from './http/handle-request.ts'
import type { ClientOptions } from './database/pool.ts'
import { handleOptions } from './http/cors.ts'
import { respondToClientError } from './http/client-error.ts'
import { defaultHeaders } from './http/security-headers.ts'
import { compressBody } from './http/compression.ts'
import { limitConnections } from './http/connection-limits.ts'
import { logRequest } from './http/logging.ts'
import { logDestination } from './http/logging.ts'
import { serializeError } from './http/logging.ts'
import { rewriteUrl } from './contract/request-head.ts'
import { sendResponse } from './http/send-response.ts'
import { servePlaceholder } from './pages/serve-placeholder.ts'
import { serializePipelining } from './http/connection-limits.ts'
import type { DataVersion } from './cache/data-version.ts'
import type { LimitOptions, Limits } from './limits/limits.ts'
import type { ReplicaOptions } from './read-model/replicas/replicas.ts'
import { serveAssets } from './pages/assets.ts'
import { serveWellKnown } from './pages/serve-well-known.ts'
import { Problem, toProblem } from './problems/problem.ts'
import type { ReadModel } from './read-model/read-model.ts'
import { createHtmlViews } from './pages/views.tsx'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the request has been dispatched to an operation. */
    operationId: string | undefined
  }
  interface FastifyInstance {
    /** How lists are read, where there is a database behind it. */
    readModel?: ReadModel
  }
}

export interface AppOptions {
  readonly operations: Operations
  readonly context: Pick<Context, 'db' | 'urls'>
  /** To the same database as `context.db`. */
  readonly connection: ClientOptions
  readonly logLevel: string
  readonly trustedProxies?: readonly string[] | undefined
  /** Where vulnerabilities are reported, for security.txt. */
  readonly securityContact?: string | undefined
  /** What stands before all that needs the database. */
  readonly guard?:
    ((executor: OperationExecutor<Context>) => OperationExecutor<Context>) | undefined
  /** Without it, everybody may ask for any number of things at once. */
  readonly limits?: LimitOptions | undefined
  /** Servers that repeat what that database does, for whoever shows no credential. */
  readonly replicas?: Omit<ReplicaOptions, 'onChange'> | undefined
}

interface HttpOptions {
  readonly dispatch: Dispatch
  readonly urls: Urls
  readonly logLevel: string
  /** Of the data that `dispatch` reads; without it no answer is kept. */
  readonly freshness?: DataVersion | undefined
  /** Addresses and CIDR ranges of the proxies whose word for a client's address is taken. */
  readonly trustedProxies?: readonly string[] | undefined
  /** Where vulnerabilities are reported, for security.txt. */
  readonly securityContact?: string | undefined
  readonly limits?: Limits | undefined
}

const LONGEST_BODY_BYTES = 256 * 1024

/**
 * A client that neither sends nor reads anything for so long, while it could, has gone. Node looks at
 * an answer twice, so it is up to twice as long there. Longer than any answer takes to be made, and
 * than a request may take to arrive, which is told why.
 */
const NO_PROGRESS_MS = 16_500

/** The whole service as a Fastify application that does not listen yet. */
export async function buildApp({
  operations,
  context,
  connection,
  logLevel,
  trustedProxies,
  securityContact,
  guard = (backing) => backing,
  limits: limitOptions,
  replicas: replicaOptions,
}: AppOptions): Promise<FastifyInstance> {
  const { db, urls } = context
  // Not before here, so that a mock starts without the modules of the database.
  const { databaseExecutor, resources, startReadModel } = await import('./operation-executor.ts')
  // Reading begins before there is a log to tell of it.
  let noteBuilt: (app: FastifyInstance) => void = () => {}
  const built = new Promise<FastifyInstance>((resolve) => (noteBuilt = resolve))
  const tell = async (tellTo: (log: FastifyBaseLogger) => void): Promise<void> => {
    tellTo((await built).log)
  }
  const errors = {
    onRefreshError: (err: unknown) =>
      tell((log) => log.warn({ err }, 'Documents could not be stored')),
    onMaintenanceError: (err: unknown) =>
      tell((log) => log.error({ err }, 'The waypoints could not be kept')),
  }
  const onReplicaChange = (place: number, isWell: boolean, err?: unknown) =>
    tell((log) =>
      log.warn({ replica: place + 1, err }, `A replica is ${isWell ? 'read from' : 'left out'}`),
    )
  const replicas = replicaOptions && { ...replicaOptions, onChange: onReplicaChange }
  const readModel = startReadModel({
    ...connection,
    resources,
    mediaUrl: urls.media,
    replicas,
    ...errors,
  })
  const limits = limitOptions && (await import('./limits/limits.ts')).startLimits(limitOptions)
  const anonymous = { db, lists: readModel.anonymous, urls }
  const executor = databaseExecutor({ db, lists: readModel, urls }, anonymous)
  const backing = guard(limits?.limit(executor) ?? executor)
  const dispatch = await createDispatch(operations, backing, urls, createHtmlViews(urls))
  const { dataVersion } = readModel
  const http = { urls, logLevel, freshness: dataVersion, trustedProxies, securityContact, limits }
  const app = await buildHttp({ dispatch, ...http })
  noteBuilt(app)
  app.decorate('readModel', readModel)
  app.addHook('onClose', () => readModel.close())
  return app
}

/** All that is the same whatever stands behind the contract. */
export async function buildHttp({
  dispatch,
  urls,
  logLevel,
  freshness,
  trustedProxies = [],
  securityContact,
  limits,
}: HttpOptions): Promise<FastifyInstance> {
  const pages = createHtmlViews(urls)
  const everyAnswer = defaultHeaders(urls.public)
  const app = fastify({
    logger: { level: logLevel, serializers: { err: serializeError }, stream: logDestination() },
    // One line a request, written below: the default would log whole addresses.
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    genReqId: () => randomUUID(),
    // For `request.ip` alone: no link is made of a host or a protocol that a request names.
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    rewriteUrl,
    // The contract's own parser reads queries. Fastify's would parse refused ones as well.
    routerOptions: { querystringParser: () => ({}) },
    requestTimeout: 15_000,
    connectionTimeout: NO_PROGRESS_MS,
    bodyLimit: LONGEST_BODY_BYTES,
    // Keep-alive connections are answered to the end while the service closes.
    return503OnClosing: false,
    http: {
      // Or Node answers a missing Host by itself, without a word.
      requireHostHeader: false,
      headersTimeout: 10_000,
      connectionsCheckingInterval: 1_000,
    },
    exposeHeadRoutes: true,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => void refuseTarget(error, request, reply),
    clientErrorHandler: (error, socket) =>
      respondToClientError(error, socket, {
        headers: everyAnswer,
        publicUrl: urls.public,
        log: app.log,
      }),
  })

  const counter = await limits?.attach(app, urls.public)
  const answer = requestHandler(dispatch, freshness, counter?.refund)
  const checked = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    await counter?.count(request, reply)
    judgeRequestHead(request, reply)
  }
  const fail = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    sendResponse(
      request,
      reply,
      problemResponse(problemOf(error, request), {
        publicUrl: urls.public,
        requestId: request.id,
        path: pathOf(request.url),
        accepts: acceptedTypes(request),
        url: request.url,
        views: isReadByPeople(request) ? pages : undefined,
      }),
    )
  /** For a path that cannot be decoded, where no hook is called. */
  const refuseTarget = async (
    error: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> => {
    reply.headers(everyAnswer).header('x-request-id', request.id)
    let refusal = error
    try {
      await checked(request, reply)
    } catch (earlier) {
      refusal = earlier
    }
    void fail(refusal, request, reply)
    logRequest(request, reply, () => {})
  }

  // The contract says which media types an operation reads: until then a body is its bytes.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  // These take none: what comes with them is not looked at.
  for (const method of ['DELETE', 'OPTIONS']) {
    app.addHttpMethod(method, { hasBody: false, overrideExisting: true })
  }
  app.decorateRequest('operationId', undefined)
  app.addHook('onRequest', serializePipelining)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(everyAnswer).header('x-request-id', request.id)
    done()
  })
  if (counter !== undefined) app.addHook('onRequest', counter.count)
  app.addHook('onRequest', (request, reply, done) => {
    judgeRequestHead(request, reply)
    done()
  })
  app.addHook('onRequest', handleOptions)
  app.addHook('onResponse', logRequest)
  app.setErrorHandler(fail)
  app.setNotFoundHandler(answer)
  app.all(`${apiRoot}/*`, answer)
  limitConnections(app, LONGEST_BODY_BYTES)
  await app.register((fixed) => serveFixedThings(fixed, urls, securityContact))
  return app
}

/** What is beside the API, and the same for everybody. */
async function serveFixedThings(
  app: FastifyInstance,
  urls: Urls,
  securityContact: string | undefined,
): Promise<void> {
  app.addHook('onSend', compressBody)
  await app.register(serveContract, urls)
  await app.register(serveDocs, urls)
  await app.register(serveAssets)
  serveWellKnown(app, urls.public, securityContact)
  await app.register(servePlaceholder)
}

/** Who sends one head that can be read in two ways may send the next one so, too. */
const UNSAFE = new Set(['invalid_request', 'header_fields_too_large'])

function judgeRequestHead(request: FastifyRequest, reply: FastifyReply): void {
  const { method, url, raw } = request
  const { httpVersion, headers, rawHeaders } = raw
  try {
    validateHead({ method, url, httpVersion, headers, rawHeaders })
  } catch (error) {
    if (error instanceof Problem && UNSAFE.has(error.code)) reply.header('connection', 'close')
    throw error
  }
}

/** Finds `format=json` without parsing a query, which may be that of an unknown path. */
const FORMAT = /(?:^|&)format=(json)(?:&|$)/

/** Whether a problem is answered with a page. */
function isReadByPeople({ method, url, headers: { accept } }: FastifyRequest): boolean {
  const format = FORMAT.exec(splitUrl(url).search)?.[1]
  return prefersHtmlProblem({ method, accept, format })
}

/** Whether the client has gone before its body was whole: a fault, but none of the service's. */
function isCutShort({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete
}

function cutShort(cause: unknown): Problem {
  return new Problem('invalid_request', 'The request ended before its body.', { cause })
}

function problemOf(error: unknown, request: FastifyRequest): Problem {
  if (isCutShort(request)) return cutShort(error)
  const problem = toProblem(error)
  // No other Content-Type would help.
  const isInVain = problem.code === 'unsupported_media_type' && pathOf(request.url) === undefined
  return isInVain ? noSuchPath() : problem
}

/** What could have been sent instead of a Content-Type that Fastify cannot read. */
function acceptedTypes({ method, url }: FastifyRequest): string[] {
  const operation = pathOf(url)?.operations[method.toLowerCase()]
  return operation === undefined ? [] : requestMediaTypes(operation)
}
