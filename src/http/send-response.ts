import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { HttpResponse } from '../contract/responses.ts'
import { writeLatin1, bytesOf, type Latin1Texts } from '../response-body.ts'
import { ifMatchFailed, matchesIfNoneMatch, matchesIfMatch } from '../contract/entity-tag.ts'
import type { CachedResponse } from '../cache/response-cache.ts'
import type { Problem } from '../problems/problem.ts'
import { untilMayBegin, waitForWork } from './connection-limits.ts'
import { traceOf } from './logging.ts'

/** Sends any response of `dispatch` without encoding it. */
export function sendResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, body, operationId, error }: HttpResponse,
): FastifyReply {
  if (operationId !== undefined) request.operationId = operationId
  if (status >= 500 && error !== undefined) recordFailure(request, status, error)
  void reply.code(status).headers(headers)
  // The rest of a stream that no operation reads is not awaited.
  if (request.body instanceof Readable) void reply.header('connection', 'close')
  // A buffer, because Fastify adds a charset parameter to the type of text.
  return body === '' ? reply.send() : reply.send(bytesOf(body))
}

/**
 * Sends a response while it is made, that to a batch not before it may begin. Errors before its first byte reach the error handler; a later one can only cut it.
 * A client that is gone is no failure.
 */
export async function sendStream(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, stream, operationId }: HttpResponse & { readonly stream: Readable },
): Promise<FastifyReply> {
  request.operationId = operationId
  waitForWork(request, reply)
  stream.once('error', (error) => {
    if (reply.raw.headersSent && !isClientGone(request, error)) recordFailure(request, 500, error)
  })
  if (request.body instanceof Readable) await untilMayBegin(request, stream)
  return reply.code(status).headers(headers).send(stream)
}

/**
 * Whether the client closed the connection before its request was complete, or before the end of a response that is sent
 * while it is made.
 */
export function isClientGone({ raw }: FastifyRequest, error: unknown): boolean {
  if (!raw.complete) return raw.destroyed
  const { code } = error as { code?: unknown }
  return raw.socket.destroyed && code === 'ERR_STREAM_PREMATURE_CLOSE'
}

function recordFailure(request: FastifyRequest, status: number, error: unknown): void {
  request.log.error(
    { err: error, operationId: request.operationId, ...traceOf(request) },
    'The request failed',
  )
  if (status === 500) request.server.requestCounts?.recordFailure(error)
}

/**
 * Sends a body of prepared texts from a pooled buffer: new buffers for every page would be most of the
 * garbage collector's work.
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

export function sendBuffer(
  request: FastifyRequest,
  reply: FastifyReply,
  { headers, body, operationId }: CachedResponse,
): FastifyReply {
  request.operationId = operationId
  return reply.headers(headers).send(body)
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
 * Evaluates `If-Match` of a reading request against the representation that it would get. The comparison
 * is strong (RFC 9110, section 13.1.1), and precedes `If-None-Match`.
 * @returns 412 if the header names other representations.
 */
export function failedIfMatch(
  request: FastifyRequest,
  { etag }: Readonly<Record<string, string>>,
): Problem | undefined {
  if (etag === undefined || !isRead(request) || matchesIfMatch(request.headers['if-match'], etag)) {
    return undefined
  }
  return ifMatchFailed(request.headers['if-match'], etag)
}

/** Whether `If-None-Match` of a reading request names this representation. */
export function isNotModified(
  request: FastifyRequest,
  { etag }: Readonly<Record<string, string>>,
): boolean {
  const tags = request.headers['if-none-match']
  if (tags === undefined || etag === undefined || !isRead(request)) return false
  // Nearly all clients send back exactly the tag that they received.
  return tags === etag || matchesIfNoneMatch(tags, etag)
}

/** Longer bodies are rare, and their lengths differ. */
const MAX_POOLED_BUFFER = 1024 * 1024

const MAX_POOLED_BYTES = 8 * 1024 * 1024

const MIN_BUFFER_BYTES = 4 * 1024

/** The buffer pool: free buffers by length. */
const pool = new Map<number, Buffer[]>()

let pooledBytes = 0

/** A buffer of at least this length, from the pool if possible. Its content is arbitrary. */
export function acquireBuffer(bytes: number): Buffer {
  const length = lengthFor(bytes)
  const buffer = pool.get(length)?.pop()
  if (buffer === undefined) return Buffer.allocUnsafeSlow(length)
  pooledBytes -= length
  return buffer
}

/**
 * Returns a buffer to the pool, once it is completely written to the operating system. The garbage collector
 * frees the buffers of connections that are cut before.
 */
export function releaseBuffer(buffer: Buffer): void {
  const { length } = buffer
  if (length > MAX_POOLED_BUFFER || pooledBytes + length > MAX_POOLED_BYTES) return
  pooledBytes += length
  const others = pool.get(length)
  if (others === undefined) pool.set(length, [buffer])
  else others.push(buffer)
}

/** The next power of two, so that the pool has few lengths. Buffers too long for the pool are exact. */
function lengthFor(bytes: number): number {
  if (bytes > MAX_POOLED_BUFFER) return bytes
  return Math.max(MIN_BUFFER_BYTES, 2 ** Math.ceil(Math.log2(bytes)))
}
