import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  entityTag,
  ifMatchFailed,
  matchesIfNoneMatch,
  matchesIfMatch,
} from '../contract/entity-tag.ts'
import { encodedTag } from './compression.ts'

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

interface TaggedBody {
  readonly body: Buffer
  readonly etag: string
}

/** Sends a body, which `compressBody` encodes, or the response that the conditions of the request require. */
export function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  headers: Readonly<Record<string, string>>,
  { body, etag }: TaggedBody,
): FastifyReply {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = request.headers
  // The conditions are those of the encoding that the client gets.
  const tag = encodedTag(request, body, etag)
  if (!matchesIfMatch(ifMatch, tag)) throw ifMatchFailed(ifMatch, tag)
  // Also on a 304, which updates a cached response's headers, its policy included.
  reply.headers({ ...headers, etag, 'cache-control': 'no-cache' })
  if (!matchesIfNoneMatch(ifNoneMatch, tag)) return reply.send(body)
  return reply.removeHeader('content-type').header('etag', tag).code(304).send()
}

export function withTag(body: Buffer): TaggedBody {
  return { body, etag: entityTag(body) }
}
