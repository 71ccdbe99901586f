import type { FastifyReply, FastifyRequest } from 'fastify'
import type { HttpAnswer } from '../contract/answers.ts'
import { writeTexts, type ByteTexts } from '../byte-text.ts'
import { bytesOf } from '../contract/answer-body.ts'
import { isKnown, isMet } from '../contract/entity-tag.ts'
import { unmet } from '../contract/preconditions.ts'
import type { KeptAnswer } from '../kept/answer-memory.ts'
import { giveBack, takeBuffer } from './send-buffers.ts'
import type { Problem } from '../problem.ts'
import { traceContext } from './trace-context.ts'

/** As it is made, whatever it is. */
export function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, body, operationId, error }: HttpAnswer,
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
export function sendTexts(
  request: FastifyRequest,
  reply: FastifyReply,
  { headers, operationId }: Omit<KeptAnswer, 'body'>,
  texts: ByteTexts,
): FastifyReply {
  request.operationId = operationId
  const buffer = takeBuffer(texts.length)
  writeTexts(texts, buffer)
  reply.raw.once('finish', () => giveBack(buffer))
  return reply.headers(headers).send(buffer.subarray(0, texts.length))
}

/** With the body. */
export function sendWhole(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: KeptAnswer,
): FastifyReply {
  request.operationId = answer.operationId
  return reply.headers(answer.headers).send(answer.body)
}

/** 304 (RFC 9110, section 15.4.5). */
export function sendKnown(
  request: FastifyRequest,
  reply: FastifyReply,
  { headers, operationId }: Omit<KeptAnswer, 'body'>,
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
export function unmetIfMatch(
  request: FastifyRequest,
  { etag }: Readonly<Record<string, string>>,
): Problem | undefined {
  if (etag === undefined || !isRead(request) || isMet(request.headers['if-match'], etag)) {
    return undefined
  }
  return unmet()
}

/** Whether the `If-None-Match` of who reads names just this form of the answer. */
export function hasIt(
  request: FastifyRequest,
  { etag }: Readonly<Record<string, string>>,
): boolean {
  const known = request.headers['if-none-match']
  if (known === undefined || etag === undefined || !isRead(request)) return false
  // Nearly everybody sends just the tag that they were given.
  return known === etag || isKnown(known, etag)
}
