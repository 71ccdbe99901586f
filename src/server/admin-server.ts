import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import type { Metrics } from './metrics.ts'
import type { Readiness } from './readiness.ts'

interface AdminSources {
  /** The name or address that the listener has in the configuration. */
  readonly host: string
  readonly readiness: Readiness
  /** Called once, when the metrics are read for the first time. */
  readonly loadMetrics: () => Promise<Metrics>
}

interface Answer {
  readonly status: number
  readonly type: string
  readonly body: string
}

const JSON_TYPE = 'application/json'

/**
 * What operators and their machines ask, on a listener of its own, so that it is never within reach of
 * those whom the service is for: `/livez`, `/readyz` and `/metrics`.
 */
export function createAdminServer({ host, readiness, loadMetrics }: AdminSources): Server {
  let metrics: Promise<Metrics> | undefined
  const answers: Readonly<Record<string, () => Answer | Promise<Answer>>> = {
    // The process answers, and that is all: to restart it would not mend a database.
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
    if (isAddressed(request, host)) return void answerFrom(answers, request, response)
    const error = 'Host must be an IP address, localhost or the name in ADMIN_HOST.'
    send(response, json(403, { error }))
  })
}

/** A host without its port (RFC 3986, section 3.2): an IPv6 address in brackets, or anything else. */
const HOST = /^(?:\[(?<ipv6>[^[\]]+)\]|(?<other>[^:[\]]+))(?::\d*)?$/

/**
 * Whether a request means this listener. A page of another site that has its name resolve to this machine
 * (DNS rebinding) sends its own name. HTTP/1.0 need not send a Host, and no browser speaks it; to HTTP/1.1
 * without one, Node answers 400 itself (RFC 9112, section 3.2).
 */
function isAddressed({ headersDistinct }: IncomingMessage, own: string): boolean {
  return (headersDistinct.host ?? []).every((value) => {
    const { ipv6, other } = HOST.exec(value)?.groups ?? {}
    const name = (ipv6 ?? other ?? '').toLowerCase()
    return isIP(name) > 0 || name === 'localhost' || name === own.toLowerCase()
  })
}

async function answerFrom(
  answers: Readonly<Record<string, () => Answer | Promise<Answer>>>,
  { method, url = '' }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = url.replace(/\?.*/s, '')
  const make = Object.hasOwn(answers, path) ? answers[path] : undefined
  if (make === undefined) return send(response, json(404, { paths: Object.keys(answers) }))
  if (method !== 'GET' && method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD')
    return send(response, json(405, { methods: ['GET', 'HEAD'] }))
  }
  const failed = (error: unknown): Answer => json(500, { error: String(error) })
  send(response, await Promise.resolve().then(make).catch(failed))
}

function json(status: number, body: object): Answer {
  return { status, type: JSON_TYPE, body: `${JSON.stringify(body)}\n` }
}

function send(response: ServerResponse, { status, type, body }: Answer): void {
  response.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
  })
  // Node leaves the body out where the method is HEAD.
  response.end(body)
}
