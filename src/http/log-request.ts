import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RequestCounts } from '../admin/request-counts.ts'
import { isInternal } from './own-requests.ts'
import { traceContext } from './trace-context.ts'

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
