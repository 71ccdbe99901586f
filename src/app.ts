import { randomUUID } from 'node:crypto'
import fastify, {
  LogController,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { prefersProblemPage } from './contract/accept.ts'
import { problemAnswer, type HttpAnswer } from './contract/answers.ts'
import { apiRoot, requestMediaTypes, type OperationId } from './contract/document.ts'
import { createDispatch, type Dispatch } from './contract/dispatch.ts'
import type { Context, Operations, Urls } from './contract/operation-types.ts'
import { parseQueryString } from './contract/query-string.ts'
import { judgeHead, pathOf, splitUrl } from './contract/request-head.ts'
import { serveContract } from './contract/serve-contract.ts'
import { serveDocs } from './docs/serve-docs.tsx'
import { answerClientError } from './http/client-error.ts'
import { loggedError } from './http/logged-error.ts'
import { servePlaceholder } from './http/serve-placeholder.ts'
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
  readonly context: Context
  readonly logLevel: string
}

export interface HttpOptions {
  readonly dispatch: Dispatch
  readonly urls: Urls
  readonly logLevel: string
}

const LONGEST_BODY_BYTES = 256 * 1024

/** The whole service as a Fastify application that does not listen yet. */
export async function buildApp({
  operations,
  context,
  logLevel,
}: AppOptions): Promise<FastifyInstance> {
  const { urls } = context
  // Not before here, so that a mock starts without the modules of the database.
  const { serviceOn } = await import('./service.ts')
  const service = serviceOn(operations, context)
  const dispatch = await createDispatch(service, urls, createPages(urls))
  return buildHttp({ dispatch, urls, logLevel })
}

/** All that is the same whatever stands behind the contract. */
export async function buildHttp({
  dispatch,
  urls,
  logLevel,
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
      void logRequest(request, reply)
    },
    clientErrorHandler: (error, socket) => answerClientError(error, socket, urls.public, app.log),
  })

  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { id, method, originalUrl: url } = request
    const headers = request.headers as Record<string, string | undefined>
    const body = request.body as Buffer | undefined
    return send(request, reply, await dispatch({ id, method, url, headers, body }))
  }

  const fail = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    send(
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
  await app.register(serveContract, urls)
  await app.register(serveDocs, urls)
  await app.register(serveHome, urls)
  await app.register(serveAssets)
  await app.register(servePlaceholder)
  return app
}

async function addCommonHeaders(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.headers(commonHeaders(request))
}

async function judgeRequestHead(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { method, originalUrl: url, raw } = request
  if (raw.headers.host === undefined) reply.header('connection', 'close')
  const { httpVersion, rawHeaders } = raw
  judgeHead({ method, url, httpVersion, host: raw.headers.host, rawHeaders })
}

/** On every answer of the service, whatever made it. */
function commonHeaders(request: FastifyRequest): Record<string, string> {
  return { vary: 'Accept', 'x-request-id': request.id }
}

function send(request: FastifyRequest, reply: FastifyReply, answer: HttpAnswer): FastifyReply {
  const { status, headers, body, operationId, error } = answer
  request.operationId = operationId
  if (status >= 500) request.log.error({ err: error, operationId }, 'The request failed')
  void reply.code(status).headers(headers)
  // A buffer, because Fastify adds a charset parameter to the type of text.
  return body === '' ? reply.send() : reply.send(Buffer.from(body))
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

async function logRequest(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  request.log.info(
    {
      operationId: request.operationId,
      method: request.method,
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime * 1000) / 1000,
    },
    'request',
  )
}
