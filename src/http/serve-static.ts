import type { FastifyInstance } from 'fastify'
import { entityTag, isKnown, isMet } from '../contract/entity-tag.ts'
import { unmet } from '../contract/request-checks.ts'

/**
 * Serves what is the same for everybody as long as the service runs. It is made when it is first asked
 * for, so that the start does not wait for it.
 * @param headers what it is, its media type included.
 */
export function serveFixed(
  app: FastifyInstance,
  path: string,
  headers: Readonly<Record<string, string>>,
  make: () => string | Promise<string>,
): void {
  let made: { readonly body: Buffer; readonly etag: string } | undefined
  app.get(path, async (request, reply) => {
    made ??= tagged(Buffer.from(await make()))
    const { body, etag } = made
    if (!isMet(request.headers['if-match'], etag)) throw unmet()
    // With 304 as well, which renews what a cache knows of the page, its policy included.
    reply.headers({ ...headers, etag, 'cache-control': 'no-cache' })
    if (!isKnown(request.headers['if-none-match'], etag)) return reply.send(body)
    return reply.removeHeader('content-type').code(304).send()
  })
}

function tagged(body: Buffer): { body: Buffer; etag: string } {
  return { body, etag: entityTag(body) }
}
