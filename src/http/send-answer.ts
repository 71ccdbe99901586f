import type { FastifyReply, FastifyRequest } from 'fastify'
import type { HttpResponse } from '../contract/answers.ts'
import { writeLatin1, type Latin1Texts } from '../byte-text.ts'
import { bytesOf } from '../contract/answer-body.ts'
import { isKnown, isMet } from '../contract/entity-tag.ts'
import { unmet } from '../contract/preconditions.ts'
import type { CachedResponse } from '../kept/answer-memory.ts'
import { releaseBuffer, acquireBuffer } from './send-buffers.ts'
import type { Problem } from '../problem.ts'
import { traceContext } from './trace-context.ts'

/** As it is made, whatever it is. */
export function sendResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, body, operationId, error }: HttpResponse,
): FastifyReply {
  if (operationId !== undefined) request.operationId = operationId
  if (status >= 500 && error !== undefined) noteFailure(request, status, error)
  void reply.code(status).headers(headers)
  // A buffer, because Fastify adds a charset parameter to the type of text.
  return body === '' ? reply.send() : reply.send(bytesOf(body))
}

function noteFailure(request: FastifyRequest, status: number, error: unknown): void {
  const trace = traceContext(request.headers['traceparent'])
  request.log.error(
    { err: error, operationId: request.operationId, ...trace },
    'The request failed',
  )
  if (status === 500) request.server.requestCounts?.noteFailure(error)
}

/**
 * The same of a body of texts that stand ready, from a buffer that is used again: a new one for every
 * page would be most of what the garbage collector has to do.
 */
export function sendLatin1(
  request: FastifyRequest,
  reply: FastifyReply,
  { headers, operationId }: Omit<CachedResponse, 'body'>,
  texts: Latin1Texts,
): FastifyReply {
  request.operationId = operationId
  const buffer = acquireBuffer(texts.length)
  writeLatin1(texts, buffer)
  reply.raw.once('finish', () => releaseBuffer(buffer))
  return reply.headers(headers).send(buffer.subarray(0, texts.length))
}

/** With the body. */
export function sendBuffer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: CachedResponse,
): FastifyReply {
  request.operationId = answer.operationId
  return reply.headers(answer.headers).send(answer.body)
}

/** 304 (RFC 9110, section 15.4.5). */
export function sendNotModified(
  request: FastifyRequest,
  reply: FastifyReply,
  { headers, operationId }: Omit<CachedResponse, 'body'>,
): FastifyReply {
  request.operationId = operationId
  const { 'content-type': _, 'content-encoding': __, ...others } = headers
  return reply.code(304).headers(others).send()
}

export function isRead({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}

/**
 * Holds the `If-Match` of a request that reads against the form of the answer that it would get. The
 * comparison is strong (RFC 9110, section 13.1.1), and comes before that of `If-None-Match`.
 * @returns 412 where it names other forms.
 */
export function failedIfMatch(
  request: FastifyRequest,
  { etag }: Readonly<Record<string, string>>,
): Problem | undefined {
  if (etag === undefined || !isRead(request) || isMet(request.headers['if-match'], etag)) {
    return undefined
  }
  return unmet()
}

/** Whether the `If-None-Match` of who reads names just this form of the answer. */
export function isNotModified(
  request: FastifyRequest,
  { etag }: Readonly<Record<string, string>>,
): boolean {
  const known = request.headers['if-none-match']
  if (known === undefined || etag === undefined || !isRead(request)) return false
  // Nearly everybody sends just the tag that they were given.
  return known === etag || isKnown(known, etag)
}
