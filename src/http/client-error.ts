import { randomUUID } from 'node:crypto'
import { maxHeaderSize, STATUS_CODES, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { problemResponse } from '../contract/responses.ts'
import { lengthOf, textOf } from '../response-body.ts'
import { Problem } from '../problems/problem.ts'

/** By what Node's parser calls what it gives up on. */
export const CONNECTION_PROBLEMS: Readonly<Record<string, Problem>> = {
  HPE_HEADER_OVERFLOW: new Problem(
    'header_fields_too_large',
    'The request headers are too large: 16 KiB are allowed, and 100 of them.',
  ),
  ERR_HTTP_REQUEST_TIMEOUT: new Problem(
    'request_timeout',
    'The request took too long to arrive: 10 s are allowed for its headers, 15 s for all of it.',
  ),
}
export const URI_TOO_LONG = new Problem(
  'uri_too_long',
  'The address of the request is too long: 16 KiB are allowed, headers included.',
)
const UNREADABLE = new Problem('invalid_request', 'This is not a readable HTTP request.')

/** What still comes after an answer is passed over for so long. */
const LINGER_MS = 1_000

const hangingUp = new WeakSet<Socket>()

interface ClientError extends Error {
  readonly code?: string
  /** The last bytes that the parser was given, in a buffer. */
  readonly rawPacket?: unknown
}

interface ErrorPlace {
  /** Of every answer. */
  readonly headers: Readonly<Record<string, string>>
  readonly publicUrl: string
  readonly log: FastifyBaseLogger
}

/**
 * The answer that a complete request before still waits for on this connection. It is not for what
 * cannot be read after it: a write that was done must not be told as one that was refused.
 */
function runningAnswer(socket: Socket): ServerResponse | undefined {
  // Where Node itself keeps it, and looks for it in its own handler of such errors.
  const { _httpMessage: running } = socket as Socket & { _httpMessage?: ServerResponse | null }
  return running?.req.complete === true && !running.writableEnded ? running : undefined
}

/** Answers what is not HTTP enough to become a request, and hangs up. */
export function respondToClientError(
  error: ClientError,
  socket: Socket,
  { headers: common, publicUrl, log }: ErrorPlace,
): void {
  if (hangingUp.has(socket)) return
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const running = runningAnswer(socket)
  if (running !== undefined) {
    running.once('close', () => socket.destroy())
    return
  }
  const requestId = randomUUID()
  const { status, headers, body } = problemResponse(problemOf(error, socket), {
    publicUrl,
    requestId,
  })
  log.info({ requestId, status, reason: error.code }, 'request')
  const lines = Object.entries({
    ...common,
    ...headers,
    'content-length': lengthOf(body),
    'x-request-id': requestId,
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  hangUp(
    socket,
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${textOf(body)}`,
  )
}

function problemOf(error: ClientError, socket: Socket): Problem {
  const problem = CONNECTION_PROBLEMS[error.code ?? ''] ?? UNREADABLE
  return problem.code === 'header_fields_too_large' && isInRequestLine(error, socket)
    ? URI_TOO_LONG
    : problem
}

/** As far as it can be told: where nothing came before the last bytes, and their first line is it. */
function isInRequestLine({ rawPacket }: ClientError, socket: Socket): boolean {
  if (!Buffer.isBuffer(rawPacket) || rawPacket.length !== socket.bytesRead) return false
  return !rawPacket.subarray(0, maxHeaderSize).includes('\n')
}

/**
 * A client that is still sending could lose its answer if the connection were closed at once (RFC
 * 9112, section 9.6); one that never closes its side is not waited for.
 */
function hangUp(socket: Socket, answer: string): void {
  hangingUp.add(socket)
  socket.end(answer)
  const timer = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => {
    clearTimeout(timer)
  })
}
