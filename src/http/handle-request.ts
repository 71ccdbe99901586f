import type { FastifyReply, FastifyRequest } from 'fastify'
import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { bytesOf, lengthOf, REQUEST_BYTES } from '../response-body.ts'
import type { HttpResponse } from '../contract/responses.ts'
import type { Dispatch } from '../contract/dispatch.ts'
import { EVENT_STREAM_TYPE } from '../contract/document.ts'
import type { HttpRequest } from '../contract/request-context.ts'
import {
  acceptedEncoding,
  encode,
  encodeStream,
  encodingFor,
  encodedHeaders,
  sharedEncoding,
} from './compression.ts'
import {
  type CachedResponse,
  type DataVersion,
  createResponseCache,
} from '../cache/response-cache.ts'
import { waitForWork } from './connection-limits.ts'
import {
  isNotModified,
  sendResponse,
  sendNotModified,
  sendLatin1,
  sendBuffer,
  sendStream,
  failedIfMatch,
} from './send-response.ts'
import { sentCredential } from '../auth/sent-credential.ts'
import { telemetry } from '../telemetry/telemetry.ts'

/** Longer keys are not cached, so that a client cannot fill the memory with them. */
const MAX_KEY_LENGTH = 2048

/** Responds synchronously on a cache hit. */
type RequestHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | void

/** Stores a new response in the cache. */
interface CacheEntry {
  /** Undefined when the admission filter does not admit the response. */
  readonly store: ((response: CachedResponse) => void) | undefined
  recordSize(bytes: number): void
}

/** After a failed lookup that took longer, the request fails instead of being dispatched. */
const MAX_LOOKUP_MS = 200

/** Counts requests for the rate limit. */
export interface RequestCounter {
  /** Takes a request off the count again, because it cost next to nothing. */
  refund(request: FastifyRequest, reply: FastifyReply): void
  /** Counts a request as this many more. */
  charge(request: FastifyRequest, reply: FastifyReply, requests: number): void
  /**
   * Counts a request, before it is validated, or a part of a response.
   * @throws 429 when the client has sent too many requests.
   */
  count(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** Names the client for which a request counts. */
  clientOf(request: FastifyRequest): string
}

/**
 * Handles requests to the API: from the response cache if possible, otherwise by `dispatch`.
 * @param dataVersion undefined disables the cache.
 * @param counter `refund` is called for each 304 from the cache, and `charge` for long bodies and scans, before the response is sent.
 */
export function requestHandler(
  dispatch: Dispatch,
  dataVersion: DataVersion | undefined,
  counter?: RequestCounter,
): RequestHandler {
  const cache = dataVersion && createResponseCache(dataVersion)
  return (request, reply) => {
    const key = cache && cacheKeyOf(request)
    if (cache === undefined || key === undefined) return respond(dispatch, request, reply, counter)
    const { recordSize } = cache
    const onMiss = () =>
      respond(dispatch, request, reply, counter, { store: cache.admit(key), recordSize })
    const isFound = cache.lookup(key, (cached, error) => {
      if (cached !== undefined) sendCached(request, reply, cached)
      else if (error !== undefined && reply.elapsedTime > MAX_LOOKUP_MS) reply.send(error)
      else onMiss().catch((failure: unknown) => reply.send(failure))
    })
    return isFound ? undefined : onMiss()
  }

  function sendCached(request: FastifyRequest, reply: FastifyReply, cached: CachedResponse): void {
    const preconditionFailed = failedIfMatch(request, cached.headers)
    if (preconditionFailed !== undefined) {
      request.operationId = cached.operationId
      reply.send(preconditionFailed)
    } else if (isNotModified(request, cached.headers)) {
      counter?.refund(request, reply)
      sendNotModified(request, reply, cached)
    } else {
      counter?.charge(request, reply, requestsFor(cached.body.length))
      sendBuffer(request, reply, cached)
    }
  }
}

/** How many more requests a body counts as. @param bytes without encoding, unless the body is from the cache. */
function requestsFor(bytes: number): number {
  return Math.max(0, Math.ceil(bytes / REQUEST_BYTES) - 1)
}

/** Everything that a request causes belongs to its span, the rest of a stream included. */
const respond: typeof dispatchAndSend = (dispatch, request, reply, ...others) => {
  const responding = () => dispatchAndSend(dispatch, request, reply, ...others)
  return telemetry?.run(request.span, responding) ?? responding()
}

async function dispatchAndSend(
  dispatch: Dispatch,
  request: FastifyRequest,
  reply: FastifyReply,
  counter: RequestCounter | undefined,
  entry?: CacheEntry,
): Promise<FastifyReply> {
  const response = await dispatch(httpRequest(request, reply, counter))
  const { stream } = response
  if (stream !== undefined) return sendStream(request, reply, streamFor(request, response, stream))
  if (response.status !== 200 && response.status !== 201) {
    return sendResponse(request, reply, response)
  }
  const { body, operationId } = response
  const length = lengthOf(body)
  entry?.recordSize(length)
  counter?.charge(request, reply, requestsFor(length))
  const accepted = acceptedEncoding(request.headers['accept-encoding'])
  const encoding = encodingFor(accepted, length)
  const headers = encodedHeaders(encoding, response.headers)
  const store = response.isLive === true ? undefined : entry?.store
  const preconditionFailed = failedIfMatch(request, headers)
  if (preconditionFailed !== undefined) {
    request.operationId = operationId
    throw preconditionFailed
  }
  // A body that is neither sent nor cached need not be encoded.
  if (store === undefined && isNotModified(request, headers)) {
    return sendNotModified(request, reply, { headers, operationId })
  }
  if (store === undefined && encoding === 'identity' && typeof body === 'object') {
    return sendLatin1(request, reply, { headers, operationId }, body)
  }
  const isShared = typeof body === 'object' && body.isShared === true
  const encoded = isShared ? sharedEncoding(body, encoding) : encode(bytesOf(body), encoding)
  const complete = { headers, body: await encoded, operationId }
  store?.(complete)
  if (isNotModified(request, headers)) return sendNotModified(request, reply, complete)
  return sendBuffer(request, reply.code(response.status), complete)
}

/**
 * The response to a batch and a stream of events are not encoded, because an encoder would hold their parts back; that to
 * HEAD has no body.
 */
function streamFor(
  request: FastifyRequest,
  response: HttpResponse,
  stream: Readable,
): HttpResponse & { readonly stream: Readable } {
  const mayEncode =
    request.method !== 'POST' && response.headers['content-type'] !== EVENT_STREAM_TYPE
  const { encoding } = acceptedEncoding(mayEncode ? request.headers['accept-encoding'] : undefined)
  const headers = encodedHeaders(encoding, response.headers)
  if (request.method !== 'HEAD') {
    return { ...response, headers, stream: encodeStream(stream, encoding) }
  }
  stream.destroy()
  return { ...response, headers, stream: Readable.from([]) }
}

function httpRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  counter: RequestCounter | undefined,
): HttpRequest {
  const { id, method, url, headers, body } = request
  return {
    id,
    method,
    url,
    headers: headers as Readonly<Record<string, string | undefined>>,
    closed: () => closeSignal(reply),
    waitLong: () => waitForWork(request, reply),
    isAbandoned: () => reply.raw.destroyed,
    charge: (requests) => counter?.charge(request, reply, requests),
    count: async () => counter?.count(request, reply),
    client: () => counter?.clientOf(request),
    ...(body instanceof Readable
      ? { body: undefined, stream: body, signal: closeSignal(reply) }
      : { body: body as Buffer | undefined }),
  }
}

/** Aborted when the connection closes. Fastify's `request.signal` is aborted as soon as the body has been read. */
function closeSignal({ raw }: FastifyReply): AbortSignal {
  const closed = new AbortController()
  raw.once('close', () => closed.abort())
  return closed.signal
}

/** The parts of a request that determine its response. */
export interface CacheableRequest {
  readonly method: string
  /** Path and query, as received. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
}

/**
 * The cache key: everything that the response depends on besides the data, which is the URL and the headers
 * that `Vary` names. HEAD shares the key of GET.
 * @returns undefined when the response may not be cached: for methods that write, for requests with
 *   a credential, valid or not, and with an empty `If-None-Match`.
 */
export function cacheKeyOf({ method, url, headers }: CacheableRequest): string | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined
  if (sentCredential(headers.authorization) !== undefined) return undefined
  // Invalid, so that the request must be rejected even if its response is cached.
  if (headers['if-none-match'] === '') return undefined
  const { encoding, fromBytes } = acceptedEncoding(headers['accept-encoding'])
  // Headers and URLs contain no line feed.
  const key = `${encoding} ${fromBytes}\n${headers.accept ?? ''}\n${url}`
  return key.length <= MAX_KEY_LENGTH ? key : undefined
}
