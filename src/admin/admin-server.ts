import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Metrics } from './metrics.ts'
import type { Readiness } from './readiness.ts'

export interface AdminSources {
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
export function createAdminServer({ readiness, loadMetrics }: AdminSources): Server {
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
    void answerFrom(answers, request, response)
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
