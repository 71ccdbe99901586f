import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

interface Attribute {
  readonly key: string
  readonly value: Readonly<Record<string, unknown>>
}

interface SentSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[]
  readonly attributes: readonly Attribute[]
  readonly status: { readonly code?: number }
}

interface SentRecord {
  readonly traceId?: string
  readonly spanId?: string
  readonly severityNumber: number
  readonly body: { readonly stringValue: string }
  readonly attributes: readonly Attribute[]
}

interface Sent {
  readonly resourceSpans?: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[]
  }[]
  readonly resourceLogs?: readonly {
    readonly scopeLogs: readonly { readonly logRecords: readonly SentRecord[] }[]
  }[]
}

export interface Collector {
  readonly url: string
  /** The bodies of all requests, as text. */
  text(): string
  contentTypes(): readonly string[]
  spans(): readonly SentSpan[]
  records(): readonly SentRecord[]
  /** The value of an attribute of the resource of all spans. */
  resource(key: string): unknown
  close(): void
}

export function attribute(attributes: readonly Attribute[], key: string): unknown {
  const [value] = Object.values(attributes.find((each) => each.key === key)?.value ?? {})
  return value
}

/** A receiver of the OpenTelemetry Protocol, as a collector has it. */
export async function startCollector(): Promise<Collector> {
  const bodies: { readonly path: string; readonly type: string; readonly text: string }[] = []
  const server = createServer(async (request, response) => {
    const bytes = await buffer(request)
    const type = String(request.headers['content-type'])
    bodies.push({ path: request.url ?? '', type, text: bytes.toString('latin1') })
    response.writeHead(200, { 'content-type': type }).end(type.endsWith('json') ? '{}' : '')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const sent = (path: string): Sent[] =>
    bodies.filter((body) => body.path === path).map(({ text }) => JSON.parse(text) as Sent)
  const traces = () => sent('/v1/traces').flatMap(({ resourceSpans = [] }) => resourceSpans)
  const logs = () => sent('/v1/logs').flatMap(({ resourceLogs = [] }) => resourceLogs)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    text: () => bodies.map(({ text }) => text).join('\n'),
    contentTypes: () => [...new Set(bodies.map(({ type }) => type))],
    spans: () => traces().flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    records: () =>
      logs().flatMap(({ scopeLogs }) => scopeLogs.flatMap(({ logRecords }) => logRecords)),
    resource: (key) => attribute(traces()[0]?.resource.attributes ?? [], key),
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
