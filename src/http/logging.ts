import type { FastifyReply, FastifyRequest } from 'fastify'
import { writeSync } from 'node:fs'
import type { RequestCounts } from './request-counts.ts'
import { isInternal } from './internal-requests.ts'

const STANDARD_OUTPUT = 1

/** Deep chains tell nothing new. */
const MAX_CAUSES = 3

/** Class 22 of SQLSTATE: its messages quote the value that PostgreSQL cannot take. */
const DATA_EXCEPTION = /^22[0-9A-Z]{3}$/

/** Version 00: trace id, parent id and flags (W3C Trace Context, section 3.2.2). */
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/

const ALL_ZERO = /^0+$/

declare module 'fastify' {
  interface FastifyInstance {
    /** Where what is answered is counted, if anywhere. */
    requestCounts?: RequestCounts
  }
}

/** One line a request, without its address: that may hold what is nobody's business. */
export function logRequest(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  if (isInternal(request)) return done()
  const { operationId, method } = request
  const { statusCode: status, elapsedTime } = reply
  request.server.requestCounts?.observe(operationId, status, elapsedTime)
  request.log.info(
    {
      operationId,
      method,
      status,
      durationMs: Math.round(elapsedTime * 1000) / 1000,
      ...traceContext(request.headers['traceparent']),
    },
    'request',
  )
  done()
}

/**
 * Where log lines go: together, once each time round the event loop, and at the end of the process. What
 * cannot be written, because the disk is full or nobody reads, is lost: pino's own output would keep the
 * process until it can, and serving is worth more than telling of it.
 * @param write as `fs.writeSync`, which may write a part.
 */
export function logDestination(write: (fd: number, bytes: Buffer) => number = writeSync): {
  write(line: string): void
} {
  let lines = ''
  let isCut = false
  const flush = (): void => {
    process.off('exit', flush)
    // What was cut ends its own line, so that each line that is whole can be read.
    let rest = Buffer.from(isCut ? `\n${lines}` : lines)
    lines = ''
    try {
      while (rest.length > 0) rest = rest.subarray(write(STANDARD_OUTPUT, rest))
      isCut = false
    } catch {
      isCut = true
    }
  }
  return {
    write(line) {
      if (lines === '') {
        setImmediate(flush)
        process.once('exit', flush)
      }
      lines += line
    },
  }
}

interface LoggedError {
  readonly [key: string]: unknown
  readonly type: string
  readonly message: string
  readonly stack: string
  readonly code?: unknown
  readonly cause?: LoggedError
}

/**
 * What the log says of an error: never the fields in which PostgreSQL repeats the values of a row
 * (`detail`, `where`) or `pg` those of a query, nor a message that quotes a value.
 */
export function serializeError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' }
  const { name, stack = '', cause } = error
  const { code, errors } = error as { code?: unknown; errors?: unknown }
  const isQuoting = typeof code === 'string' && DATA_EXCEPTION.test(code)
  const message = isQuoting ? 'PostgreSQL cannot take a value' : error.message
  return {
    type: name,
    message,
    stack: stack.replace(error.message, () => message),
    ...(code !== undefined && { code }),
    ...(Array.isArray(errors) && { errors: errors.map((each) => serializeError(each, depth + 1)) }),
    ...(cause !== undefined && depth < MAX_CAUSES && { cause: serializeError(cause, depth + 1) }),
  }
}

/** Names the span of whoever sent a request, in the terms of its traces. */
interface TraceContext {
  readonly traceId: string
  readonly spanId: string
}

/**
 * Reads a `traceparent` header. What does not fit is as if it were not there, as the standard has it;
 * so is a later version, whose further fields are not known.
 */
export function traceContext(header: unknown): TraceContext | undefined {
  if (typeof header !== 'string') return undefined
  const [, traceId, spanId] = TRACEPARENT.exec(header) ?? []
  if (traceId === undefined || spanId === undefined) return undefined
  if (ALL_ZERO.test(traceId) || ALL_ZERO.test(spanId)) return undefined
  return { traceId, spanId }
}
