import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import type { Metrics } from './metrics.ts'
import type { Readiness } from './readiness.ts'

interface AdminSources {
  /** The configured name or address of the listener. */
  readonly host: string
  readonly readiness: Readiness
  /** Called once, at the first scrape. */
  readonly loadMetrics: () => Promise<Metrics>
}

interface AdminResponse {
  readonly status: number
  readonly type: string
  readonly body: string
}

type Route = () => AdminResponse | Promise<AdminResponse>

/**
 * The admin listener: `/livez`, `/readyz` and `/metrics`, on a port of its own, so that clients of the
 * service cannot reach them.
 */
export function createAdminServer({ host, readiness, loadMetrics }: AdminSources): Server {
  let metrics: Promise<Metrics> | undefined
  const routes: Readonly<Record<string, Route>> = {
    // It does not depend on the database: restarting the process would not repair that.
    '/livez': () => json(200, { live: true }),
    '/readyz': async () => {
      const report = await readiness.report()
      return json(report.ready ? 200 : 503, report)
    },
    '/metrics': async () => {
      metrics ??= loadMetrics()
      const { contentType, text } = await metrics
      return { status: 200, type: contentType, body: await text() }
    },
  }
  return createServer((request, response) => {
    if (isAddressed(request, host)) return void handle(routes, request, response)
    const error = 'Host must be an IP address, localhost or the name in ADMIN_HOST.'
    send(response, json(403, { error }))
  })
}

/** Host and port (RFC 3986, section 3.2): an IPv6 address in brackets, or anything else. */
const HOST = /^(?:\[(?<ipv6>[^[\]]+)\]|(?<other>[^:[\]]+))(?::\d*)?$/

/**
 * Whether a request is meant for this listener. A website whose name resolves to this machine (DNS
 * rebinding) sends its own name. HTTP/1.0 needs no Host, and no browser speaks it. An HTTP/1.1 request
 * without one gets 400 from Node (RFC 9112, section 3.2).
 */
function isAddressed({ headersDistinct }: IncomingMessage, own: string): boolean {
  return (headersDistinct.host ?? []).every((value) => {
    const { ipv6, other } = HOST.exec(value)?.groups ?? {}
    const name = (ipv6 ?? other ?? '').toLowerCase()
    return isIP(name) > 0 || name === 'localhost' || name === own.toLowerCase()
  })
}

async function handle(
  routes: Readonly<Record<string, Route>>,
  { method, url = '' }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = url.replace(/\?.*/s, '')
  const route = Object.hasOwn(routes, path) ? routes[path] : undefined
  if (route === undefined) return send(response, json(404, { paths: Object.keys(routes) }))
  if (method !== 'GET' && method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD')
    return send(response, json(405, { methods: ['GET', 'HEAD'] }))
  }
  const failed = (error: unknown): AdminResponse => json(500, { error: String(error) })
  send(response, await Promise.resolve().then(route).catch(failed))
}

function json(status: number, body: object): AdminResponse {
  return { status, type: 'application/json', body: `${JSON.stringify(body)}\n` }
}

function send(response: ServerResponse, { status, type, body }: AdminResponse): void {
  response.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
  })
  // Node omits the body of a response to HEAD.
  response.end(body)
}
