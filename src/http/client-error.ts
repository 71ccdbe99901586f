import { randomUUID } from 'node:crypto'
import { maxHeaderSize, METHODS, STATUS_CODES, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import type { ContractPath } from '../contract/paths.ts'
import { pathOf, rewriteUrl } from '../contract/request-head.ts'
import { problemResponse } from '../contract/responses.ts'
import { lengthOf, textOf } from '../response-body.ts'
import { Problem } from '../problems/problem.ts'
import { responsesUnderWay } from './request-gate.ts'

/** Problems by the error code of Node's HTTP parser. */
export const CONNECTION_PROBLEMS: Readonly<Record<string, Problem>> = {
  HPE_HEADER_OVERFLOW: new Problem(
    'header_fields_too_large',
    'The request headers are too large; at most 16 KiB and 100 headers are allowed.',
  ),
  ERR_HTTP_REQUEST_TIMEOUT: new Problem(
    'request_timeout',
    'The request took too long to arrive: 10 s are allowed for its headers, 15 s for its body, 120 s for a batch.',
  ),
}
export const URI_TOO_LONG = new Problem(
  'uri_too_long',
  'The address of the request is too long: 16 KiB are allowed, headers included.',
)
const UNREADABLE = new Problem('invalid_request', 'This is not a readable HTTP request.')

/** After the response, further input is discarded for this long. */
const LINGER_MS = 1_000

const closing = new WeakSet<Socket>()

interface ClientError extends Error {
  readonly code?: string
  /** The last chunk that the parser was given, a Buffer. */
  readonly rawPacket?: unknown
}

interface ClientErrorOptions {
  /** The headers of every response. */
  readonly headers: Readonly<Record<string, string>>
  readonly publicUrl: string
  readonly log: FastifyBaseLogger
}

/** Responds to input that Node's parser rejects, and closes the connection. */
export function respondToClientError(
  error: ClientError,
  socket: Socket,
  { headers: common, publicUrl, log }: ClientErrorOptions,
): void {
  if (closing.has(socket)) return
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  closing.add(socket)
  const pending = pendingResponse(socket)
  if (pending !== undefined) {
    pending.once('close', () => closeAfter(socket, ''))
    return
  }
  // The response to a stream begins before its request is complete: another one would stand in its middle.
  if (responsesUnderWay(socket).some(({ headersSent }) => headersSent)) {
    socket.destroy()
    return
  }
  const requestId = randomUUID()
  const url = urlOfUnknownMethod(error)
  const path = url === undefined ? undefined : pathOf(rewriteUrl({ url }))
  const problem = url === undefined ? problemOf(error, socket) : methodProblem(path)
  const { status, headers, body } = problemResponse(problem, {
    publicUrl,
    requestId,
    traceparent: undefined,
    path,
  })
  log.info({ requestId, status, reason: error.code }, 'request')
  const lines = Object.entries({
    ...common,
    ...headers,
    'content-length': lengthOf(body),
    'x-request-id': requestId,
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  closeAfter(
    socket,
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${textOf(body)}`,
  )
}

/**
 * The last response to an earlier, complete request on this connection that is not completely sent. A client would take an
 * error response for the response to that request, and a write that succeeded must not be reported as rejected.
 */
function pendingResponse(socket: Socket): ServerResponse | undefined {
  return responsesUnderWay(socket).findLast(
    ({ req, writableEnded }) => req.complete || writableEnded,
  )
}

const REQUEST_LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}) (\S{1,8192}) HTTP\/1\.[01]\r?\n/

/**
 * The URL of a request whose method Node's parser does not know, such as `FOO`. Undefined when the chunk does not begin
 * with such a request.
 */
function urlOfUnknownMethod({ code, rawPacket }: ClientError): string | undefined {
  if (code !== 'HPE_INVALID_METHOD' || !Buffer.isBuffer(rawPacket)) return undefined
  const start = rawPacket.toString('latin1', 0, maxHeaderSize)
  const [, method, url] = REQUEST_LINE.exec(start) ?? []
  return method === undefined || METHODS.includes(method) ? undefined : url
}

/** An unknown method is rejected like any other that the path does not support. */
function methodProblem(path: ContractPath | undefined): Problem {
  if (path === undefined) return new Problem('not_found', 'There is nothing at this path.')
  return new Problem(
    'method_not_allowed',
    `This method is not allowed here. Allowed: ${path.allow}.`,
  )
}

function problemOf(error: ClientError, socket: Socket): Problem {
  const problem = CONNECTION_PROBLEMS[error.code ?? ''] ?? UNREADABLE
  return problem.code === 'header_fields_too_large' && isInRequestLine(error, socket)
    ? URI_TOO_LONG
    : problem
}

/** A heuristic: the last chunk is the first of the connection, and its first line exceeds the limit. */
function isInRequestLine({ rawPacket }: ClientError, socket: Socket): boolean {
  if (!Buffer.isBuffer(rawPacket) || rawPacket.length !== socket.bytesRead) return false
  return !rawPacket.subarray(0, maxHeaderSize).includes('\n')
}

/**
 * A lingering close: a client that is still sending could lose the response if the connection were closed
 * at once (RFC 9112, section 9.6). A client that never closes its side is cut off.
 */
function closeAfter(socket: Socket, response: string): void {
  socket.end(response)
  const timer = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => clearTimeout(timer))
}
