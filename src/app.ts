import { randomUUID } from 'node:crypto'
import fastify, {
  LogController,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { prefersProblemPage } from './contract/accept.ts'
import { problemAnswer } from './contract/answers.ts'
import { apiRoot, requestMediaTypes, type OperationId } from './contract/document.ts'
import { createDispatch, type Dispatch } from './contract/dispatch.ts'
import type { Context, Operations, Urls } from './contract/operation-types.ts'
import { parseQueryString } from './contract/query-string.ts'
import { judgeHead, pathOf, splitUrl } from './contract/request-head.ts'
import { serveContract } from './contract/serve-contract.ts'
import { serveDocs } from './docs/serve-docs.tsx'
import { answerRequests } from './http/answer-requests.ts'
import type { ClientOptions } from './database/connect.ts'
import { answerClientError } from './http/client-error.ts'
import { encodeBody } from './http/encode-body.ts'
import { logRequest } from './http/log-request.ts'
import { loggedError } from './http/logged-error.ts'
import { sendAnswer } from './http/send-answer.ts'
import { servePlaceholder } from './http/serve-placeholder.ts'
import { VARY } from './http/vary.ts'
import type { Freshness } from './kept/freshness.ts'
import { serveAssets } from './pages/assets.ts'
import { serveHome } from './pages/serve-home.tsx'
import { Problem, toProblem } from './problem.ts'
import { createPages } from './views.tsx'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the request has been dispatched to an operation. */
    operationId: OperationId | undefined
  }
}

export interface AppOptions {
  readonly operations: Operations
  readonly context: Pick<Context, 'db' | 'urls'>
  /** To the same database as `context.db`. */
  readonly connection: ClientOptions
  readonly logLevel: string
}

export interface HttpOptions {
  readonly dispatch: Dispatch
  readonly urls: Urls
  readonly logLevel: string
  /** Of the data that `dispatch` reads; without it no answer is kept. */
  readonly freshness?: Freshness | undefined
}

const LONGEST_BODY_BYTES = 256 * 1024

/** The whole service as a Fastify application that does not listen yet. */
export async function buildApp({
  operations,
  context,
  connection,
  logLevel,
}: AppOptions): Promise<FastifyInstance> {
  const { db, urls } = context
  // Not before here, so that a mock starts without the modules of the database.
  const { serviceOn, startReading } = await import('./service.ts')
  const onStoreError = (error: unknown): void => {
    app.log.warn({ err: error }, 'A record that was made could not be stored')
  }
  const onKeeperError = (error: unknown): void => {
    app.log.error({ err: error }, 'The waypoints could not be kept')
  }
  const errors = { onStoreError, onKeeperError }
  const reading = startReading({ ...connection, db, mediaUrl: urls.media, ...errors })
  const service = serviceOn(operations, { db, reading, urls })
  const dispatch = await createDispatch(service, urls, createPages(urls))
  const { freshness } = reading
  const app = await buildHttp({ dispatch, urls, logLevel, freshness })
  app.addHook('onClose', () => reading.close())
  return app
}

/** All that is the same whatever stands behind the contract. */
export async function buildHttp({
  dispatch,
  urls,
  logLevel,
  freshness,
}: HttpOptions): Promise<FastifyInstance> {
  const pages = createPages(urls)
  const app = fastify({
    logger: { level: logLevel, serializers: { err: loggedError } },
    // One line a request, written below: the default would log whole addresses.
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    genReqId: () => randomUUID(),
    requestTimeout: 15_000,
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
    frameworkErrors: (error, request, reply) => {
      void fail(error, request, reply.headers(commonHeaders(request)))
      logRequest(request, reply, () => {})
    },
    clientErrorHandler: (error, socket) => answerClientError(error, socket, urls.public, app.log),
  })

  const answer = answerRequests(dispatch, freshness)
  const fail = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    sendAnswer(
      request,
      reply,
      problemAnswer(toProblem(isCutShort(request) ? cutShort(error) : error), {
        publicUrl: urls.public,
        requestId: request.id,
        path: pathOf(request.originalUrl),
        accepts: acceptedTypes(request),
        url: request.originalUrl,
        pages: isReadByPeople(request) ? pages : undefined,
      }),
    )

  // The contract says which media types an operation reads: until then a body is its bytes.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  // These take none: what comes with them is not looked at.
  for (const method of ['DELETE', 'OPTIONS']) {
    app.addHttpMethod(method, { hasBody: false, overrideExisting: true })
  }
  app.decorateRequest('operationId', undefined)
  app.addHook('onRequest', addCommonHeaders)
  app.addHook('onRequest', judgeRequestHead)
  app.addHook('onResponse', logRequest)
  app.setErrorHandler(fail)
  app.setNotFoundHandler(answer)
  app.all(`${apiRoot}/*`, answer)
  await app.register(serveFixedThings, urls)
  return app
}

/** What is beside the API, and the same for everybody. */
async function serveFixedThings(app: FastifyInstance, urls: Urls): Promise<void> {
  app.addHook('onSend', encodeBody)
  await app.register(serveContract, urls)
  await app.register(serveDocs, urls)
  await app.register(serveHome, urls)
  await app.register(serveAssets)
  await app.register(servePlaceholder)
}

// These two and the line of the log are for every request: without promises they take less of it.
function addCommonHeaders(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  reply.headers(commonHeaders(request))
  done()
}

function judgeRequestHead(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const { method, originalUrl: url, raw } = request
  if (raw.headers.host === undefined) reply.header('connection', 'close')
  const { httpVersion, rawHeaders } = raw
  judgeHead({ method, url, httpVersion, host: raw.headers.host, rawHeaders })
  done()
}

/** On every answer of the service, whatever made it. */
function commonHeaders(request: FastifyRequest): Record<string, string> {
  return { vary: VARY, 'x-request-id': request.id }
}

/** Whether a problem is to be told by a page. */
function isReadByPeople({ method, originalUrl, headers }: FastifyRequest): boolean {
  const { format } = parseQueryString(splitUrl(originalUrl).search).values
  return prefersProblemPage({ method, accept: headers.accept, format })
}

/** Whether the client has gone before its body was whole: a fault, but none of the service's. */
function isCutShort({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete
}

function cutShort(cause: unknown): Problem {
  return new Problem('invalid_request', 'The request ended before its body.', { cause })
}

/** What could have been sent instead of a Content-Type that Fastify cannot read. */
function acceptedTypes({ method, originalUrl }: FastifyRequest): string[] {
  const operation = pathOf(originalUrl)?.operations[method.toLowerCase()]
  return operation === undefined ? [] : requestMediaTypes(operation)
}
