import type { FastifyReply, FastifyRequest } from 'fastify'
import type { IncomingHttpHeaders } from 'node:http'
import { bytesOf, lengthOf } from '../response-body.ts'
import type { Dispatch } from '../contract/dispatch.ts'
import type { HttpRequest } from '../contract/request-context.ts'
import { acceptedEncoding, encode, encodingFor, encodedHeaders } from './compression.ts'
import type { CachedResponse } from '../cache/response-store.ts'
import type { DataVersion } from '../cache/data-version.ts'
import { createResponseCache } from '../cache/response-cache.ts'
import {
  isNotModified,
  sendResponse,
  sendNotModified,
  sendLatin1,
  sendBuffer,
  failedIfMatch,
} from './send-response.ts'
import { sentCredential } from '../auth/api-key.ts'

/** Whoever writes longer ones is not to fill the memory with them. */
const LONGEST_KEY = 2048

/** At once, or with a promise of it. */
type AnswerRequest = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | void

/** What is told of an answer, and takes it if it may be kept. */
interface Keeping {
  readonly keep: ((answer: CachedResponse) => void) | undefined
  noteMade(bytes: number): void
}

/** Who has waited so long in vain is not made to wait once more. */
const LONG_MS = 200

/**
 * Answers requests to the API: from memory where that is as good, and by `dispatch` otherwise.
 * @param freshness where there is none, nothing is kept.
 * @param onKnown is told of each 304 that memory gave, before it is sent.
 */
export function requestHandler(
  dispatch: Dispatch,
  freshness: DataVersion | undefined,
  onKnown: (request: FastifyRequest, reply: FastifyReply) => void = () => {},
): AnswerRequest {
  const keeper = freshness && createResponseCache(freshness)
  return (request, reply) => {
    const key = keeper && cacheKeyOf(request)
    if (keeper === undefined || key === undefined) return answer(dispatch, request, reply)
    const { recordSize } = keeper
    const goOn = () =>
      answer(dispatch, request, reply, { keep: keeper.admit(key), noteMade: recordSize })
    const isFound = keeper.lookup(key, (kept, error) => {
      if (kept !== undefined) sendKept(request, reply, kept)
      else if (error !== undefined && reply.elapsedTime > LONG_MS) reply.send(error)
      else goOn().catch((failure: unknown) => reply.send(failure))
    })
    return isFound ? undefined : goOn()
  }

  function sendKept(request: FastifyRequest, reply: FastifyReply, kept: CachedResponse): void {
    const unmet = failedIfMatch(request, kept.headers)
    if (unmet !== undefined) {
      request.operationId = kept.operationId
      reply.send(unmet)
    } else if (isNotModified(request, kept.headers)) {
      onKnown(request, reply)
      sendNotModified(request, reply, kept)
    } else {
      sendBuffer(request, reply, kept)
    }
  }
}

async function answer(
  dispatch: Dispatch,
  request: FastifyRequest,
  reply: FastifyReply,
  keeping?: Keeping,
): Promise<FastifyReply> {
  const made = await dispatch(dispatched(request))
  if (made.status !== 200 && made.status !== 201) return sendResponse(request, reply, made)
  const { body, operationId } = made
  const length = lengthOf(body)
  keeping?.noteMade(length)
  const accepted = acceptedEncoding(request.headers['accept-encoding'])
  const encoding = encodingFor(accepted, length)
  const headers = encodedHeaders(encoding, made.headers)
  const keep = keeping?.keep
  const unmet = failedIfMatch(request, headers)
  if (unmet !== undefined) {
    request.operationId = operationId
    throw unmet
  }
  // What is not sent and not kept need not be encoded.
  if (keep === undefined && isNotModified(request, headers)) {
    return sendNotModified(request, reply, { headers, operationId })
  }
  if (keep === undefined && encoding === 'identity' && typeof body === 'object') {
    return sendLatin1(request, reply, { headers, operationId }, body)
  }
  const whole = { headers, body: await encode(bytesOf(body), encoding), operationId }
  keep?.(whole)
  if (isNotModified(request, headers)) return sendNotModified(request, reply, whole)
  return sendBuffer(request, reply.code(made.status), whole)
}

function dispatched({ id, method, url, headers, body }: FastifyRequest): HttpRequest {
  return {
    id,
    method,
    url,
    headers: headers as Readonly<Record<string, string | undefined>>,
    body: body as Buffer | undefined,
  }
}

/** Of a request, what decides on its answer. */
export interface CacheableRequest {
  readonly method: string
  /** Path and query, as they came over the wire. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
}

/**
 * Names all that the answer to a request depends on besides the data: the URL, and what `Vary` says.
 * HEAD is answered as GET is.
 * @returns undefined where no answer may be kept: to what is not a mere question, and to whoever
 *   shows a credential, right or wrong.
 */
export function cacheKeyOf({ method, url, headers }: CacheableRequest): string | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined
  if (sentCredential(headers.authorization) !== undefined) return undefined
  const { encoding, fromBytes } = acceptedEncoding(headers['accept-encoding'])
  // No header and no URL has a line feed in it.
  const key = `${encoding} ${fromBytes}\n${headers.accept ?? ''}\n${url}`
  return key.length <= LONGEST_KEY ? key : undefined
}
