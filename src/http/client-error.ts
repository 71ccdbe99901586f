import { randomUUID } from 'node:crypto'
import { STATUS_CODES, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { problemAnswer } from '../contract/answers.ts'
import { lengthOf, textOf } from '../contract/answer-body.ts'
import { Problem } from '../problem.ts'
import { VARY } from './vary.ts'

/** By what Node's parser calls what it gives up on. */
export const CONNECTION_PROBLEMS: Readonly<Record<string, Problem>> = {
  HPE_HEADER_OVERFLOW: new Problem('header_fields_too_large', 'The request headers are too large.'),
  ERR_HTTP_REQUEST_TIMEOUT: new Problem('request_timeout', 'The request took too long to arrive.'),
}
const UNREADABLE = new Problem('invalid_request', 'This is not a readable HTTP request.')

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
export function answerClientError(
  error: Error & { code?: string },
  socket: Socket,
  publicUrl: string,
  log: FastifyBaseLogger,
): void {
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
  const problem = CONNECTION_PROBLEMS[error.code ?? ''] ?? UNREADABLE
  const { status, headers, body } = problemAnswer(problem, { publicUrl, requestId })
  log.info({ requestId, status, reason: error.code }, 'request')
  const lines = Object.entries({
    ...headers,
    'content-length': lengthOf(body),
    vary: VARY,
    'x-request-id': requestId,
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${textOf(body)}`)
}
