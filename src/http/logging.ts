import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { telemetry } from '../telemetry/telemetry.ts'
import { traceContext, traceIdOf } from '../telemetry/trace-context.ts'
import { routeOf } from '../contract/paths.ts'
import type { RequestCounts } from './request-counts.ts'

/** Deeper causes are not logged. */
const MAX_CAUSES = 3

/** Class 22 of SQLSTATE: its messages quote the value that PostgreSQL cannot take. */
const DATA_EXCEPTION = /^22[0-9A-Z]{3}$/

declare module 'fastify' {
  interface FastifyInstance {
    /** The counters behind the metrics; undefined without an admin listener. */
    requestCounts?: RequestCounts
  }
}

/** Logs one line a request, without the URL, which may contain personal data. */
export function logRequest(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  if (isInternal(request)) return done()
  const { operationId, method } = request
  const { statusCode: status, elapsedTime } = reply
  if (request.span !== undefined) {
    const route = operationId && routeOf(operationId)
    telemetry?.endRequest(request.span, { method, operationId, route, status })
  }
  request.server.requestCounts?.observe({
    operationId,
    method,
    status,
    durationMs: elapsedTime,
  })
  request.log.info(
    {
      operationId,
      method,
      status,
      durationMs: Math.round(elapsedTime * 1000) / 1000,
      ...traceOf(request),
    },
    'request',
  )
  done()
}

/** Begins the span of a request, which `logRequest` ends. */
export function startSpan(request: FastifyRequest): void {
  if (telemetry === undefined || isInternal(request)) return
  const { id, method, headers } = request
  const parent = traceContext(headers['traceparent'])
  const traceId = parent?.traceId ?? id.replaceAll('-', '')
  request.span = telemetry.startRequest({ method, traceId, parent })
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
 * Serialises an error for the log without data of users: without the fields in which PostgreSQL repeats the values of
 * a row (`detail`, `where`) or in which `pg` repeats the values of a query, and without messages that quote a value.
 */
export function serializeError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' }
  const { name, stack = '', cause } = error
  const { code, errors } = error as { code?: unknown; errors?: unknown }
  const quotesValue = typeof code === 'string' && DATA_EXCEPTION.test(code)
  const message = quotesValue ? 'PostgreSQL cannot take a value' : error.message
  return {
    type: name,
    message,
    stack: stack.replace(error.message, () => message),
    ...(code !== undefined && { code }),
    ...(Array.isArray(errors) && { errors: errors.map((each) => serializeError(each, depth + 1)) }),
    ...(cause !== undefined && depth < MAX_CAUSES && { cause: serializeError(cause, depth + 1) }),
  }
}

/** The ids that connect the lines of a request with its trace; the span is that of the service, or of the client. */
export function traceOf({ id, headers, span }: FastifyRequest): {
  traceId?: string
  spanId?: string
} {
  const { traceparent } = headers
  const traceId = traceIdOf(id, traceparent)
  const spanId = span?.spanId ?? traceContext(traceparent)?.spanId
  return { ...(traceId && { traceId }), ...(spanId && { spanId }) }
}

const INTERNAL_HEADER = 'x-own-request'
/** Known to this process alone. */
const INTERNAL_TOKEN = randomUUID()

/** The header that marks requests of this process to itself. */
export const INTERNAL_HEADERS: Readonly<Record<string, string>> = {
  [INTERNAL_HEADER]: INTERNAL_TOKEN,
}

/** Whether this process sent the request itself: internal requests are not rate-limited and not logged. */
export function isInternal({ headers }: { readonly headers: IncomingHttpHeaders }): boolean {
  return headers[INTERNAL_HEADER] === INTERNAL_TOKEN
}
