import type { FastifyReply, FastifyRequest } from 'fastify'

/** One line a request, without its address: that may hold what is nobody's business. */
export function logRequest(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  request.log.info(
    {
      operationId: request.operationId,
      method: request.method,
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime * 1000) / 1000,
    },
    'request',
  )
  done()
}
