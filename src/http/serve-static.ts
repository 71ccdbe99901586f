import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  entityTag,
  ifMatchFailed,
  matchesIfNoneMatch,
  matchesIfMatch,
} from '../contract/entity-tag.ts'

/**
 * Serves a body that is the same for all clients as long as the service runs. The body is made at the
 * first request, so that the start does not wait for it.
 * @param headers the response headers, including the media type.
 */
export function serveFixed(
  app: FastifyInstance,
  path: string,
  headers: Readonly<Record<string, string>>,
  make: () => string | Promise<string>,
): void {
  let cached: TaggedBody | undefined
  app.get(path, async (request, reply) => {
    cached ??= withTag(Buffer.from(await make()))
    return sendTagged(request, reply, headers, cached)
  })
}

export interface TaggedBody {
  readonly body: Buffer
  readonly etag: string
}

/** Sends a body, or the response that the conditions of the request require. */
export function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  headers: Readonly<Record<string, string>>,
  { body, etag }: TaggedBody,
): FastifyReply {
  if (!matchesIfMatch(request.headers['if-match'], etag)) {
    throw ifMatchFailed(request.headers['if-match'], etag)
  }
  // Also on a 304, which updates a cached response's headers, its policy included.
  reply.headers({ ...headers, etag, 'cache-control': 'no-cache' })
  if (!matchesIfNoneMatch(request.headers['if-none-match'], etag)) return reply.send(body)
  return reply.removeHeader('content-type').code(304).send()
}

export function withTag(body: Buffer): TaggedBody {
  return { body, etag: entityTag(body) }
}
