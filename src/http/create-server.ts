import { randomUUID } from 'node:crypto'
import type { RequestListener, Server } from 'node:http'
import fastify, {
  LogController,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { apiRoot, NDJSON_TYPES } from '../contract/document.ts'
import type { Dispatch } from '../contract/dispatch.ts'
import type { Urls } from '../contract/operation-types.ts'
import { pathOf, rewriteUrl, validateHead } from '../contract/request-head.ts'
import type { HtmlViews } from '../contract/responses.ts'
import type { DataVersion } from '../cache/response-cache.ts'
import { Problem } from '../problems/problem.ts'
import type { Span } from '../telemetry/telemetry.ts'
import { respondToClientError } from './client-error.ts'
import {
  isStreamTimeout,
  limitConnections,
  serializePipelining,
  timeOutBodies,
} from './connection-limits.ts'
import { errorHandler } from './error-response.ts'
import { requestHandler, type RequestCounter } from './handle-request.ts'
import { logDestination } from './log-destination.ts'
import { logRequest, serializeError, startSpan } from './logging.ts'
import { createGatedServer } from './request-gate.ts'
import { defaultHeaders } from './security-headers.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the request has been dispatched to an operation. */
    operationId: string | undefined
    /** Undefined while nothing is traced. */
    span: Span | undefined
  }
  interface FastifyInstance {
    /** Undefined without a rate limit. */
    requestCounter?: RequestCounter
  }
}

export interface ServerOptions {
  readonly urls: Urls
  readonly logLevel: string
}

export interface ApiOptions {
  readonly urls: Urls
  readonly dispatch: Dispatch
  readonly views: HtmlViews
  /** The version of the data that `dispatch` reads; without it no response is cached. */
  readonly dataVersion?: DataVersion | undefined
}

const MAX_BODY_BYTES = 256 * 1024

/**
 * Closes a connection on which nothing is sent or read for this long. While a response is being sent,
 * Node checks twice, so the limit is up to twice as long. The limit is longer than any response takes. It is
 * also longer than the time limit for receiving a request, after which the response is 408.
 */
const IDLE_TIMEOUT_MS = 16_500

/** Fastify's default, which it does not set on a server from `serverFactory`. */
const KEEP_ALIVE_MS = 72_000

/** The HTTP server, as a Fastify application that has a log and hooks but no routes yet. */
export function createHttpServer({ urls, logLevel }: ServerOptions): FastifyInstance {
  const headers = defaultHeaders(urls.public)
  const app: FastifyInstance = fastify({
    serverFactory,
    logger: { level: logLevel, serializers: { err: serializeError }, stream: logDestination() },
    // `logRequest` writes one line a request; Fastify's own lines contain whole URLs.
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    genReqId: () => randomUUID(),
    rewriteUrl,
    // The contract's parser reads queries. Fastify's would also parse those of rejected requests.
    routerOptions: { querystringParser: () => ({}) },
    bodyLimit: MAX_BODY_BYTES,
    // While the service shuts down, requests on keep-alive connections still get responses.
    return503OnClosing: false,
    exposeHeadRoutes: true,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => void rejectTarget(error, request, reply, headers),
    clientErrorHandler: (error, socket) => {
      if (isStreamTimeout(error, socket)) return
      respondToClientError(error, socket, { headers, publicUrl: urls.public, log: app.log })
    },
  })
  app.decorateRequest('operationId', undefined)
  app.decorateRequest('span', undefined)
  acceptRawBodies(app)
  addHooks(app, headers)
  limitConnections(app, MAX_BODY_BYTES)
  timeOutBodies(app)
  return app
}

/** Routes the API and every unknown path to `dispatch`, and sets the error handler. */
export function addApi(
  app: FastifyInstance,
  { urls, dispatch, views, dataVersion }: ApiOptions,
): void {
  const { requestCounter } = app
  if (requestCounter !== undefined) app.addHook('onRequest', requestCounter.count)
  app.addHook('onRequest', (request, reply, done) => {
    validateRequestHead(request, reply)
    done()
  })
  app.addHook('onRequest', handleOptions)
  app.setErrorHandler(errorHandler(urls.public, views))
  const handler = requestHandler(dispatch, dataVersion, requestCounter)
  app.setNotFoundHandler(handler)
  app.all(`${apiRoot}/*`, handler)
}

/** `serverFactory` replaces Fastify's own server, and with it the options that Fastify passes on. */
function serverFactory(application: RequestListener): Server {
  const server = createGatedServer(application, {
    // Without this, Node rejects a missing Host by itself, without a body.
    requireHostHeader: false,
    headersTimeout: 10_000,
    // For a request that Fastify does not see; timeOutBodies limits others, of batches the time in which the service waits.
    requestTimeout: 120_000,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: 1_000,
  })
  return server.setTimeout(IDLE_TIMEOUT_MS)
}

/** The contract says which media types an operation reads: until then a body is bytes. */
function acceptRawBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  // Operations read it while it arrives. Others reject its media type unread.
  app.addContentTypeParser(NDJSON_TYPES, (_request, stream, done) => done(null, stream))
  // These methods take no body: one that is sent is ignored.
  for (const method of ['DELETE', 'OPTIONS']) {
    app.addHttpMethod(method, { hasBody: false, overrideExisting: true })
  }
}

function addHooks(app: FastifyInstance, headers: Readonly<Record<string, string>>): void {
  app.addHook('onRequest', serializePipelining)
  app.addHook('onRequest', (request, reply, done) => {
    startSpan(request)
    reply.headers(headers).header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', logRequest)
}

/** Responds to a path that cannot be decoded. Fastify calls no hook for it, so the checks run here. */
async function rejectTarget(
  targetError: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const { server } = request
  startSpan(request)
  reply.headers(headers).header('x-request-id', request.id)
  let error = targetError
  try {
    await server.requestCounter?.count(request, reply)
    validateRequestHead(request, reply)
  } catch (earlier) {
    error = earlier as FastifyError
  }
  server.errorHandler(error, request, reply)
  logRequest(request, reply, () => {})
}

/** After an ambiguous head, the next request on the connection may be ambiguous, too. */
const UNSAFE = new Set(['invalid_request', 'header_fields_too_large'])

function validateRequestHead(request: FastifyRequest, reply: FastifyReply): void {
  const { method, url, raw } = request
  const { httpVersion, headers, rawHeaders } = raw
  try {
    validateHead({ method, url, httpVersion, headers, rawHeaders })
  } catch (error) {
    if (error instanceof Problem && UNSAFE.has(error.code)) reply.header('connection', 'close')
    throw error
  }
}

/**
 * Any origin may read, and none may write: an API key does not belong where every script of a page can
 * read it, so neither the methods that need a key nor `Authorization` are allowed.
 * @fastify/cors does not fit: it responds to every OPTIONS request, those of the contract included.
 */
const PREFLIGHT_HEADERS = {
  'access-control-allow-methods': 'GET, HEAD, OPTIONS',
  'access-control-allow-headers': 'If-None-Match, Last-Event-ID, Traceparent, Tracestate',
  'access-control-max-age': '86400',
}

/** For `OPTIONS *` (RFC 9110, section 9.3.7). */
const SERVER_METHODS = { allow: 'GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS' }

/** A hook for the OPTIONS requests that concern no resource: `OPTIONS *` and CORS preflights. */
function handleOptions(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  if (request.method !== 'OPTIONS') done()
  else if (request.url === '*') void reply.code(204).headers(SERVER_METHODS).send()
  else if (isPreflight(request)) void reply.code(204).headers(preflightHeaders(request)).send()
  else done()
}

/** Every response for a path of the contract has `Allow`. */
function preflightHeaders({ url }: FastifyRequest): Record<string, string> {
  const path = pathOf(url)
  return path === undefined ? PREFLIGHT_HEADERS : { ...PREFLIGHT_HEADERS, allow: path.allow }
}

/** Fetch, CORS-preflight request. */
function isPreflight({ headers }: FastifyRequest): boolean {
  return headers.origin !== undefined && headers['access-control-request-method'] !== undefined
}
