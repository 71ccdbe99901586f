import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { projectRoot } from '../config.ts'
import { serveFixed } from '../http/serve-static.ts'

const TEXT = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' }

/** Pages may be found, but not each of their countless orders and sizes (RFC 9309). */
const ROBOTS = `User-agent: *
Disallow: /*?
`

const ONE_DAY_MS = 86_400_000
const VALID_DAYS = 90

/**
 * What browsers, search engines and finders of faults ask any site for.
 * @param securityContact a URI for reports of vulnerabilities; without one there is no security.txt,
 *   as a contact is what it is for.
 */
export function serveWellKnown(
  app: FastifyInstance,
  publicUrl: string,
  securityContact: string | undefined,
): void {
  serveIcon(app)
  serveFixed(app, '/robots.txt', TEXT, () => ROBOTS)
  if (securityContact === undefined) return
  app.get('/.well-known/security.txt', (_request, reply) =>
    reply
      .headers({ ...TEXT, 'cache-control': 'no-cache' })
      .send(securityText(publicUrl, securityContact, new Date())),
  )
}

/** For those that look for it without reading a page; pages name icon.svg. */
function serveIcon(app: FastifyInstance): void {
  const content = readFileSync(path.join(projectRoot(), 'src/pages/favicon.ico'))
  app.get('/favicon.ico', (_request, reply) =>
    reply
      .type('image/x-icon')
      .headers({ 'cache-control': 'public, max-age=86400', 'x-content-type-options': 'nosniff' })
      .send(content),
  )
}

/** RFC 9116. It expires some months after the day that it was asked for, so it is never stale. */
export function securityText(publicUrl: string, contact: string, now: Date): string {
  const expires = new Date(now.getTime() + VALID_DAYS * ONE_DAY_MS)
  expires.setUTCHours(0, 0, 0, 0)
  return `Contact: ${contact}
Expires: ${expires.toISOString()}
Preferred-Languages: en
Canonical: ${publicUrl}/.well-known/security.txt
`
}
