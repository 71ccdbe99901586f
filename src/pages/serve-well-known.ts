import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { projectRoot } from '../config.ts'
import { serveFixed } from '../http/serve-static.ts'
import { SITEMAP_PATH } from './site.ts'

const TEXT = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' }

/** Crawlers may index views, but not every order and page size (RFC 9309). The sitemap has the address of each record. */
const robotsText = (publicUrl: string): string => `User-agent: *
Disallow: /*?
Sitemap: ${publicUrl}${SITEMAP_PATH}
`

const ONE_DAY_MS = 86_400_000
const VALID_DAYS = 90

/**
 * Serves favicon.ico, robots.txt and security.txt.
 * @param securityContact a URI for vulnerability reports; without it, security.txt is 404.
 */
export function serveWellKnown(
  app: FastifyInstance,
  publicUrl: string,
  securityContact: string | undefined,
): void {
  serveIcon(app)
  serveFixed(app, '/robots.txt', TEXT, () => robotsText(publicUrl))
  if (securityContact === undefined) return
  app.get('/.well-known/security.txt', (_request, reply) =>
    reply
      .headers({ ...TEXT, 'cache-control': 'no-cache' })
      .send(securityText(publicUrl, securityContact, new Date())),
  )
}

/** For clients that request it without reading a view; views link to icon.svg. */
function serveIcon(app: FastifyInstance): void {
  const content = readFileSync(path.join(projectRoot(), 'src/pages/favicon.ico'))
  app.get('/favicon.ico', (_request, reply) =>
    reply
      .type('image/x-icon')
      .headers({ 'cache-control': 'public, max-age=86400', 'x-content-type-options': 'nosniff' })
      .send(content),
  )
}

/** The text of security.txt (RFC 9116). It expires 90 days after the day of the request, so it is never stale. */
export function securityText(publicUrl: string, contact: string, now: Date): string {
  const expires = new Date(now.getTime() + VALID_DAYS * ONE_DAY_MS)
  expires.setUTCHours(0, 0, 0, 0)
  return `Contact: ${contact}
Expires: ${expires.toISOString()}
Preferred-Languages: en
Canonical: ${publicUrl}/.well-known/security.txt
`
}
