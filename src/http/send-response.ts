import type { FastifyReply, FastifyRequest } from 'fastify'
import type { HttpResponse } from '../contract/responses.ts'
import { writeLatin1, bytesOf, type Latin1Texts } from '../response-body.ts'
import { isKnown, isMet } from '../contract/entity-tag.ts'
import { unmet } from '../contract/request-checks.ts'
import type { CachedResponse } from '../cache/response-store.ts'
import type { Problem } from '../problems/problem.ts'
import { traceContext } from './logging.ts'

/** Longer ones are rare, and no two of them alike. */
const LONGEST_KEPT_BYTES = 1024 * 1024

const MOST_KEPT_BYTES = 8 * 1024 * 1024

/** Free ones by their length. */
const free = new Map<number, Buffer[]>()

let keptBytes = 0

const SHORTEST_BYTES = 4 * 1024

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

function isRead({ method }: FastifyRequest): boolean {
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

/**
 * A buffer that bodies of so many bytes are sent from: one that was sent before, where there is one.
 * What is in it is of no meaning.
 */
export function acquireBuffer(bytes: number): Buffer {
  const length = lengthFor(bytes)
  const buffer = free.get(length)?.pop()
  if (buffer === undefined) return Buffer.allocUnsafeSlow(length)
  keptBytes -= length
  return buffer
}

/**
 * To be called once the system has taken all of it. Whoever is cut off before need not: the garbage
 * collector finds it.
 */
export function releaseBuffer(buffer: Buffer): void {
  const { length } = buffer
  if (length > LONGEST_KEPT_BYTES || keptBytes + length > MOST_KEPT_BYTES) return
  keptBytes += length
  const others = free.get(length)
  if (others === undefined) free.set(length, [buffer])
  else others.push(buffer)
}

/** The next power of two, so that there are few lengths; nothing is saved by it with what is not kept. */
function lengthFor(bytes: number): number {
  if (bytes > LONGEST_KEPT_BYTES) return bytes
  return Math.max(SHORTEST_BYTES, 2 ** Math.ceil(Math.log2(bytes)))
}
