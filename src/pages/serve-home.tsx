import type { FastifyInstance } from 'fastify'
import { prefersPage } from '../contract/accept.ts'
import { entityTag, isKnown } from '../contract/entity-tag.ts'
import type { Urls } from '../contract/operation-types.ts'
import { Problem } from '../problem.ts'
import { HomePage } from './home-page.tsx'
import { pageHeaders } from './page-headers.ts'
import { pageText } from './page.tsx'
import { siteOf } from './site.ts'

/** A page at `/` for people. For programs there is nothing: their addresses are in the contract. */
export async function serveHome(app: FastifyInstance, urls: Urls): Promise<void> {
  const page = Buffer.from(pageText(<HomePage site={siteOf(urls)} />))
  const headers = pageHeaders(urls.media)
  const etag = entityTag(page)
  app.get('/', ({ method, headers: { accept, 'if-none-match': known } }, reply) => {
    if (!prefersPage({ method, accept, format: undefined })) {
      throw new Problem('not_found', 'There is nothing at this path.')
    }
    reply.headers({ ...headers, etag, 'cache-control': 'no-cache' })
    if (!isKnown(known, etag)) return reply.send(page)
    return reply.removeHeader('content-type').code(304).send()
  })
}
